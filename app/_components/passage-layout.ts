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

/** How a passage is laid out on its own: a table row gets its header back, a nested item loses its indentation, code and records stay verbatim. */
export function layOutPassage(text: string, contentType: ContentType, tableHeader: string | null, marks: readonly MarkSpan[]): PassageLayout {
  const fenced = /^\s*(```|~~~)/.test(text)
  if (contentType === 'record' || (contentType === 'code' && !fenced)) return { source: text, marks, verbatim: true }
  const even = dedent(text, marks)
  const header = contentType === 'table' ? headerFor(tableHeader, even.text) : ''
  return {
    source: header + even.text,
    marks: even.marks.map((mark) => ({ startOffset: mark.startOffset + header.length, endOffset: mark.endOffset + header.length })),
    verbatim: false,
  }
}
