import type { Span } from './document'

/** Headings cut a text into stretches; a stretch with one of these traits would keep the parser busy for seconds. */
const limits = { length: 400_000, lineLength: 200_000, items: 3_000, brackets: 500 }
/** Parsing time grows with the square of a list, so neighbouring stretches are parsed together only up to this length. */
const joinedLength = 100_000

export interface Part extends Span {
  /** Why this part must be read as plain paragraphs; null when it can be parsed. */
  readonly tooMuch: string | null
}

/** Cuts a text into parts that can be parsed each by itself: at ATX headings outside fences and comments, and only where it is long. */
export function cutIntoParts(text: string, startOffset: number): Part[] {
  if (text.length - startOffset <= joinedLength) return [judge(text, startOffset, text.length)]
  const parts: Part[] = []
  let openFrom = startOffset
  const closeAt = (end: number) => {
    if (end > openFrom) parts.push(judge(text, openFrom, end))
    openFrom = end
  }
  for (const stretch of stretches(text, startOffset)) {
    const { tooMuch } = judge(text, stretch.startOffset, stretch.endOffset)
    if (tooMuch !== null || stretch.endOffset - openFrom > joinedLength) closeAt(stretch.startOffset)
    if (tooMuch !== null) closeAt(stretch.endOffset)
  }
  closeAt(text.length)
  return parts
}

function* stretches(text: string, startOffset: number): Generator<Span> {
  let from = startOffset
  let fence: string | null = null
  let comment = false
  for (const line of text.slice(startOffset).matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g)) {
    const words = line[1] ?? ''
    const mark = /^ {0,3}(`{3,}|~{3,}|\${2,})/.exec(words)?.[1]
    if (fence !== null) {
      if (mark !== undefined && mark.startsWith(fence) && words.trim() === mark) fence = null
    } else if (!comment && mark !== undefined) {
      fence = mark
    } else {
      const at = startOffset + line.index
      if (!comment && /^#{1,6}(?:[ \t]|$)/.test(words) && at > from) {
        yield { startOffset: from, endOffset: at }
        from = at
      }
      const lastOpen = words.lastIndexOf('<!--')
      if (lastOpen >= 0) comment = words.indexOf('-->', lastOpen) < 0
      else if (comment && words.includes('-->')) comment = false
    }
    if (line[0] === '') break
  }
  if (from < text.length) yield { startOffset: from, endOffset: text.length }
}

function judge(text: string, startOffset: number, endOffset: number): Part {
  const span = { startOffset, endOffset }
  const length = endOffset - startOffset
  if (length > limits.length) return { ...span, tooMuch: `${Math.round(length / 1000)} thousand characters without a heading` }
  let items = 0
  let lineStart = startOffset
  for (const lineEnd of text.slice(startOffset, endOffset).matchAll(/\r\n|\n|\r|$/g)) {
    const end = startOffset + lineEnd.index
    if (end - lineStart > limits.lineLength) return { ...span, tooMuch: `a line of ${Math.round((end - lineStart) / 1000)} thousand characters` }
    const mark = /^([ \t>]*)(?:[-*+]|\d{1,9}[.)]|>)(?:[ \t]|$)/.exec(text.slice(lineStart, Math.min(end, lineStart + 1000)))
    // A deep item costs the parser its depth as well.
    if (mark !== null) items += 1 + Math.floor((mark[1] ?? '').length / 32)
    lineStart = end + lineEnd[0].length
  }
  if (items > limits.items) return { ...span, tooMuch: 'too many list items or quoted lines under one heading' }
  return { ...span, tooMuch: bracketDepth(text, span) > limits.brackets ? `more than ${limits.brackets} brackets inside each other` : null }
}

function bracketDepth(text: string, { startOffset, endOffset }: Span): number {
  let depth = 0
  let deepest = 0
  for (const { 0: mark } of text.slice(startOffset, endOffset).matchAll(/[[\]]|[\r\n][ \t]*[\r\n]/g)) {
    depth = mark === '[' ? depth + 1 : mark === ']' ? Math.max(0, depth - 1) : 0
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
