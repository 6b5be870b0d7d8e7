import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { describe, expect, it } from 'vitest'
import type { DocumentLink } from '@/lib/runtime'
import { linkAddresses, nowhere } from './link-address'
import { markdownTree } from './markdown-tree'
import { unsettledLinks } from './document-links'

const other = { documentId: 'doc_other', title: 'Other', path: 'x/Other.md' } as const
const own = { documentId: 'doc_own', title: 'Own', path: 'Own.md' } as const
const heading = { kind: 'heading', startLine: 9, endLine: 9, startOffset: 50, endOffset: 60 } as const
const block = { ...heading, kind: 'block' } as const

function link(form: DocumentLink['form'], target: string, more: Partial<DocumentLink> = {}): DocumentLink {
  return { form, target, fragment: null, embed: false, written: `[[${target}]]`, line: 1, startOffset: 0, state: 'resolved', documents: [other], place: null, ...more }
}

function html(text: string, links: readonly DocumentLink[]): string {
  return unified().use(rehypeStringify).stringify(markdownTree(text, 1, linkAddresses({ documentId: 'doc_own', revision: 2, links })))
}

describe('a link in a rendered document', () => {
  it('that resolves leads to the document, at the heading or block it names', () => {
    const links = [link('wikilink', 'Other'), link('wikilink', 'Other', { fragment: 'Part', place: heading }), link('wikilink', 'Other', { fragment: '^b', place: block }), link('path', '../x/Other b.md', { fragment: 'part', place: heading })]
    expect(html('[[Other]] and [[Other#Part|the part]]', links)).toBe('<p><a href="/documents/doc_other">Other</a> and <a href="/documents/doc_other#line-9">the part</a></p>')
    expect(html('[[Other#^b]] ![[Other]]', links)).toBe('<p><a href="/documents/doc_other?from=50&#x26;to=60#cited">Other#^b</a> <a href="/documents/doc_other">[Embedded: Other]</a></p>')
    expect(html('[*a* b](../x/Other%20b.md#part)', links)).toBe('<p><a href="/documents/doc_other#line-9"><em>a</em> b</a></p>')
    expect(html('[one][ref]\n\n[ref]: ../x/Other%20b.md#part', links)).toBe('<p><a href="/documents/doc_other#line-9">one</a></p>')
  })

  it('to a place of its own leads there on the same page', () => {
    const links = [link('wikilink', '', { fragment: 'Part', documents: [own], place: heading }), link('path', '', { fragment: 'part', documents: [own], place: heading }), link('wikilink', '', { fragment: '^b', documents: [own], place: block })]
    expect(html('[[#Part|p]] [q](#part)', links)).toBe('<p><a href="#line-9">p</a> <a href="#line-9">q</a></p>')
    expect(html('[[#^b|p]]', links)).toContain('href="/documents/doc_own?revision=2&#x26;from=50&#x26;to=60#cited"')
  })

  it('in a table cell is found without the backslash before its alias', () => {
    expect(html('| a |\n|---|\n| [[Other\\|shown]] |', [link('wikilink', 'Other')])).toContain('<a href="/documents/doc_other">shown</a>')
  })

  it('that is broken, ambiguous or an attachment, or of which nothing is known, reads as text', () => {
    const links = [link('wikilink', 'Gone', { state: 'broken', documents: [] }), link('wikilink', 'Twin', { state: 'ambiguous', documents: [other, own] }), link('wikilink', 'a.png', { state: 'attachment', documents: [] })]
    expect(html('[[Gone|it]] [[Twin]] ![[a.png]] [[Hidden]] [*x* y](z.md) [r][d] [f](#nowhere)\n\n[d]: gone.md', links)).toBe('<p>it Twin [Embedded: a.png] Hidden <em>x</em> y r f</p>')
    expect(html('[web](https://example.org/) [script](javascript:alert(1)) <a@b.example>[^1]\n\n[^1]: note', [])).toMatch(/href="https:\/\/example.org\/".*<a>script<\/a>.*href="mailto:a@b.example".*href="#footnote-fn-1"/)
  })

  it('is found again in every kind of text by its own words', () => {
    expect(unified().use(rehypeStringify).stringify(markdownTree('- see [[Other]]\n', 1, nowhere))).toContain('<li>see Other</li>')
  })
})

describe('the links to look at', () => {
  it('are the broken, the ambiguous and those whose heading is not there, each once with all its lines', () => {
    const links = [
      link('wikilink', 'Other'), link('wikilink', 'Gone', { state: 'broken', documents: [], line: 3 }), link('wikilink', 'Gone', { state: 'broken', documents: [], line: 7 }), link('wikilink', 'Gone', { state: 'broken', documents: [], line: 7 }),
      link('wikilink', 'a.png', { state: 'attachment', documents: [] }), link('wikilink', 'Other', { written: '[[Other#No]]', fragment: 'No' }), link('wikilink', 'Other', { fragment: 'Part', place: heading }), link('wikilink', 'Twin', { state: 'ambiguous', documents: [other, own] }),
    ]
    expect(unsettledLinks(links).map(({ written, lines }) => [written, lines])).toEqual([['[[Gone]]', [3, 7]], ['[[Other#No]]', [1]], ['[[Twin]]', [1]]])
  })
})
