/** A stretch of text that is read as one: a paragraph, a list item, a heading, a table row, a line of code. */
export interface ProseUnit {
  readonly startOffset: number
  readonly endOffset: number
  /** False where a full stop does not end a sentence: headings, table rows, code. */
  readonly splits: boolean
}

interface Line {
  readonly text: string
  readonly from: number
}

const fence = /^\s{0,3}(?:>\s?)*\s*(```+|~~~+)/
const blank = /^[\s>]*$/
const rule = /^\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|=+\s*)$/
const heading = /^\s{0,3}(?:>\s?)*#{1,6}\s+/
const quoteMarker = /^\s{0,3}(?:>\s?)+/
const listMarker = /^\s*(?:>\s?)*\s*(?:[-*+]|\d{1,9}[.)]|\[\^[^\]]+\]:)\s+(?:\[[ xX]\]\s+)?/
const tableDelimiter = /^\s*(?:>\s?)*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const indentedCode = /^(?: {4}|\t)/
const hardBreak = /(?: {2,}|\\)\r?$/
const boldLabel = /^\s*(?:>\s?)*(?:\*\*|__)[^*_\n]{1,60}(?::(?:\*\*|__)|(?:\*\*|__):)/
const plainLabel = /^\s*(?:>\s?)*\p{Lu}[\p{L}\p{N} _-]{0,30}: \S/u
/** A record's entry: a key of one word, in any case, with its value or with a block below it. */
const recordEntry = /^\s*(?:>\s?)*[\p{L}_][\w.-]{0,40}:(?: \S|\s*$)/u
const callout = /^\s{0,3}(?:>\s?)+\[![\w-]+\]/

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    lines.push({ text: text.slice(from, to), from })
    from = to + 1
  }
  return lines
}

/** The units of a Markdown text in document order, without their markers; blank lines, fences and rules belong to none. */
export function proseUnits(text: string): ProseUnit[] {
  const lines = linesOf(text)
  const units: ProseUnit[] = []
  let open: { from: number; to: number } | null = null
  let fenceMark: string | null = null
  let inList = false
  let inTable = false
  let afterBlank = true

  const close = (): void => {
    if (open) units.push({ startOffset: open.from, endOffset: open.to, splits: true })
    open = null
  }
  const single = (line: Line, skip: number): void => {
    close()
    units.push({ startOffset: line.from + skip, endOffset: line.from + line.text.length, splits: false })
  }
  const start = (line: Line, skip: number): void => {
    close()
    open = { from: line.from + skip, to: line.from + line.text.length }
  }

  lines.forEach((line, index) => {
    const next = lines[index + 1]?.text
    const mark = fence.exec(line.text)?.[1]
    if (fenceMark !== null) {
      if (mark?.startsWith(fenceMark)) fenceMark = null
      else if (!blank.test(line.text)) single(line, 0)
      return
    }
    if (mark !== undefined) {
      close()
      fenceMark = mark
      return
    }
    const wasBlank = afterBlank
    afterBlank = false
    if (blank.test(line.text)) {
      close()
      afterBlank = true
      inTable = false
      return
    }
    const isRow = line.text.includes('|')
    if (isRow && next !== undefined && next.includes('|') && tableDelimiter.test(next)) inTable = true
    if (isRow && tableDelimiter.test(line.text)) {
      close()
      inTable = true
      return
    }
    if ((inTable && isRow) || /^\s*\|.*\|\s*$/.test(line.text)) return single(line, quoteMarker.exec(line.text)?.[0].length ?? 0)
    inTable = false
    if (rule.test(line.text)) return close()
    const headingMark = heading.exec(line.text)
    if (headingMark) {
      inList = false
      return single(line, headingMark[0].length)
    }
    const itemMark = listMarker.exec(line.text)
    if (itemMark && !(indentedCode.test(line.text) && wasBlank && !inList)) {
      inList = true
      start(line, itemMark[0].length)
    } else if (indentedCode.test(line.text) && open === null && !inList) single(line, 0)
    else if (open === null || beginsUnit(line.text, lines[index - 1]?.text, next)) {
      if (wasBlank && !/^\s/.test(line.text)) inList = false
      start(line, quoteMarker.exec(line.text)?.[0].length ?? 0)
    } else open.to = line.from + line.text.length
    if (hardBreak.test(line.text) || callout.test(line.text)) close()
  })
  close()
  return units
}

/** Lines that read as a record, "Status: accepted" under "Date: 2026", are no soft-wrapped paragraph. */
function beginsUnit(line: string, previous: string | undefined, next: string | undefined): boolean {
  if (boldLabel.test(line)) return true
  const labelled = (other: string | undefined): boolean => other !== undefined && (plainLabel.test(other) || recordEntry.test(other))
  return labelled(line) && (labelled(previous) || labelled(next))
}
