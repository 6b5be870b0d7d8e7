import type { Span } from './document'

const blank = /\s/

/** The span without surrounding white space; with `keepIndentation`, the first line keeps the spaces before its first word. */
export function trimSpan(text: string, startOffset: number, endOffset: number, keepIndentation = false): Span {
  let end = endOffset
  while (end > startOffset && blank.test(text.charAt(end - 1))) end--
  let start = startOffset
  while (start < end && blank.test(text.charAt(start))) start++
  if (keepIndentation) {
    while (start > startOffset && (text.charAt(start - 1) === ' ' || text.charAt(start - 1) === '\t')) start--
  }
  return { startOffset: start, endOffset: end }
}

/** The start of the line of `offset`, not before `floorOffset`, when only spaces, tabs and quote marks stand between; else the offset itself. */
export function lineStartOf(text: string, offset: number, floorOffset: number): number {
  let start = offset
  while (start > floorOffset && /[ \t>]/.test(text.charAt(start - 1))) start--
  return start === floorOffset || /[\r\n]/.test(text.charAt(start - 1)) ? start : offset
}

export function lengthOf(span: Span): number {
  return span.endOffset - span.startOffset
}
