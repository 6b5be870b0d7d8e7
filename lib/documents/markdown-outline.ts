import type { Link, ParseWarning, Span } from './document'
import { readEvents } from './markdown-events'
import { type Block, type Heading, type Outline, plainBlocks } from './outline'
import { longestHeading, OutlineReader } from './outline-reader'
import { cutIntoParts, type Part } from './parts'

/** The structure of Markdown from `bodyStartOffset` on. A part the parser would not finish soon becomes plain paragraphs, with a warning. */
export function outlineMarkdown(text: string, bodyStartOffset: number): Outline & { readonly warnings: readonly (ParseWarning & Span)[] } {
  const headings: Heading[] = []
  const blocks: Block[] = []
  const opaque: Span[] = []
  const links: Link[] = []
  const warnings: (ParseWarning & Span)[] = []
  for (const part of cutIntoParts(text, bodyStartOffset)) {
    const { outline, why } = outlinePart(text, part)
    headings.push(...outline.headings)
    for (const block of outline.blocks) blocks.push(block)
    for (const span of outline.opaque) opaque.push(span)
    for (const link of outline.links) links.push(link)
    if (why !== null) {
      warnings.push({ startOffset: part.startOffset, endOffset: part.endOffset, line: null, message: `Read as plain paragraphs: ${why}.` })
    }
  }
  return { headings, blocks, opaque, links, warnings }
}

function outlinePart(text: string, part: Part): { readonly outline: Outline; readonly why: string | null } {
  if (part.tooMuch !== null) return { outline: plainPart(text, part), why: part.tooMuch }
  try {
    return { outline: parsePart(text, part), why: null }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    return { outline: plainPart(text, part), why: `the Markdown parser failed (${cause})` }
  }
}

function plainPart(text: string, part: Span): Outline {
  const first = /^(#{1,6})[ \t]+([^\r\n]*?)[ \t]*#*[ \t]*(?=[\r\n]|$)/.exec(text.slice(part.startOffset, Math.min(part.endOffset, part.startOffset + longestHeading + 8)))
  const isHeading = first !== null && first[0].length <= longestHeading
  const bodyStart = part.startOffset + (isHeading ? first[0].length : 0)
  const heading = { startOffset: part.startOffset, endOffset: bodyStart, level: first?.[1]?.length ?? 1, text: first?.[2] ?? '' }
  return { headings: isHeading ? [heading] : [], blocks: plainBlocks(text, bodyStart, part.endOffset), opaque: [], links: [] }
}

function parsePart(text: string, part: Span): Outline {
  const raw = text.slice(part.startOffset, part.endOffset)
  // The parser drops a byte-order mark and then counts offsets from behind it.
  return new OutlineReader(readEvents(raw.startsWith('\uFEFF') ? ` ${raw.slice(1)}` : raw), text, part.startOffset).read()
}
