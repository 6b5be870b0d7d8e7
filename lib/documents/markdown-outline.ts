import type { Node, Nodes, RootContent, Table, TableCell, TableRow as TableRowNode } from 'mdast'
import { toString } from 'mdast-util-to-string'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import type { Processor } from 'unified'
import { visit } from 'unist-util-visit'
import type { Link, ParseWarning, Span } from './document'
import { toRelativeLink } from './links'
import { type Block, type Heading, type Outline, plainBlock, plainBlocks, type TableRow } from './outline'
import { cutIntoParts, type Part } from './parts'
import { lengthOf } from './span'

// Properties are read beforehand, not by remark-frontmatter: it takes any text between two rules for properties.
const processor = remark().use(remarkGfm).use(remarkMath, { singleDollarTextMath: false }).use(withoutTransforms).freeze()

/** GFM's one transform looks for bare addresses in every text once more. They are no part of the structure, and it takes a tenth of the parser's time. */
function withoutTransforms(this: Processor): void {
  const data = this.data()
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? []).flat().map((extension) => ({ ...extension, transforms: [] }))
}

/** A heading stands before every passage under it; a longer one is a paragraph that somebody marked. */
const longestHeading = 1_000

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
  const tree = processor.parse(raw.startsWith('\uFEFF') ? ` ${raw.slice(1)}` : raw)
  const headings: Heading[] = []
  const blocks: Block[] = []
  for (const node of tree.children) {
    if (node.type === 'heading' && lengthOf(spanOf(node, 0)) <= longestHeading) {
      headings.push({ ...spanOf(node, part.startOffset), level: node.depth, text: toString(node).replace(/\s+/g, ' ').trim() })
    } else {
      blocks.push(toBlock(node, text, part.startOffset))
    }
  }
  const opaque: Span[] = []
  const links: Link[] = []
  visit(tree, (node: Nodes) => {
    if (isOpaque(node)) opaque.push(spanOf(node, part.startOffset))
    // Bare addresses that GFM turns into links carry no position, and are never relative.
    if ((node.type === 'link' || node.type === 'image' || node.type === 'definition') && node.position !== undefined) {
      const link = toRelativeLink(node.url, node.type === 'image', spanOf(node, part.startOffset).startOffset)
      if (link !== null) links.push(link)
    }
  })
  return { headings, blocks, opaque, links }
}

function isOpaque(node: Nodes): boolean {
  return ['code', 'inlineCode', 'math', 'inlineMath', 'html', 'definition'].includes(node.type)
}

function spanOf(node: Node, baseOffset: number): Span {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  if (start === undefined || end === undefined) throw new Error(`a ${node.type} without a position`)
  return { startOffset: baseOffset + start, endOffset: baseOffset + end }
}

function toBlock(node: RootContent, text: string, base: number): Block {
  const { startOffset, endOffset } = spanOf(node, base)
  switch (node.type) {
    case 'heading': // one that is too long
    case 'paragraph':
      return plainBlock(startOffset, endOffset)
    case 'code':
    case 'math':
      return plainBlock(startOffset, endOffset, 'code')
    case 'list':
    case 'listItem':
      return { ...plainBlock(startOffset, endOffset, 'list'), parts: node.children.map((child) => toBlock(child, text, base)) }
    case 'blockquote':
    case 'footnoteDefinition':
      return { ...plainBlock(startOffset, endOffset), paragraph: false, parts: node.children.map((child) => toBlock(child, text, base)) }
    case 'table':
      return { ...plainBlock(startOffset, endOffset, 'table'), table: toTable(node, text, base) }
    default:
      return { ...plainBlock(startOffset, endOffset), paragraph: false }
  }
}

function toTable(node: Table, text: string, base: number): Block['table'] {
  const [header, ...rows] = node.children.map((row) => toRow(row, text, base))
  return header === undefined ? null : { header, rows }
}

function toRow(row: TableRowNode, text: string, base: number): TableRow {
  return { ...spanOf(row, base), cells: row.children.map((cell) => cellText(cell, text, base)) }
}

/** The cell as written between its pipes; its children are no help, for some carry no position. */
function cellText(cell: TableCell, text: string, base: number): string {
  const { startOffset, endOffset } = spanOf(cell, base)
  return text.slice(startOffset, endOffset).replace(/^\s*\|/, '').replace(/(?<!\\)\|\s*$/, '').replaceAll('\\|', '|').trim()
}
