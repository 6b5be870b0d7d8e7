import { countedNoun } from './asked-form'
import { quoteList, tellingPhrases } from './phrase-words'
import type { RankedSentence } from './rank-sentences'
import type { Question } from './understand-question'
import { wordsHeldBy } from './words-held'

/** Which of the question's words the nearest sentences hold and which they do not, in a sentence that is true of every passage found. */
export function describeMissing(question: Question, ranked: readonly RankedSentence[]): string {
  const words = question.terms.filter(({ weight, form }) => weight === 1 && form !== 'identifier-part')
  const best = ranked.slice(0, 3).reduce<ReadonlySet<string>>((most, { covered }) => (covered.size > most.size ? covered : most), new Set())
  const phrases = (those: typeof words) => tellingPhrases(question, new Set(those.map(({ lexeme }) => lexeme)))
  const held = phrases(words.filter(({ lexeme }) => best.has(lexeme)))
  const apart = words.filter(({ lexeme }) => !best.has(lexeme))
  const foundIn = [...new Set(ranked.map(({ candidate }) => candidate.item))].map(wordsHeldBy)
  const nowhere = phrases(apart.filter((word) => !foundIn.some((holds) => holds(word))))
  const counted = countedNoun(question.text)
  const asked = counted === null ? '' : ` How many ${counted.words} is not written down.`
  if (nowhere.length > 0) return held.length === 0 ? `No passage found speaks of ${quoteList(nowhere)}.${asked}` : `No passage found that speaks of ${quoteList(held)} says anything of ${quoteList(nowhere)}.${asked}`
  const elsewhere = phrases(apart)
  const isJoined = held.length === 0 || elsewhere.length === 0 || ranked.some(({ covered }) => words.every(({ lexeme }) => covered.has(lexeme)))
  return isJoined ? `No sentence found answers “${question.text.replace(/[?.\s]+$/, '')}”.${asked}` : `No sentence found joins ${quoteList(held)} with ${quoteList(elsewhere)}.${asked}`
}

/** What the nearest passages are about, in a sentence; null when none is near. */
export function describeSupport(ranked: readonly RankedSentence[]): string | null {
  const best = ranked[0]
  if (best === undefined || (best.cosine ?? best.coverage) < 0.35) return null
  const place = best.candidate.item.headingPath.at(-1) ?? best.candidate.item.title
  return `The nearest passages are about “${place}”${place === best.candidate.item.title ? '' : ` in “${best.candidate.item.title}”`}.`
}
