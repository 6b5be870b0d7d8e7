/** A list of a passage with the line that introduces it, as a span of its text. */
export interface ListSpan {
  readonly startOffset: number
  readonly endOffset: number
  /** Where its first item's line begins, after the introduction. */
  readonly firstItemOffset: number
  readonly items: number
}

/** How the line of a list's item begins. */
export const listItem = /^\s*(?:>\s?)*\s*(?:[-*+]|\d{1,9}[.)])\s/
const continuation = /^\s{2,}\S/

/** The list that the stretch at `offset` is an item of, or that follows the line it stands in; null where there is none. */
export function findList(text: string, offset: number): ListSpan | null {
  const lines = linesOf(text)
  const at = lines.findIndex(({ from, to }) => from <= offset && offset <= to)
  const line = lines[at]
  if (line === undefined) return null
  const inside = listItem.test(line.text) || (continuation.test(line.text) && lines.slice(0, at).some((other) => listItem.test(other.text)))
  let first = inside ? at : nextContent(lines, at + 1)
  if (!listItem.test(lines[first]?.text ?? '') && !inside) return null
  while (inside && first > 0 && belongs(lines[first - 1]?.text ?? '')) first -= 1
  if (!listItem.test(lines[first]?.text ?? '')) return null
  let last = first
  while (last + 1 < lines.length && belongs(lines[last + 1]?.text ?? '')) last += 1
  const introduction = inside ? introductionAbove(lines, first) : at
  const opening = lines[introduction ?? first]
  const closing = lines[last]
  if (opening === undefined || closing === undefined) return null
  return {
    startOffset: opening.from + (opening.text.length - opening.text.trimStart().length), firstItemOffset: lines[first]?.from ?? opening.from,
    endOffset: closing.from + closing.text.trimEnd().length,
    items: lines.slice(first, last + 1).filter(({ text: body }) => listItem.test(body)).length,
  }
}

interface Line {
  readonly text: string
  readonly from: number
  readonly to: number
}

function linesOf(text: string): Line[] {
  let from = 0
  return text.split('\n').map((line) => {
    const start = from
    from += line.length + 1
    return { text: line, from: start, to: start + line.length }
  })
}

function belongs(line: string): boolean {
  return listItem.test(line) || continuation.test(line)
}

function nextContent(lines: readonly Line[], from: number): number {
  let at = from
  while (at < lines.length && lines[at]?.text.trim() === '') at += 1
  return at
}

/** The line above a list, blank ones aside, where it ends in a colon. */
function introductionAbove(lines: readonly Line[], first: number): number | null {
  let at = first - 1
  while (at >= 0 && lines[at]?.text.trim() === '') at -= 1
  return at >= 0 && /:[*_]*\s*$/.test(lines[at]?.text ?? '') ? at : null
}
