import type { ContentType, Link, Span } from './document'

export interface TableRow extends Span {
  /** Cells as written, outer white space removed. */
  readonly cells: readonly string[]
}

/** One block of a text in the little the chunker needs to know, so that chunking never sees a syntax tree. */
export interface Block extends Span {
  readonly contentType: ContentType
  /** A plain paragraph may introduce a list or hold a definition, and splits at sentences. */
  readonly paragraph: boolean
  /** Where the block may split first: list items, a quote's blocks. */
  readonly parts: readonly Block[]
  readonly table: { readonly header: TableRow; readonly rows: readonly TableRow[] } | null
}

export interface Heading extends Span {
  readonly level: number
  readonly text: string
}

/** What the structure of one text is, in order; offsets are those of the whole text. */
export interface Outline {
  readonly headings: readonly Heading[]
  readonly blocks: readonly Block[]
  /** Code, math, HTML and link definitions, where brackets and number signs mean nothing. */
  readonly opaque: readonly Span[]
  readonly links: readonly Link[]
}

export function plainBlock(startOffset: number, endOffset: number, contentType: ContentType = 'prose'): Block {
  return { startOffset, endOffset, contentType, paragraph: contentType === 'prose', parts: [], table: null }
}

/** Paragraphs at blank lines and nothing else: the reading that always succeeds, in linear time. */
export function plainBlocks(text: string, startOffset: number, endOffset: number): Block[] {
  const blocks: Block[] = []
  let from = startOffset
  for (const gap of text.slice(startOffset, endOffset).matchAll(/(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))+/g)) {
    const at = startOffset + gap.index
    if (at > from) blocks.push(plainBlock(from, at))
    from = at + gap[0].length
  }
  if (from < endOffset) blocks.push(plainBlock(from, endOffset))
  return blocks
}
