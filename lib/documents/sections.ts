import type { Section } from './document'
import type { LineIndex } from './line-index'
import type { Heading } from './outline'
import { trimSpan } from './span'

/** Sections in document order from headings in order: level 0 first when anything stands before the first heading. */
export function buildSections(text: string, bodyStartOffset: number, headings: readonly Heading[], lines: LineIndex): Section[] {
  const sections: Section[] = []
  const add = (level: number, heading: string | null, start: number, end: number, bodyFrom: number, bodyTo: number, parent: Section | null) => {
    const { startOffset, endOffset } = trimSpan(text, start, end, level === 0)
    const trimmed = trimSpan(text, bodyFrom, bodyTo, true)
    const body = trimmed.startOffset >= trimmed.endOffset ? { startOffset: bodyFrom, endOffset: bodyFrom } : trimmed
    const headingPath = heading === null ? [] : [...(parent?.headingPath ?? []), heading]
    sections.push({
      ordinal: sections.length, level, heading, headingPath, parent: parent?.ordinal ?? null, body,
      startOffset, endOffset, ...lines.linesOf(startOffset, endOffset),
    })
  }
  const firstHeading = headings[0]?.startOffset ?? text.length
  if (text.slice(bodyStartOffset, firstHeading).trim() !== '') add(0, null, bodyStartOffset, firstHeading, bodyStartOffset, firstHeading, null)
  const open: Section[] = []
  const ends = sectionEnds(headings, text.length)
  for (const [at, heading] of headings.entries()) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop()
    const bodyEnd = headings[at + 1]?.startOffset ?? text.length
    add(heading.level, heading.text, heading.startOffset, ends[at] ?? text.length, heading.endOffset, bodyEnd, open.at(-1) ?? null)
    const added = sections.at(-1)
    if (added !== undefined) open.push(added)
  }
  return sections
}

/** Where each heading's section ends: at the next heading of the same or a higher level. */
function sectionEnds(headings: readonly Heading[], textLength: number): number[] {
  const ends: number[] = []
  const open: number[] = []
  for (const [at, heading] of headings.entries()) {
    for (let last = open.at(-1); last !== undefined && (headings[last]?.level ?? 0) >= heading.level; last = open.at(-1)) {
      ends[last] = heading.startOffset
      open.pop()
    }
    open.push(at)
  }
  for (const at of open) ends[at] = textLength
  return ends
}
