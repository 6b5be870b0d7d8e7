import { countedNoun } from './asked-form'
import { phrasesOf, quoteList } from './phrase-words'
import type { RankedSentence } from './rank-sentences'
import type { Question } from './understand-question'

/** Which of the question's words the nearest sentences hold and which they do not, in a sentence. */
export function describeMissing(question: Question, ranked: readonly RankedSentence[]): string {
  const words = question.terms.filter(({ weight, form }) => weight === 1 && form !== 'identifier-part')
  const best = ranked.slice(0, 3).reduce<ReadonlySet<string>>((most, { covered }) => (covered.size > most.size ? covered : most), new Set())
  const held = phrasesOf(question, new Set(words.filter(({ lexeme }) => best.has(lexeme)).map(({ lexeme }) => lexeme)))
  const missing = phrasesOf(question, new Set(words.filter(({ lexeme }) => !best.has(lexeme)).map(({ lexeme }) => lexeme)))
  if (missing.length === 0) return `No passage answers “${question.text.replace(/[?.\s]+$/, '')}”: those that hold these words say something else of them.`
  const counted = countedNoun(question.text)
  const asked = counted === null ? '' : ` How many ${counted.words} is not written down.`
  return held.length === 0 ? `No passage speaks of ${quoteList(missing)}.${asked}` : `No passage that speaks of ${quoteList(held)} says anything of ${quoteList(missing)}.${asked}`
}

/** What the nearest passages are about, in a sentence; null when none is near. */
export function describeSupport(ranked: readonly RankedSentence[]): string | null {
  const best = ranked[0]
  if (best === undefined || (best.cosine ?? best.coverage) < 0.35) return null
  const place = best.candidate.item.headingPath.at(-1) ?? best.candidate.item.title
  return `The nearest passages are about “${place}”${place === best.candidate.item.title ? '' : ` in “${best.candidate.item.title}”`}.`
}
