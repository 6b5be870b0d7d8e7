import type { ContentType } from '@/lib/documents'
import type { MarkSpan } from './mark-text'

export interface PassageLayout {
  /** What is parsed as Markdown, or shown as it is when `verbatim`. */
  readonly source: string
  readonly marks: readonly MarkSpan[]
  readonly verbatim: boolean
}

const delimiterRow = /^\s*\|?(\s*:?-+:?\s*\|)+\s*(:?-+:?\s*)?$/m

function headerFor(header: string | null, text: string): string {
  if (header === null || delimiterRow.test(text)) return ''
  if (delimiterRow.test(header)) return `${header.trimEnd()}\n`
  const cells = header.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).length
  return `${header.trim()}\n|${' --- |'.repeat(cells)}\n`
}

/** Takes the indentation that all lines share away, and moves the marks with the text. */
function dedent(text: string, marks: readonly MarkSpan[]): { readonly text: string; readonly marks: readonly MarkSpan[] } {
  const lines = text.split('\n')
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const depth = depths.length === 0 ? 0 : Math.min(...depths)
  if (depth === 0) return { text, marks }
  const kept: string[] = []
  const cuts: { readonly at: number; readonly length: number }[] = []
  let at = 0
  for (const line of lines) {
    const length = Math.min(depth, line.length - line.trimStart().length)
    cuts.push({ at, length })
    kept.push(line.slice(length))
    at += line.length + 1
  }
  const move = (offset: number): number => offset - cuts.reduce((sum, cut) => sum + Math.max(0, Math.min(cut.length, offset - cut.at)), 0)
  return { text: kept.join('\n'), marks: marks.map((mark) => ({ startOffset: move(mark.startOffset), endOffset: move(mark.endOffset) })) }
}

interface Fence {
  readonly marker: string
  readonly language: string
  readonly isFirst: boolean
}

function fencesOf(text: string): readonly Fence[] {
  const start = text.length - text.trimStart().length
  return [...text.matchAll(/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^`\n]*)$/gm)]
    .map(({ 1: marker = '', 2: language = '', index }) => ({ marker, language: language.trim(), isFirst: index <= start }))
}

/** Code that began in the passage before ends in this one: its first fence closes, or the others would not come in pairs. */
function startsInCode([first, second, ...others]: readonly Fence[]): boolean {
  if (first === undefined || first.isFirst || first.language !== '') return false
  return second === undefined || others.length % 2 === 1 || (second.marker === first.marker && second.language !== '')
}

/** Prose around lines that are indented as code. */
function surroundsIndentedCode(text: string): boolean {
  const paragraphs = text.split(/\n[ \t]*\n/).filter((paragraph) => paragraph.trim() !== '')
  const code = paragraphs.filter((paragraph) => /^(?: {4}|\t)/.test(paragraph.replace(/^\n+/, '')))
  return code.length > 0 && code.length < paragraphs.length && paragraphs.every((paragraph) => code.includes(paragraph) || /^\s{0,3}\p{L}[^\n]*\s\S+\s[^]*[.:?!)]\s*$/u.test(paragraph))
}

/** How a passage is laid out on its own: a table row gets its header back, a nested item loses its indentation, code and records stay verbatim. Code among prose is Markdown like the rest. */
export function layOutPassage(text: string, contentType: ContentType, tableHeader: string | null, marks: readonly MarkSpan[]): PassageLayout {
  const fences = contentType === 'record' ? [] : fencesOf(text)
  const verbatim = contentType === 'record' || (contentType === 'code' && fences.length === 0 && !surroundsIndentedCode(text))
  if (verbatim) return { source: text, marks, verbatim }
  const even = contentType === 'code' && fences.length === 0 ? { text, marks } : dedent(text, marks)
  const before = contentType === 'table' ? headerFor(tableHeader, even.text) : contentType !== 'list' && startsInCode(fences) ? `${fences[0]?.marker ?? ''}\n` : ''
  return {
    source: before + even.text,
    marks: even.marks.map((mark) => ({ startOffset: mark.startOffset + before.length, endOffset: mark.endOffset + before.length })),
    verbatim: false,
  }
}
