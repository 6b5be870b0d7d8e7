import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { QuoteAlone } from './cited-words'
import { layOutClaim } from './claim-layout'
import { ClaimWords } from './claim-words'
import { PassageText } from './passage-text'

type Props = Parameters<typeof ClaimWords>[0]
type Item = NonNullable<Props['item']>

const passageOf = (text: string, contentType: 'prose' | 'list' = 'prose') => ({
  id: 'p1', text, startLine: 1, endLine: 1, startOffset: 100, endOffset: 100 + text.length, contentType, context: [], matches: [],
}) as unknown as Item['passage'] // of a passage only what is shown
const itemOf = (text: string, contentType?: 'list') => ({ passage: passageOf(text, contentType) }) as Item

function shown(passage: string, quote: string, { text = quote.replace(/\s+/g, ' ').trim(), quoted = true, contentType }: { readonly text?: string; readonly quoted?: boolean; readonly contentType?: 'list' } = {}): string {
  const startOffset = 100 + passage.indexOf(quote)
  const claim = { text, quoted, citations: [{ quote, startOffset, endOffset: startOffset + quote.length }] }
  return renderToStaticMarkup(createElement(ClaimWords, { claim, item: itemOf(passage, contentType) })).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
}

describe('a claim', () => {
  it('quoted from code shows every character', () => {
    const line = 'Set-Cookie: __Host-govuk=<value>; *secure*; path=/'
    expect(shown(`The header is:\n\n\`\`\`\n${line}\n\`\`\`\n\nIt is set once.`, line)).toBe(`“<code class="whitespace-pre-wrap wrap-anywhere">${line}</code>”`)
    expect(shown('Set it to <value> in *one* place.', 'Set it to <value> in *one* place.')).toBe('“Set it to <value> in <em>one</em> place.”')
  })

  it('from a block quote shows none of its marks', () => {
    expect(shown('> The endpoint MUST return an\n> HTTP status of 200.', 'The endpoint MUST return an\n> HTTP status of 200.')).toBe('“The endpoint MUST return an HTTP status of 200.”')
    expect(shown('> - one\n> - two', '> - one\n> - two')).toBe('“- one\n- two”')
    expect(shown('> 90 % of all', '> 90 % of all')).toContain('90 % of all')
  })

  it('that runs over items of a list keeps each in its line, under the mark that its author wrote', () => {
    const quote = 'It matches what\n  editors expect.\n- It weans them *off* it.'
    expect(shown(`- ${quote}`, quote, { contentType: 'list' })).toBe('“It matches what editors expect.\n- It weans them <em>off</em> it.”')
  })

  it('from a table shows links as their words', () => {
    const text = 'Row “Policies”: In the app “Allows [webchat domains](https://example.org/x) only”'
    expect(shown('| a | b |', '| a | b |', { text, quoted: false })).toBe('Row “Policies”: In the app “Allows <a href="https://example.org/x" rel="noopener noreferrer">webchat domains</a> only”')
  })

  it('that is a picture is no quotation', () => {
    expect(shown('![Support for brotli.](brotli.png)', '![Support for brotli.](brotli.png)')).toBe('A picture in the note, there called “Support for brotli.”')
    expect(shown('![](brotli.png)', '![](brotli.png)')).toBe('A picture in the note, without a name')
    expect(shown('Read ![chart](c.png) this.', 'Read ![chart](c.png) this.')).not.toContain('chart')
  })

  it('shows references as its passage does', () => {
    const quote = 'We publish the [emergency banner], see [the RFC][rfc].'
    expect(shown(`${quote}\n\n[emergency banner]: https://example.org/`, quote)).toBe('“We publish the <a href="https://example.org/" rel="noopener noreferrer">emergency banner</a>, see the RFC.”')
  })

  it('keeps its own words where they are not those of one cited stretch', () => {
    expect(layOutClaim({ text: 'One. Two.', citations: [{ quote: 'One.', startOffset: 0, endOffset: 4 }] }, null)).toMatchObject({ kind: 'lines', lines: [{ mark: '', text: 'One. Two.' }] })
  })
})

it('a cited row without its table is shown as cells', () => {
  const html = renderToStaticMarkup(createElement(QuoteAlone, { quote: '| none | `poll` | never |', marked: true }))
  expect(html).toContain('<code><mark>poll</mark></code>')
  expect(html).not.toContain('|')
})

describe('a passage', () => {
  const html = (text: string, found: string) => {
    const startOffset = text.indexOf(found)
    return renderToStaticMarkup(createElement(PassageText, { passage: passageOf(text), marks: [{ startOffset, endOffset: startOffset + found.length }], excerpt: true }))
  }

  it('of nothing but definitions of links shows its source', () => {
    expect(html('[graphql]: https://example.org/graphql\n[rest]: https://example.org/rest', 'graphql')).toContain('<code>[<mark>graphql</mark>]: https://example.org/graphql\n[rest]: ')
  })

  it('whose match stands in a definition is not cut down to nothing', () => {
    expect(html('See [it][g].\n\nAnd more.\n\n[g]: https://example.org/graphql', 'graphql')).toContain('example.org/<mark>graphql</mark>')
  })
})
