import { looksLikeInstruction, propertiesIn, type EvidenceItem } from '@/lib/evidence'
import { holdsProperties, type ListedDocument } from '@/lib/retrieval'
import type { RecordQuestion } from './read-record-question'
import { sentenceCandidates, statedRow } from './sentence-candidates'
import { holdsName } from './stands-in'

/** What a document's row may be cited by: its own words, in the order in which they say most. */
export interface RowQuote {
  readonly text: string
  readonly kind: 'quotation' | 'table-cell'
  /** Says by itself what the row is there for. */
  readonly states: boolean
}

const fewestWords = 4
/** Properties that tell what the record knows. */
const ofRecord = /^(?:status|stage|state|.*date|decided|supersed\w*[-_ ]?by|supersed\w*|replac\w*[-_ ]?by|replac\w*)$/i
/** Of a manifest: what it is of. */
const namingLine = /^(?:release|version|tag|name|title)\s*:/i

/** Quotable stretches of a passage for a row of a list: those that state what is asked for first, then whole sentences, then lines. Empty where there is none. */
export function rowQuotes(item: EvidenceItem, question: RecordQuestion, document: Pick<ListedDocument, 'effectiveAt' | 'status'>): readonly RowQuote[] {
  const isRecord = item.passage.contentType === 'record'
  const says = (text: string) => (isRecord ? namingLine.test(text) : (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= fewestWords)
  const rank = ({ text, states: stated }: RowQuote) => (stated ? 0 : says(text) ? 1 : 2)
  const properties = holdsProperties(item.passage.contentType, item.sourcePath) ? propertiesIn(item.passage.text).filter(({ key }) => ofRecord.test(key)) : []
  const quotes = [...properties.map(({ text }) => ({ text, cells: null })), ...sentenceCandidates(item)]
    .filter(({ text }) => !looksLikeInstruction(text))
    .map(({ text, cells }) => (cells === null ? { text: text.replace(/\s+/g, ' ').trim(), kind: 'quotation' as const } : { text: statedRow(cells), kind: 'table-cell' as const }))
    .map((quote): RowQuote => ({ ...quote, states: states(quote.text, question, document) }))
  // A document that is nothing but its heading.
  const heading = quotes.length === 0 ? /^#{1,6}[ \t]+(\S[^\n]*)$/.exec(item.passage.text.trim())?.[1] : undefined
  return heading === undefined ? quotes.toSorted((one, other) => rank(one) - rank(other)) : [{ text: heading, kind: 'quotation', states: false }]
}

const relation = /\b(?:supersed|replac)/i

/** Whether a text says by itself what the row is there for: the status, the date, what replaces what. */
function states(text: string, { asks, conditions: { status, pick } }: RecordQuestion, document: Pick<ListedDocument, 'effectiveAt' | 'status'>): boolean {
  const says = (word: string | null) => word !== null && new RegExp(`\\b${word}\\b`, 'i').test(text)
  if (asks === 'date' || pick !== null) return holdsName(text, document.effectiveAt)
  if (asks === 'successor' || asks === 'predecessor') return relation.test(text)
  if (asks === 'status') return says(document.status) || /^(?:status|stage|state):/i.test(text) || (document.status === 'superseded' && relation.test(text))
  return says(status)
}
