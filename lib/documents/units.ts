import type { ContentType, Span } from './document'
import type { Block } from './outline'
import { cutLines, cutSentences } from './sentence-cuts'
import { lengthOf, lineStartOf, trimSpan } from './span'

/**
 * Characters. The embedded model reads 256 tokens of about four, prefix included. Of aims from 650 to 900, 800 covered
 * most of the marked answers within 4,000 characters, measured on half A of chunking-spans by `k81r bench chunking`.
 */
export const passageLength = { aim: 800, most: 1200, mostCode: 4000 }

/** What the packer moves: a stretch that is not cut further. The units of a body tile it. */
export interface Unit extends Span {
  readonly contentType: ContentType
  /** The top-level block it is, or is part of. */
  readonly block: Block
  /** Whether it is a part of a larger block. */
  readonly partial: boolean
}

/** The units of a body: its blocks, and the parts of blocks that are too long to stay whole. */
export function cutUnits(text: string, body: Span, blocks: readonly Block[]): Unit[] {
  return regions(text, body, blocks).flatMap(({ block, region }) =>
    cutBlock(text, region, block).map((span) => ({
      ...span, contentType: block.contentType, block, partial: lengthOf(span) < lengthOf(trimSpan(text, region.startOffset, region.endOffset)),
    })),
  )
}

/** A span divided among the blocks in it: each reaches from the start of its line to the start of the next one, so nothing is lost between them. */
function regions(text: string, within: Span, blocks: readonly Block[]): { readonly block: Block; readonly region: Span }[] {
  const starts = blocks.map((block, at) => (at === 0 ? within.startOffset : lineStartOf(text, block.startOffset, within.startOffset)))
  return blocks.map((block, at) => ({
    block,
    region: { startOffset: starts[at] ?? within.startOffset, endOffset: starts[at + 1] ?? within.endOffset },
  }))
}

function cutBlock(text: string, region: Span, block: Block): Span[] {
  const keepIndentation = block.contentType !== 'prose'
  const whole = trimSpan(text, region.startOffset, region.endOffset, keepIndentation)
  if (lengthOf(whole) === 0) return []
  if (block.table !== null) return cutTable(text, whole, block.table)
  if (lengthOf(whole) <= (block.contentType === 'code' ? passageLength.mostCode : passageLength.most)) return [whole]
  if (block.contentType === 'code') return cutLines(text, whole, passageLength.mostCode)
  if (block.parts.length > 0) {
    return regions(text, whole, block.parts).flatMap(({ block: part, region: inner }) => cutBlock(text, inner, part))
  }
  return block.paragraph ? cutSentences(text, whole, passageLength.most) : cutLines(text, whole, passageLength.most)
}

/** Row groups whose indexed form, each cell behind its label, stays near the aim; the header goes with the first. */
function cutTable(text: string, whole: Span, table: NonNullable<Block['table']>): Span[] {
  const labels = table.header.cells.reduce((sum, cell) => sum + cell.length + 4, 0)
  const cuts: number[] = [whole.startOffset]
  // The delimiter row is about as long as the header.
  let size = 2 * lengthOf(table.header)
  for (const [at, row] of table.rows.entries()) {
    const rowSize = lengthOf(row) + labels
    if (at > 0 && size + rowSize > passageLength.most) {
      cuts.push(lineStartOf(text, row.startOffset, whole.startOffset))
      size = 0
    }
    size += rowSize
  }
  return cuts
    .map((cut, at) => trimSpan(text, cut, cuts[at + 1] ?? whole.endOffset))
    .flatMap((group) => (lengthOf(group) > passageLength.mostCode ? cutLines(text, group, passageLength.mostCode) : [group]))
}
