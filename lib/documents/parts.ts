import type { Span } from './document'

/** Headings cut a text into stretches; a stretch with one of these traits would keep the parser busy for seconds. */
const limits = { length: 400_000, lineLength: 200_000, paragraphs: 10_000, items: 3_000, depth: 100, brackets: 500, run: 1_000, runLengths: 50 }
const longestRun = new RegExp(`([*_~])\\1{${limits.run}}`)
/** Quotes and list items that a line opens inside each other. */
const openingMarks = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*/
/** Parsing time grows with the square of a list, so neighbouring stretches are parsed together only up to this length. */
const joinedLength = 100_000
const joinedStretches = 1_000

export interface Part extends Span {
  /** Why this part must be read as plain paragraphs; null when it can be parsed. */
  readonly tooMuch: string | null
}

/** Cuts a text into parts that can be parsed each by itself: at ATX headings outside fences and comments, and only where it is long. */
export function cutIntoParts(text: string, startOffset: number): Part[] {
  const isShort = text.length - startOffset <= joinedLength
  const all = isShort ? [...stretches(text, startOffset)] : []
  if (isShort && all.length <= joinedStretches) return [judge(text, startOffset, text.length)]
  const parts: Part[] = []
  let openFrom = startOffset
  let joined = 0
  const closeAt = (end: number) => {
    if (end > openFrom) parts.push(judge(text, openFrom, end))
    openFrom = end
    joined = 0
  }
  for (const stretch of isShort ? all : stretches(text, startOffset)) {
    const { tooMuch } = judge(text, stretch.startOffset, stretch.endOffset)
    if (tooMuch !== null || stretch.endOffset - openFrom > joinedLength || joined >= joinedStretches) closeAt(stretch.startOffset)
    joined++
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
  let paragraphs = 0
  let lineStart = startOffset
  for (const lineEnd of text.slice(startOffset, endOffset).matchAll(/\r\n|\n|\r|$/g)) {
    const end = startOffset + lineEnd.index
    if (end - lineStart > limits.lineLength) return { ...span, tooMuch: `a line of ${Math.round((end - lineStart) / 1000)} thousand characters` }
    const mark = /^([ \t>]*)(?:(?:[-*+]|\d{1,9}[.)]|>)(?:[ \t]|$)|(?<=>))/.exec(text.slice(lineStart, Math.min(end, lineStart + 1000)))
    if (mark !== null && depthAt(text, lineStart, end) > limits.depth) return { ...span, tooMuch: `more than ${limits.depth} quotes or lists inside each other` }
    // A deep item costs the parser its depth as well.
    if (mark !== null) items += 1 + Math.floor((mark[1] ?? '').length / 32)
    if (end === lineStart) paragraphs++
    lineStart = end + lineEnd[0].length
  }
  if (paragraphs > limits.paragraphs) return { ...span, tooMuch: `more than ${limits.paragraphs} blank lines under one heading` }
  if (items > limits.items) return { ...span, tooMuch: 'too many list items or quoted lines under one heading' }
  if (longestRun.test(text.slice(startOffset, endOffset))) return { ...span, tooMuch: `more than ${limits.run} marks of emphasis in a row` }
  if (runLengths(text, span) > limits.runLengths) return { ...span, tooMuch: `code marks of more than ${limits.runLengths} lengths` }
  return { ...span, tooMuch: bracketDepth(text, span) > limits.brackets ? `more than ${limits.brackets} brackets inside each other` : null }
}

function depthAt(text: string, lineStart: number, lineEnd: number): number {
  const marks = openingMarks.exec(text.slice(lineStart, Math.min(lineEnd, lineStart + 2000)))?.[0] ?? ''
  return marks.match(/>|[-*+.)]/g)?.length ?? 0
}

/** Marks of code and math end only at a mark of their own length; one without an end is looked for to the last line. */
function runLengths(text: string, { startOffset, endOffset }: Span): number {
  return new Set([...text.slice(startOffset, endOffset).matchAll(/`+|\$+/g)].map(({ 0: run }) => run.length)).size
}

/** How deep brackets, links and declarations are open: each one looks for its end through all that follows. */
function bracketDepth(text: string, { startOffset, endOffset }: Span): number {
  const open = { bracket: 0, link: 0, declaration: 0 }
  let deepest = 0
  for (const { 0: mark } of text.slice(startOffset, endOffset).matchAll(/\]\(|[[\])>]|<[!?]|[\r\n][ \t]*[\r\n]/g)) {
    if (mark === '[') open.bracket++
    else if (mark === ']') open.bracket = Math.max(0, open.bracket - 1)
    else if (mark === ')') open.link = Math.max(0, open.link - 1)
    else if (mark === '>') open.declaration = 0
    else if (mark.startsWith('<')) open.declaration++
    else if (mark === '](') {
      open.bracket = Math.max(0, open.bracket - 1)
      open.link++
    } else open.bracket = open.link = open.declaration = 0
    deepest = Math.max(deepest, open.bracket, open.link, open.declaration)
  }
  return deepest
}
