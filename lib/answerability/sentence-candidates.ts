import { splitSentences } from '@/lib/analysis'
import { numbersInWords, type EvidenceItem } from '@/lib/evidence'
import { holdsProperties } from '@/lib/retrieval'
import { findList, listItem } from './find-list'

/** A stretch of one evidence item that could stand as a claim. Offsets are into the item's text. */
export interface SentenceCandidate {
  readonly item: EvidenceItem
  readonly startOffset: number
  readonly endOffset: number
  /** The author's own text: a sentence, list item, or table row as written. */
  readonly text: string
  /** A table row's cells under their headers; null for prose. */
  readonly cells: readonly { readonly header: string; readonly cell: string }[] | null
  /** The sentence before it in the same block, for words that refer back. */
  readonly previous: string | null
  /** The line that introduces the list this is an item of; absent outside lists and where none does. */
  readonly introduction?: string
  /** A property that stands at the head of the note and answers the question; absent for everything else. */
  readonly isProperty?: true
  /** How many items it has, of a whole list with the line that introduces it; absent for a sentence, an item or a row. */
  readonly listItems?: number
}

const delimiterRow = /^\s*\|?[\s:|-]+\|?\s*$/
const heading = /^#{1,6}\s/
const linkDefinition = /^\[[^\]]+\]:\s+\S+/
const imageOnly = /^!\[[^\]]*\]\([^)]*\)$/
const embedOnly = /^!?\[\[[^\]]*\]\]$/
/** "Date: 2021-01-25": what a form says about the document, not what the document says. */
const metadataLine = /^[*_]*(date|status|author|authors|deciders|owner|tags?|version|updated|created|reviewers?|severity|from|to|subject)[*_]*\s*:/i

/** HTML comments and invisible characters: nobody who reads the note sees them, so nobody is answered with them. */
function hiddenStretches(text: string): Stretch[] {
  return [...text.matchAll(/<!--[\s\S]*?(?:-->|$)|[\u200b\u200c\u2060\ufeff]+/g)].map((match) => ({ startOffset: match.index, endOffset: match.index + match[0].length }))
}

/** A sentence without the hidden text before or after it; null where hidden text stands within it, or nothing is left. */
function visiblePart(text: string, { startOffset, endOffset }: Stretch, hidden: readonly Stretch[]): Stretch | null {
  let visible: readonly Stretch[] = [{ startOffset, endOffset }]
  for (const stretch of hidden) {
    visible = visible.flatMap((part) => (stretch.endOffset <= part.startOffset || part.endOffset <= stretch.startOffset ? [part] : [
      { startOffset: part.startOffset, endOffset: stretch.startOffset }, { startOffset: stretch.endOffset, endOffset: part.endOffset },
    ].filter((rest) => rest.startOffset < rest.endOffset)))
  }
  const trimmed = visible.flatMap((part) => {
    const inside = text.slice(part.startOffset, part.endOffset)
    const start = part.startOffset + (inside.length - inside.trimStart().length)
    return inside.trim() === '' ? [] : [{ startOffset: start, endOffset: start + inside.trim().length }]
  })
  return trimmed.length === 1 ? (trimmed[0] ?? null) : null
}

interface Stretch {
  readonly startOffset: number
  readonly endOffset: number
}

/** The cells of a Markdown table row; an escaped bar is part of its cell. */
export function splitCells(row: string): string[] {
  return row.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, '|'))
}

/** The header row of an item's table: inside its text, or travelling with it as context. */
export function headerRowOf(item: EvidenceItem): string | null {
  const travelling = item.passage.context.find(({ role }) => role === 'table-header')?.text.split('\n')[0]
  if (travelling !== undefined) return travelling
  const lines = item.passage.text.split('\n')
  const at = lines.findIndex((line) => line.includes('-') && line.includes('|') && delimiterRow.test(line))
  return at > 0 ? (lines[at - 1] ?? null) : null
}

/** "There are 2 principles:" opens what follows, and says how many. */
const countOpening = new RegExp(String.raw`\b(?:there (?:are|were)|(?:we|they|it|which) (?:have|has|had|offers?|uses?|propose))\s+(?:\d{1,3}|${numbersInWords.join('|')})\s[^:]*:$`, 'i')

/**
 * Everything in an item that can be quoted: no headings, no header rows, no questions, nothing without a word; a line that only
 * opens what follows just where `counting` is asked and it says how many.
 */
export function sentenceCandidates(item: EvidenceItem, { counting = false } = {}): SentenceCandidate[] {
  const { text, contentType } = item.passage
  const header = headerRowOf(item)
  const hidden = hiddenStretches(text)
  const isHead = holdsProperties(contentType, item.sourcePath)
  const found: SentenceCandidate[] = []
  let previous: { readonly end: number; readonly text: string } | null = null
  let introduction: string | null = null
  for (const split of withLabels(text, withDays(text, splitSentences(text, 'en')))) {
    const visible = visiblePart(text, split, hidden)
    if (visible === null) continue
    const { endOffset } = visible
    // What closes the emphasis of the sentence before is no part of this one.
    const startOffset = visible.startOffset + (/^(?:\*{1,3}|_{1,3}|~~)\s+/.exec(text.slice(visible.startOffset, endOffset))?.[0].length ?? 0)
    const sentence = text.slice(startOffset, endOffset)
    if (embedOnly.test(sentence) || imageOnly.test(sentence) || linkDefinition.test(sentence) || (contentType !== 'record' && metadataLine.test(sentence))) continue
    const line = lineOf(text, startOffset)
    // A property is a fact of its note, for who asks for it by name; only one in words is a sentence too.
    if (isHead && (sentence.replace(/^[^\n:]*:/, '').match(/[\p{L}\p{N}]+/gu) ?? []).length < fewestWordsOfProperty) continue
    const isItem = listItem.test(line)
    if (!isItem && !/^\s{2,}/.test(line)) introduction = /:[*_]*$/.test(sentence) ? sentence : null
    const before: string | null = previous !== null && !/\n\s*\n/.test(text.slice(previous.end, startOffset)) ? previous.text : null
    previous = { end: endOffset, text: sentence }
    if (heading.test(sentence) || delimiterRow.test(sentence) || !/\p{L}/u.test(sentence) || sentence.endsWith('?') || (sentence.endsWith(':') && !(counting && countOpening.test(sentence)))) continue
    const isRow = header !== null && /^\s*\|/.test(line) && contentType !== 'code'
    if (isRow) {
      if (sentence.trim() === header.trim()) continue
      const headers = splitCells(header)
      const cells = splitCells(sentence).map((cell, at) => ({ header: headers[at] ?? '', cell }))
      found.push({ item, startOffset, endOffset, text: sentence, cells: cells.filter(({ cell }) => cell !== ''), previous: null })
    } else found.push({ item, startOffset, endOffset, text: sentence, cells: null, previous: before, ...(introduction === null || !isItem ? {} : { introduction }) })
  }
  return found
}

/** A longer list is quoted by its items. */
export const longestList = { items: 15, characters: 1_500 } as const

/** The lists of an item, each whole with the line that introduces it: what answers "which conditions must …?". None without such a line. */
export function listCandidates(item: EvidenceItem): SentenceCandidate[] {
  const { text, contentType } = item.passage
  if (contentType === 'code' || contentType === 'record') return []
  const hidden = hiddenStretches(text)
  const found: SentenceCandidate[] = []
  for (const match of text.matchAll(/^.*:[*_]*[ \t]*$/gm)) {
    const list = listItem.test(match[0]) ? null : findList(text, match.index)
    if (list === null || list.startOffset > match.index + match[0].length || list.items < 2 || list.items > longestList.items || list.endOffset - list.startOffset > longestList.characters) continue
    const before = text.slice(0, list.startOffset)
    // The line may be the end of a wrapped sentence.
    const startOffset = splitSentences(text.slice(0, list.firstItemOffset), 'en').find(({ endOffset }) => endOffset > before.length)?.startOffset ?? list.startOffset
    const whole = text.slice(startOffset, list.endOffset)
    if (whole.includes('~~') || hidden.some((stretch) => stretch.startOffset < list.endOffset && startOffset < stretch.endOffset)) continue
    found.push({ item, startOffset, endOffset: list.endOffset, text: whole, cells: null, previous: null, listItems: list.items })
  }
  return found
}

const fewestWordsOfProperty = 6
const longestLabel = 60

const germanMonth = /^\s*(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b/i

/** "am 9. August" is no end of a sentence. */
function withDays(text: string, spans: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last !== undefined && /(?<!\d)\d{1,2}\.$/.test(text.slice(last.startOffset, last.endOffset)) && germanMonth.test(text.slice(last.endOffset, span.endOffset))) joined[joined.length - 1] = { startOffset: last.startOffset, endOffset: span.endOffset }
    else joined.push(span)
  }
  return joined
}

/** "**Second provider for fax.** Not decided." is one statement: a label in bold says what the sentence after it is about. */
function withLabels(text: string, spans: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  let label: Stretch | null = null
  for (const span of spans) {
    const continued: boolean = label !== null && !/\n\s*\n|\n\s*(?:[-*+]|\d{1,9}[.)])\s/.test(text.slice(label.endOffset, span.startOffset))
    if (label !== null && !continued) joined.push(label)
    const from: number = label !== null && continued ? label.startOffset : span.startOffset
    const wasLabel: boolean = label !== null && continued
    label = null
    if (!wasLabel && span.endOffset - span.startOffset <= longestLabel && /^(?:\*\*|__)[^*_]+[.:](?:\*\*|__)?$/.test(text.slice(span.startOffset, span.endOffset))) label = span
    else joined.push({ startOffset: from, endOffset: span.endOffset })
  }
  return label === null ? joined : [...joined, label]
}

function lineOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset) + 1
  return text.slice(start, Math.max(offset + 1, text.indexOf('\n', offset)))
}

/** A table row stated with its headers, each part word for word. */
export function statedRow(cells: readonly { readonly header: string; readonly cell: string }[]): string {
  return cells.map(({ header, cell }) => (header === '' ? cell : `${header}: ${cell}`)).join('; ')
}

/** What a candidate says, a table row as it is stated. */
export function spokenText({ cells, text }: Pick<SentenceCandidate, 'cells' | 'text'>): string {
  return cells === null ? text : statedRow(cells)
}
