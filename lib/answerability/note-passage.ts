import type { EvidenceItem } from '@/lib/evidence'
import { wordsHeldBy } from './words-held'
import { quoteList, tellingPhrases } from './phrase-words'
import type { Question } from './understand-question'

const mostNamed = 3

/** Which words of the question a passage, its title or its headings hold and which they do not: what a reader can check. */
export function notePassage(question: Question, item: EvidenceItem): string {
  const isHeld = wordsHeldBy(item)
  const words = question.terms.filter(({ weight, form }) => weight === 1 && form !== 'identifier-part')
  const phrases = (held: boolean) => tellingPhrases(question, new Set(words.filter((word) => isHeld(word) === held).map(({ lexeme }) => lexeme)), mostNamed)
  const [held, absent] = [phrases(true), phrases(false)]
  if (held.length === 0) return 'Holds no word of the question itself.'
  return absent.length === 0 ? `Holds ${quoteList(held)}.` : `Holds ${quoteList(held)}, not ${quoteList(absent)}.`
}
