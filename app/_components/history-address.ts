import type { HistoryRequest } from '@/lib/answers'
import type { FieldReader } from './search-address'

/** Which part of the history an address asks for. */
export interface HistoryPart extends Pick<HistoryRequest, 'words' | 'outcome' | 'bookmarked'> {
  /** From 1. */
  readonly page: number
}

export const answersOnPage = 50

export const shownOutcomes = ['answered', 'partial', 'closest', 'refused'] as const
const longestWords = 200

/** What an address asks for; unknown and malformed values are left out. */
export function parseHistory(read: FieldReader): HistoryPart {
  const page = read('page')[0] ?? ''
  return {
    words: (read('words')[0] ?? '').trim().slice(0, longestWords),
    outcome: shownOutcomes.find((outcome) => read('outcome').includes(outcome)) ?? null,
    bookmarked: read('bookmarked').includes('1'),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address of a part of the history; what is at its default is left out. */
export function historyAddress({ words, outcome, bookmarked, page }: HistoryPart): string {
  const fields = new URLSearchParams({ ...(words === '' ? {} : { words }), ...(outcome === null ? {} : { outcome }), ...(bookmarked ? { bookmarked: '1' } : {}), ...(page === 1 ? {} : { page: String(page) }) }).toString()
  return fields === '' ? '/answers' : `/answers?${fields}`
}
