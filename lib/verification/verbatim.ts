import { splitSentences, type Span } from '@/lib/analysis'
import { hedges, negations } from './logic-words'
import type { CitedPassage } from './verdict'
import { splitRow, tableRows } from './table'

/** What a claim's wording in a passage amounts to: its span, or why the words there do not carry it. */
export type VerbatimFinding = { readonly found: true; readonly span: Span } | { readonly found: false; readonly reason: string }

/** The words stand there as part of a sentence, which may say something else: other checks decide. */
const fragment = 'fragment'

const edges = /^[\s"'“”‘’«»*_`(•]+|[\s"'“”‘’«»*_`).;:,!]+$/g
const clauseBreak = /(?:[;—–]|\s--?\s|:\s|,\s(?:and|but|so|while|whereas)\s|,\s(?=which\s))/g
/** Words without which a clause may say something else than its sentence. */
const turning = /\b(?:only|except|but|however|although|though|while|whereas|until|before|instead|according|says?|said|false|wrong|myth|no longer|used to|was|were|formerly|previously)\b/i
const fewestClauseWords = 4

interface Folded {
  readonly text: string
  /** Offset in the original of each character of the folded text, and of its end. */
  readonly offsets: readonly number[]
}

/** Blanks collapsed, soft wraps and quote markers included; everything else as it is. */
function foldBlanks(text: string): Folded {
  let folded = ''
  const offsets: number[] = []
  const blanks = /\s*\n[ \t]*(?:>[ \t]?)*\s*|\s+/y
  for (let at = 0; at < text.length; ) {
    blanks.lastIndex = at
    const gap = blanks.exec(text)?.[0].length ?? 0
    folded += gap > 0 ? ' ' : text.charAt(at)
    offsets.push(at)
    at += Math.max(1, gap)
  }
  offsets.push(text.length)
  return { text: folded, offsets }
}

function core(text: string): string {
  return foldBlanks(text).text.replace(edges, '')
}

function coreSpan(text: string, span: Span): Span {
  const body = text.slice(span.startOffset, span.endOffset)
  const lead = /^[\s"'“”‘’«»*_`(]*/.exec(body)?.[0].length ?? 0
  const tail = /[\s"'“”‘’«»*_`).;:,!]*$/.exec(body)?.[0].length ?? 0
  return { startOffset: span.startOffset + lead, endOffset: Math.max(span.startOffset + lead, span.endOffset - tail) }
}

/**
 * Looks for a claim word for word in a passage, blanks aside, as whole sentences, clauses, list items or table cells; null when its
 * words do not stand there.
 */
export function findVerbatim(claim: string, passage: CitedPassage): VerbatimFinding | null {
  const wanted = core(claim)
  if (wanted === '') return null
  const folded = foldBlanks(passage.text)
  const sentences = splitSentences(passage.text, passage.language)
  const introduced = findIntroduced(wanted, passage, sentences)
  if (introduced !== null) return { found: true, span: introduced }
  let refusal: VerbatimFinding | null = null
  for (const at of occurrences(folded.text, wanted)) {
    const span = { startOffset: folded.offsets[at] ?? 0, endOffset: (folded.offsets[at + wanted.length - 1] ?? 0) + 1 }
    const reason = objection(span, passage, sentences)
    if (reason === null) return { found: true, span: widen(passage.text, span) }
    if (reason !== fragment) refusal = { found: false, reason }
  }
  return refusal
}

/** The list item of a claim that quotes it with the line that introduces its list: "Proposed in this RFC: we will reduce …". */
function findIntroduced(wanted: string, { text }: CitedPassage, sentences: readonly Span[]): Span | null {
  if (!wanted.includes(':')) return null // as every line does that introduces a list
  for (const sentence of sentences) {
    const introduction = listIntroduction(text, sentence, sentences)
    if (introduction === null || text.slice(sentence.startOffset, sentence.endOffset).includes('~~')) continue
    if (wanted === core(introducedItem(text, introduction, sentence))) return widen(text, coreSpan(text, sentence))
  }
  return null
}

function introducedItem(text: string, introduction: Span, item: Span): string {
  return `${text.slice(introduction.startOffset, introduction.endOffset)} ${text.slice(item.startOffset, item.endOffset)}`
}

/** A list item with the line that introduces its list, where that line says of the whole list what the item alone would not say; null elsewhere. */
export function turnedItem(text: string, sentence: Span, sentences: readonly Span[]): string | null {
  const introduction = listIntroduction(text, sentence, sentences)
  return introduction === null || !turns(text.slice(introduction.startOffset, introduction.endOffset), false) ? null : foldBlanks(introducedItem(text, introduction, sentence)).text
}

/** A claim may open with a capital where the clause it quotes does not. */
function occurrences(text: string, wanted: string): number[] {
  const first = wanted.charAt(0)
  const rest = wanted.slice(1)
  const places: number[] = []
  for (let at = text.indexOf(rest, 1); at >= 0; at = text.indexOf(rest, at + 1)) {
    if (text.charAt(at - 1).toLowerCase() === first.toLowerCase()) places.push(at - 1)
    if (rest === '') break
  }
  return places
}

function objection(span: Span, passage: CitedPassage, sentences: readonly Span[]): string | null {
  const { text } = passage
  const cores = sentences.map((sentence) => coreSpan(text, sentence))
  const first = cores.findIndex((sentence) => sentence.startOffset <= span.startOffset && span.endOffset <= (cores[cores.length - 1]?.endOffset ?? 0) && span.startOffset < sentence.endOffset)
  const last = cores.findIndex((sentence) => span.endOffset <= sentence.endOffset)
  const [opening, closing] = [cores[first], cores[last]]
  const [openingSentence, closingSentence] = [sentences[first], sentences[last]]
  if (!opening || !closing || !openingSentence || !closingSentence) return fragment
  if (isCell(span, passage)) return null
  const before = text.slice(opening.startOffset, span.startOffset)
  const after = text.slice(span.endOffset, closing.endOffset)
  if (text.slice(openingSentence.startOffset, closingSentence.endOffset).includes('~~')) return 'The passage strikes this out'
  if (/\?["'”’)*_]*$/.test(text.slice(closingSentence.startOffset, closingSentence.endOffset))) return 'The passage asks this and does not say so'
  const introduction = listIntroduction(text, openingSentence, sentences)
  const introducing = introduction === null ? '' : foldBlanks(text.slice(introduction.startOffset, introduction.endOffset)).text
  if (turns(introducing, false)) return `It stands in a list under “${introducing}”`
  if (before === '' && after === '') return null
  return passage.language === 'en' && isWholeClause(before, text.slice(span.startOffset, span.endOffset), after)
    ? null
    : fragment
}

function isWholeClause(before: string, clause: string, after: string): boolean {
  if ((clause.match(/[\p{L}\p{N}]+/gu) ?? []).length < fewestClauseWords) return false
  const opening = [...before.matchAll(clauseBreak)].find((match) => /^[\s"“*_`]*$/.test(before.slice(match.index + match[0].length)))
  const closing = new RegExp(`^["”*_\`]*\\s*${clauseBreak.source}`).exec(after)
  if ((before !== '' && !opening) || (after !== '' && !closing)) return false
  return !turns(before, opening?.[0] === ';') && !turns(after, closing?.[0].trim() === ';')
}

/** Whether the rest of a sentence or a list's introduction may turn what stands beside it; a denial across a semicolon does not. */
function turns(rest: string, isApart: boolean): boolean {
  const words = rest.toLowerCase().replaceAll('’', "'").match(/[\p{L}\p{M}]+(?:'[\p{L}]+)?/gu) ?? []
  return turning.test(rest) || words.some((word) => hedges.has(word) || (negations.has(word) && !(isApart && /^(?:not?|never|none)$|n't$/.test(word))))
}

/** The sentence that introduces the list an item stands in, when the passage has it. */
function listIntroduction(text: string, item: Span, sentences: readonly Span[]): Span | null {
  const lines = text.slice(0, item.startOffset).split('\n')
  const marker = /^\s*(?:>\s?)*\s*(?:[-*+]|\d{1,9}[.)])\s/
  if (!marker.test(lines[lines.length - 1] ?? '')) return null
  let end = item.startOffset - (lines[lines.length - 1] ?? '').length
  for (let at = lines.length - 2; at >= 0; at -= 1) {
    const line = lines[at] ?? ''
    end -= line.length + 1
    if (line.trim() === '' || marker.test(line) || /^\s{2,}/.test(line)) continue
    if (!/:\W*$/.test(line)) return null
    const lineEnd = end + line.length
    // A line that was wrapped is the end of a longer sentence.
    return sentences.find(({ startOffset, endOffset }) => startOffset < lineEnd && lineEnd <= endOffset + (line.length - line.trimEnd().length)) ?? { startOffset: end, endOffset: lineEnd }
  }
  return null
}

function isCell(span: Span, passage: CitedPassage): boolean {
  const row = tableRows(passage.text).find((candidate) => candidate.startOffset <= span.startOffset && span.endOffset <= candidate.endOffset)
  if (!row) return false
  const quoted = passage.text.slice(span.startOffset, span.endOffset)
  if ((quoted.match(/[\p{L}\p{N}]+/gu) ?? []).length < fewestClauseWords) return false
  return splitRow(passage.text.slice(row.startOffset, row.endOffset)).some((cell) => core(cell) === core(quoted))
}

/** The quoted span with the marks and full stop that belong to it. */
function widen(text: string, span: Span): Span {
  const tail = /^[*_`"”’]*[.!]?["”’)*_`]*/.exec(text.slice(span.endOffset))?.[0].length ?? 0
  const lead = /[*_`"“‘]*$/.exec(text.slice(0, span.startOffset))?.[0].length ?? 0
  return { startOffset: span.startOffset - lead, endOffset: span.endOffset + tail }
}
