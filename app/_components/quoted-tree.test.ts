import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { expect, it } from 'vitest'
import { quotedTree } from './quoted-tree'

const html = (source: string) => unified().use(rehypeStringify).stringify(quotedTree(source))

it('shows a quoted heading as a line that is no heading of the page', () => {
  expect(html('# Title\n\n#### Part\n\nWords.')).toBe('<p class="heading">Title</p>\n<p class="heading">Part</p>\n<p>Words.</p>')
})

it('leaves out paragraphs in which nothing stands', () => {
  expect(html('One.\n\n&nbsp;\n\nTwo.')).toMatch(/^<p>One\.<\/p>\s*<p>Two\.<\/p>$/)
})

it('holds no address, so that passages beside each other share none, and no link to one', () => {
  const result = html('See [above](#part) and [there](https://example.org/#x).[^1]\n\n[^1]: A remark.\n')
  expect(result).not.toMatch(/ id=|href="#|aria-describedby/)
  expect(result).toContain('A remark.')
  expect(result).toContain('href="https://example.org/#x"')
})
