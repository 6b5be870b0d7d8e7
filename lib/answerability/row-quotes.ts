import { looksLikeInstruction, type EvidenceItem } from '@/lib/evidence'
import type { RecordQuestion } from './read-record-question'
import { sentenceCandidates, statedRow } from './sentence-candidates'

/** What a document's row may be cited by: its own words, in the order in which they say most. */
export interface RowQuote {
  readonly text: string
  readonly kind: 'quotation' | 'table-cell'
}

const fewestWords = 4
/** Of a manifest: what it is of. */
const namingLine = /^(?:release|version|tag|name|title)\s*:/i

/** Quotable stretches of a passage for a row of a list: those that state the status asked for first, then whole sentences, then lines. Empty where there is none. */
export function rowQuotes(item: EvidenceItem, { status }: RecordQuestion['conditions']): readonly RowQuote[] {
  const states = status === null ? null : new RegExp(`\\b${status}\\b`, 'i')
  const isRecord = item.passage.contentType === 'record'
  const says = (text: string) => (isRecord ? namingLine.test(text) : (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= fewestWords)
  const rank = (text: string) => (states?.test(text) === true ? 0 : says(text) ? 1 : 2)
  const quotes = sentenceCandidates(item)
    .filter(({ text }) => !looksLikeInstruction(text))
    .map(({ text, cells }): RowQuote => (cells === null ? { text: text.replace(/\s+/g, ' ').trim(), kind: 'quotation' } : { text: statedRow(cells), kind: 'table-cell' }))
  // A document that is nothing but its heading.
  const heading = quotes.length === 0 ? /^#{1,6}[ \t]+(\S[^\n]*)$/.exec(item.passage.text.trim())?.[1] : undefined
  return heading === undefined ? quotes.toSorted((one, other) => rank(one.text) - rank(other.text)) : [{ text: heading, kind: 'quotation' }]
}
