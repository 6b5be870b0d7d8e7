import type { Suggestion } from '@/lib/retrieval'
import { quoteList } from './phrase-words'

const quotedList = /“[^”]*”(?:(?:, | and )“[^”]*”)*/g

/** What is missing without words that stand nowhere and are near one that does: such a word is a slip, and no fact is missing where it is. */
export function withoutSlips(missing: string, suggestions: readonly Suggestion[]): string {
  const meant = new Map(suggestions.toReversed().map(({ word, instead }) => [word.toLowerCase(), { word, instead }]))
  const wordsOf = (phrase: string) => phrase.toLowerCase().split(/\s+/)
  const isSlip = (phrase: string) => wordsOf(phrase).every((word) => meant.has(word))
  const named = new Set(phrasesIn(missing).flatMap(wordsOf))
  const slips = [...meant].filter(([word]) => named.has(word)).map(([, slip]) => slip).toReversed()
  if (slips.length === 0) return missing
  const told = `${quoteList(slips.map(({ word }) => word))} ${slips.length === 1 ? 'stands' : 'stand'} nowhere in the notes; ${quoteList(slips.map(({ instead }) => instead))} may be meant.`
  const lists = missing.match(quotedList) ?? []
  if (lists.some((list) => phrasesIn(list).every(isSlip))) return told
  return `${missing.replace(quotedList, (list) => quoteList(phrasesIn(list).filter((phrase) => !isSlip(phrase))))} ${told}`
}

function phrasesIn(text: string): string[] {
  return [...text.matchAll(/“([^”]*)”/g)].map(([, phrase = '']) => phrase)
}
