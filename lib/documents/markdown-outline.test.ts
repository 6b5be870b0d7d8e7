import fc from 'fast-check'
import type { Node, Nodes, RootContent } from 'mdast'
import { toString } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { describe, expect, it } from 'vitest'
import { toRelativeLink } from './links'
import { outlineMarkdown } from './markdown-outline'
import type { Block, Outline } from './outline'
import { hostileFiles } from './testing'

/** The same outline off the syntax tree of the whole text, every word of it read: the reference. */
function outlineOfTree(text: string) {
  const tree = unified().use(remarkParse).use(remarkGfm).use(remarkMath, { singleDollarTextMath: false }).parse(text)
  const headings: Outline['headings'][number][] = []
  const blocks: SimpleBlock[] = []
  for (const node of tree.children) {
    if (node.type === 'heading' && span(node)[1] - span(node)[0] <= 1_000) {
      headings.push({ startOffset: span(node)[0], endOffset: span(node)[1], level: node.depth, text: toString(node).replace(/\s+/g, ' ').trim() })
    } else blocks.push(blockOfNode(node))
  }
  const opaque: (readonly [number, number])[] = []
  const links: Outline['links'][number][] = []
  visit(tree, (node: Nodes) => {
    if (['code', 'inlineCode', 'math', 'inlineMath', 'html', 'definition'].includes(node.type)) opaque.push(span(node))
    // A bare address that the tree's transform found has no position, and is never relative.
    if ((node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') || node.position === undefined) return
    const link = toRelativeLink(node.url, node.type === 'image', span(node)[0])
    if (link !== null) links.push(link)
  })
  return { headings, blocks, opaque, links: links.sort((a, b) => a.startOffset - b.startOffset) }
}

/** Kind and span of a block and of its parts. */
type SimpleBlock = readonly [kind: string, startOffset: number, endOffset: number, parts: readonly SimpleBlock[]]

function span(node: Node): readonly [number, number] {
  return [node.position?.start.offset ?? NaN, node.position?.end.offset ?? NaN]
}

function blockOfNode(node: RootContent): SimpleBlock {
  switch (node.type) {
    case 'heading':
    case 'paragraph':
      return ['paragraph', ...span(node), []]
    case 'code':
    case 'math':
      return ['code', ...span(node), []]
    case 'list':
      return ['list', ...span(node), node.children.map(blockOfNode)]
    case 'listItem':
      return ['list', ...span(node), node.children.map(blockOfNode).map(withoutBox)]
    case 'blockquote':
    case 'footnoteDefinition':
      return ['other', ...span(node), node.children.map(blockOfNode)]
    case 'table':
      return [`table of ${node.children.map(({ children }) => children.length).join(', ')} cells`, ...span(node), []]
    default:
      return ['other', ...span(node), []]
  }
}

function simpleBlock({ contentType, paragraph, startOffset, endOffset, parts, table }: Block, inList = false): SimpleBlock {
  if (table !== null) return [`table of ${[table.header, ...table.rows].map(({ cells }) => cells.length).join(', ')} cells`, startOffset, endOffset, []]
  const kind = contentType === 'prose' ? (paragraph ? 'paragraph' : 'other') : contentType
  const inner = parts.map((part) => simpleBlock(part, contentType === 'list' && !inList))
  return [kind, startOffset, endOffset, contentType === 'list' && inList ? inner.map(withoutBox) : inner]
}

/** In the tree the box of a task stands before its paragraph, in the outline inside it. */
function withoutBox([kind, startOffset, endOffset, parts]: SimpleBlock): SimpleBlock {
  return [kind, kind === 'paragraph' ? 0 : startOffset, endOffset, parts]
}

function expectTheSame(text: string) {
  const { headings, blocks, opaque, links, warnings } = outlineMarkdown(text, 0)
  if (warnings.length > 0) return
  expect({ headings, blocks: blocks.map((block) => simpleBlock(block)), opaque: opaque.map(({ startOffset, endOffset }) => [startOffset, endOffset]), links }).toEqual(outlineOfTree(text))
}

const piece = fc.constantFrom(
  'word ', 'word ', 'a', 'é🐘', '見出し', ' ', '  ', '\t', '    ', '\n', '\n', '\n', '\n\n', '\r\n', '\r', '  \n', '\\\n', '# ', '## ', ' #', '===\n', '---\n', '- ', '- ', '* ', '1. ', '2) ', '> ', '> ', '>', '- [ ] ', '[x] ',
  '`', '`', '``', '```\n', '~~~\n', '$', '$$', '$$\n', '*', '**', '_', '~~', '[', '[', ']', '(', ')', '](', '](b.md)', '](<b c.md> "t")', '![', '[[x]]', '[a]', '[a]: b.md\n', '[^1]', '[^1]: ', '<', '<div>\n', '<b>', '</b>', '<!--', '-->',
  '|', '\\|', '| a | b |\n|--|--|\n', '| c |\n', '\\', '&amp;', '&#65;', '&bad;', 'http://e.org/a', 'www.e.org', 'a@b.org', '<http://x.y>', '\0', '"t"', 'x'.repeat(300),
)

describe('the outline of a text', () => {
  it('is that of its syntax tree, though most of its words are never read', () => {
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => { expectTheSame(pieces.join('')) }), { numRuns: 1_500 })
  }, 60_000)

  it('is that of its syntax tree for hostile files too', () => {
    const decoder = new TextDecoder()
    let read = 0
    for (const { path, bytes } of hostileFiles(20_261_201, 1_000)) {
      if (!/\.(?:md|markdown)$/i.test(path)) continue
      read++
      expectTheSame(decoder.decode(bytes))
    }
    expect(read).toBeGreaterThan(500)
  }, 60_000)

  it('names a heading by its words alone', () => {
    const text = '# A *b* `c` [d](e.md "f") ![g `h`](i.png) j[^1] &amp; \\* <b>k</b> ~~l~~ <http://m.n> [o][p] $$q$$ #\n\nTwo\\\nlines  \nof it\n---\n\n[p]: q.md\n[^1]: r\n'
    expect(outlineMarkdown(text, 0).headings.map(({ level, text: words }) => [level, words])).toEqual([
      [1, 'A b c d g h j & * <b>k</b> l http://m.n o q'], [2, 'Twolinesof it'],
    ])
  })

  it('holds no code and no link that stands inside the brackets of an image', () => {
    const { opaque, links } = outlineMarkdown('![a `b` [c](d.md) <i>](e.png) and `f` [g](h.md)', 0)
    expect(opaque).toEqual([{ startOffset: 34, endOffset: 37 }])
    expect(links.map(({ target, embed }) => [target, embed])).toEqual([['e.png', true], ['h.md', false]])
  })
})
