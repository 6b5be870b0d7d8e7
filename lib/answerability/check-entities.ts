import { idsOf, type Finding, type PartView } from './part-view'
import { phrasesOf, quoteList } from './phrase-words'
import type { RankedSentence } from './rank-sentences'
import { filedUnder, holdsName, isAbout, readable } from './stands-in'
import type { Entity } from './understand-question'

/** Below this idf a name distinguishes nothing: much of the collection holds it. */
export const rareName = 2

/**
 * Whether what the question names stands in the evidence, and together with the rest of the question. A version,
 * identifier or number must stand whole where a sentence is cited; sentences that are about another one no longer stand.
 */
export function checkEntities(view: PartView): Finding {
  const { question, items, ranked } = view
  if (view.ranking.generation === null) return { passed: true, note: 'Nothing is indexed yet.', evidenceIds: [] }
  const texts = items.map((item) => [readable(item.passage.text), filedUnder(item)].join('\n'))
  const absent = question.entities.filter((entity) => !texts.some((text) => holdsEntity(text, entity, ranked)))
  const unknown = new Set(view.ranking.unknown.map((word) => word.toLowerCase()))
  const nowhere = absent.filter(({ surface, isCode }) => isCode || unknown.has(surface.toLowerCase()))
  if (nowhere.length > 0) return { passed: false, reason: 'missing-entity', missing: `No note found for this mentions ${quoteList(nowhere.map(({ surface }) => surface))}.`, supported: null, evidenceIds: idsOf(ranked, 3) }
  const telling = absent.filter(({ lexeme }) => (view.idf.get(lexeme) ?? rareName) >= rareName)
  if (telling.length > 0) return { passed: false, reason: 'missing-relationship', missing: `The notes mention ${quoteList(telling.map(({ surface }) => surface))}, but no passage about the rest of the question does.`, evidenceIds: idsOf(ranked, 3) }

  const codes = question.entities.filter(({ isCode }) => isCode)
  const aboutAll = codes.length === 0 ? view.standing : view.standing.filter(({ candidate }) => codes.every(({ surface }) => isAbout(surface, candidate)))
  // Where each has notes of its own, whether anything connects them is a question of its own: that of combination.
  const eachHasNotes = codes.length > 1 && codes.every(({ surface }) => items.some((item) => holdsName(filedUnder(item), surface)))
  const standing = aboutAll.length === 0 && eachHasNotes ? view.standing.filter(({ candidate }) => codes.some(({ surface }) => isAbout(surface, candidate))) : aboutAll
  if (standing.length === 0 && codes.length > 0) {
    const rest = phrasesOf(question, new Set(question.terms.filter(({ weight, lexeme }) => weight === 1 && !codes.some(({ lexemes }) => lexemes.has(lexeme))).map(({ lexeme }) => lexeme)))
    return { passed: false, reason: 'missing-relationship', missing: `${quoteList(codes.map(({ surface }) => surface))} ${codes.length === 1 ? 'is' : 'are'} mentioned, and no passage about ${codes.length === 1 ? 'it' : 'them'} says anything of ${quoteList(rest)}.`, evidenceIds: idsOf(ranked, 3) }
  }
  return { passed: true, note: question.entities.length === 0 ? 'The question names nothing that must be found.' : `${quoteList(question.entities.map(({ surface }) => surface))} ${question.entities.length === 1 ? 'stands' : 'stand'} in the evidence.`, evidenceIds: idsOf(standing), standing }
}

function holdsEntity(text: string, { surface, lexeme, isCode }: Entity, ranked: readonly RankedSentence[]): boolean {
  if (isCode) return holdsName(text, surface)
  return text.toLowerCase().includes(surface.toLowerCase()) || ranked.some(({ covered }) => covered.has(lexeme))
}
