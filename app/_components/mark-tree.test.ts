import type { Root } from 'hast'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { describe, expect, it } from 'vitest'
import { alignText, citeTree, dimTree, excerptTree, markTree } from './mark-tree'
import { markdownTree } from './markdown-tree'

const html = (tree: Root): string => unified().use(rehypeStringify).stringify(tree)

function marked(source: string, words: string): string {
  const tree = markdownTree(source)
  const startOffset = source.indexOf(words)
  markTree(tree, source, [{ startOffset, endOffset: startOffset + words.length }])
  return html(tree)
}

describe('markTree', () => {
  it('marks the exact stretch inside a paragraph', () => {
    expect(marked('One request that cannot be queried.', 'request that')).toContain('One <mark>request that</mark> cannot')
  })

  it('marks through emphasis and code', () => {
    expect(marked('It is **never** retried by `poll`.', '**never** retried by `poll`')).toContain(
      '<strong><mark>never</mark></strong><mark> retried by </mark><code><mark>poll</mark></code>.',
    )
  })

  it('marks a property at the head of a note, in its lines as they are stored', () => {
    expect(marked('---\nscope: public\nteams:\n  - cli\n---\n\n# A title\n\nThe cli.\n', 'teams:\n  - cli')).toContain('<pre><code class="language-yaml">scope: public\n<mark>teams:\n  - cli</mark></code></pre>')
  })

  it('finds its place after escapes and entities', () => {
    expect(marked('A \\* star &amp; more words here', 'words')).toContain('more <mark>words</mark> here')
  })

  it('marks only what is covered where a character reference stands in the text', () => {
    const source = 'Use the&nbsp;`x`&nbsp;header to check &#8220;users&#8221; &mdash; of a policy&nbsp;here.'
    expect(marked(source, 'policy')).toContain('“users” — of a <mark>policy</mark>')
    expect(marked(source, '&#8220;users').match(/<mark>.*?<\/mark>/g)).toEqual(['<mark>“users</mark>'])
    expect(marked('Write `&nbsp;` as it is.', '`&nbsp;`')).toContain('<code><mark>&#x26;nbsp;</mark></code> as it is')
  })

  it('marks within a fenced block', () => {
    expect(marked('```bash\nawk one\nsed two\n```\n', 'sed two')).toContain('awk one\n<mark>sed two</mark>\n')
  })

  it('marks a table cell', () => {
    expect(marked('| a | b |\n|---|---|\n| none | never |\n', 'never')).toContain('<td data-label="b"><mark>never</mark></td>')
  })
})

describe('citeTree', () => {
  it('names the innermost blocks only, and the first one with the id', () => {
    const source = '- first\n- second\n\n  with more\n- third\n'
    const tree = markdownTree(source)
    expect(citeTree(tree, { startOffset: source.indexOf('with'), endOffset: source.indexOf('third') + 2 })).toBe(true)
    expect(html(tree).match(/class="cited"/g)).toHaveLength(2)
    expect(html(tree)).toContain('<p class="cited" id="cited">with more</p>')
  })

  it('finds nothing for a span outside the text', () => {
    expect(citeTree(markdownTree('a paragraph'), { startOffset: 900, endOffset: 910 })).toBe(false)
  })
})

describe('excerptTree', () => {
  it('keeps the touched row and its header', () => {
    const source = '| state | next |\n|---|---|\n| sent | wait |\n| unknown | ask |\n'
    const tree = markdownTree(source)
    const startOffset = source.indexOf('unknown')
    expect(excerptTree(tree, [{ startOffset, endOffset: startOffset + 7 }])).toBe(true)
    expect(html(tree)).toContain('<th>state</th>')
    expect(html(tree)).toContain('unknown')
    expect(html(tree)).not.toContain('sent')
  })

  it('leaves a single paragraph whole', () => {
    const tree = markdownTree('only one paragraph')
    expect(excerptTree(tree, [{ startOffset: 0, endOffset: 4 }])).toBe(false)
  })
})

describe('alignText', () => {
  it('steps over the indentation of a continued list item', () => {
    expect(alignText('one\ntwo', 'one\n    two')).toEqual([0, 1, 2, 3, 8, 9, 10])
  })

  it('takes a character reference for what it stands for', () => {
    expect(alignText('a\u00a0b & c', 'a&nbsp;b &amp; c')).toEqual([0, 1, 7, 8, 9, 14, 15])
  })

  it('gives up rather than guess', () => {
    expect(alignText('zebra', 'nothing of the kind')).toBeNull()
  })
})

describe('markdownTree', () => {
  it('lets no script, style, form, image address or foreign protocol through', () => {
    const source = [
      '<script>alert(1)</script>', '', '<p style="x" onclick="y">raw</p>', '', '![alt words](https://example.org/pixel.png)',
      '', '[bad](javascript:alert(1)) [data](data:text/html,x) [good](https://example.org/)', '', '<form action="/x"><input></form>', '', 'a <b onmouseover="z">b</b>',
    ].join('\n')
    const result = html(markdownTree(source))
    expect(result).not.toMatch(/<(script|style|form|input|img|b)[\s>]|javascript:|data:text|<[^>]*on(click|mouseover)=/i)
    expect(result).toContain('[Image: alt words (pixel.png)]')
    expect(result).toContain('href="https://example.org/" rel="noopener noreferrer"')
    expect(result).toContain('&#x3C;script>')
  })

  it('starts headings at the second level, anchored by line', () => {
    expect(html(markdownTree('# Title\n\n## Part\n'))).toBe('<h2 id="line-1">Title</h2>\n<h3 id="line-3">Part</h3>')
  })

  it('turns links to other notes into searches for them', () => {
    const result = html(markdownTree('see [[Retry policy|the policy]] and [this](../decisions/decision-0054.md)'))
    expect(result).toContain('<a href="/search?q=Retry%20policy">the policy</a>')
    expect(result).toContain('<a href="/search?q=decision-0054">this</a>')
  })

  it('shows what only looks like an element among words, wherever it stands', () => {
    expect(html(markdownTree('Set it to <value> with *the <Adapter>*.\n\n## A <name="x"> <b>part</b><a name="p"></a>\n\n| a <env> |\n|---|\n| 1 |'))).toMatch(/to &#x3C;value> with <em>the &#x3C;Adapter><\/em>[\s\S]*A &#x3C;name="x"> part<\/h3>[\s\S]*a &#x3C;env><\/th>/)
  })

  it('writes task boxes as characters', () => {
    expect(html(markdownTree('- [x] done\n- [ ] open\n'))).toMatch(/☑[\s\S]*done[\s\S]*☐[\s\S]*open/)
  })

  it('survives a link that is not decodable', () => {
    expect(html(markdownTree('[odd](foo%E0%A4%A.md)'))).toContain('odd')
  })
})

describe('dimming', () => {
  it('dims what stands around a passage, row by row and item by item, and nothing of the passage', () => {
    const source = 'Before.\n\n| a | b |\n|---|---|\n| one | 1 |\n| two | 2 |\n\nAfter.\n'
    const tree = markdownTree(source)
    dimTree(tree, { startOffset: source.indexOf('| two'), endOffset: source.indexOf('| two') + 11 })
    const result = html(tree)
    expect(result).toMatch(/<p class="context">Before\.<\/p>/)
    expect(result).toMatch(/<tr class="context">\s*<td[^>]*>one/)
    expect(result).toMatch(/<tr>\s*<td[^>]*>two/)
    expect(result).toMatch(/<p class="context">After\.<\/p>/)
  })
})
