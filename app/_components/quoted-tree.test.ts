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

it('shows the words of references whose definitions stand elsewhere in the document, and leaves other brackets alone', () => {
  expect(html('See [RFC #91: Sharing assets][sharing_assets] and [transition-stats][], IP denylisting[^ip-denylist].'))
    .toBe('<p>See RFC #91: Sharing assets and transition-stats, IP denylisting<sup>ip-denylist</sup>.</p>')
  expect(html('It is table[row][column], `[a][b]` and [sic]; [sic][] is one.')).toBe('<p>It is table[row][column], <code>[a][b]</code> and [sic]; sic is one.</p>')
  expect(html('[one][ref] and [two][other]\n\n[ref]: https://example.org/')).toMatch(/^<p><a href="https:\/\/example.org\/" rel="noopener noreferrer">one<\/a> and two<\/p>\n?$/)
  expect(html('Open:\n\n```\n[a][b]')).toBe('<p>Open:</p>\n<pre><code>[a][b]\n</code></pre>')
})

it('shows a footnote that nothing in the text refers to', () => {
  expect(html('Prose.\n\n[^ip]: We deny *one* address.')).toMatch(/^<p>Prose\.<\/p>\s*<p>We deny <em>one<\/em> address\.<\/p>\s*$/)
})
