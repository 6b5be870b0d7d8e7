import { gateCoefficients, gateFeatures, gateLogit } from './gate'
import { describeMissing } from './describe-missing'
import { idsOf, type Finding, type PartView } from './part-view'
import { phrasesOf, quoteList } from './phrase-words'
import { filedUnder, holdsName, readable } from './stands-in'

/** Asks the machine about itself, or orders it about: no note is about that, whatever words they share. */
const aboutTheMachine = /\b(?:you|your)\b[^?.]{0,40}\b(?:were|have been|are) (?:given|told|instructed)\b|\byou (?:were|have been|are) (?:given|told|instructed)\b|\byour (?:own )?(?:instructions?|rules?|system prompt|prompt|guidelines?)\b/i

/**
 * Whether the question is about something the collection holds at all: nothing is indexed, nothing found, or the best
 * found is as far away as a foreign question's would be.
 */
export function checkOutside(view: PartView): Finding {
  const { question, ranked, items, ranking } = view
  const outside = (missing: string): Finding => ({ passed: false, reason: 'outside-the-collection', missing, supported: null, evidenceIds: [] })
  if (ranking.generation === null) return outside('Nothing is indexed yet, so nothing can be answered. Ask again once the notes have been read.')
  if (aboutTheMachine.test(question.text)) return outside('This asks for the wording or the rules that a program was given. Answers come from the notes alone, and no note is that.')
  const all = new Set(question.terms.filter(({ weight }) => weight === 1).map(({ lexeme }) => lexeme))
  const words = phrasesOf(question, all, 4)
  const nothing = `Nothing in the notes comes near what is asked: ${words.length === 0 ? `“${question.text.trim()}”` : quoteList(words)}.`
  if (items.length === 0 || ranked.length === 0) return outside(nothing)
  if (ranking.weak && !isNamed(view) && !isStated(view)) {
    const known = question.entities.filter(({ lexeme, surface }) => ranked.slice(0, 5).some(({ covered }) => covered.has(lexeme)) || items.some(({ passage }) => holdsName(readable(passage.text), surface)))
    // Who is named is in the collection; what is asked of them is not.
    if (known.length > 0) return { passed: false, reason: 'missing-relationship', missing: describeMissing(question, ranked), evidenceIds: idsOf(ranked, 3) }
    return outside(nothing)
  }
  const features = gateFeatures(question, ranked, view.idf, ranking)
  const passed = features === null ? Math.max(...ranked.slice(0, 8).map(({ coverage }) => coverage)) >= gateCoefficients.lexicalCoverage : gateLogit(features) >= gateCoefficients.threshold
  if (!passed && !isNamed(view) && !isStated(view)) return { passed: false, reason: 'only-indirect', missing: describeMissing(question, ranked), evidenceIds: idsOf(ranked, 3) }
  return { passed: true, note: features === null ? 'By words only.' : `${items.length} passages may bear on it, the nearest close enough to the question.`, evidenceIds: idsOf(ranked, 3) }
}

/** Whether the question names, by a version, identifier or number, what was found: then it is in the collection whatever its other words. */
function isNamed({ question, items }: PartView): boolean {
  const codes = question.entities.filter(({ isCode }) => isCode)
  return codes.length > 0 && codes.every(({ surface }) => items.some((item) => holdsName([readable(item.passage.text), filedUnder(item)].join('\n'), surface)))
}

/** Whether a property says what is asked, or a sentence comes so near the question that the weakness of the passages around it says nothing. */
function isStated({ question, ranked }: PartView): boolean {
  const words = question.terms.filter(({ weight, form }) => weight === 1 && form !== 'identifier-part').length
  if (ranked[0]?.candidate.isProperty === true) return true
  // Every word that carries the question, most of them in the sentence itself.
  return ranked.slice(0, 4).some(({ topicCoverage, ownCoverage, cosine }) => (words >= 2 && topicCoverage >= 0.95 && ownCoverage >= 0.7 && (cosine ?? 0) >= 0.35) || (cosine !== null && cosine >= 0.42 && topicCoverage >= 0.8) || (cosine !== null && cosine >= 0.68 && topicCoverage >= 0.5))
}
