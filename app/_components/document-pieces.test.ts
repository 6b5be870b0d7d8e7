import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutDocument, linkDefinitions } from './document-pieces'

describe('cutDocument', () => {
  it('leaves an ordinary document whole', () => {
    expect(cutDocument('# a\n\ntext\n\n# b\n', [{ startOffset: 0, startLine: 1 }, { startOffset: 11, startLine: 5 }])).toEqual([{ startOffset: 0, startLine: 1, text: '# a\n\ntext\n\n# b\n' }])
  })

  it('cuts a long one at headings into pieces that join to it again', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(lengths, (given) => {
        const starts = given.reduce<number[]>((all, length) => [...all, (all.at(-1) ?? 0) + length], [0])
        const text = 'x'.repeat(starts.at(-1) ?? 0)
        const pieces = cutDocument(text, starts.map((startOffset, at) => ({ startOffset, startLine: at + 1 })))
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        expect(pieces.every((piece) => starts.includes(piece.startOffset) && piece.text.length <= 60_000)).toBe(true)
      }),
    )
  })

  it('gives one empty piece for an empty document', () => {
    expect(cutDocument('', [])).toEqual([{ startOffset: 0, startLine: 1, text: '' }])
  })
})

describe('linkDefinitions', () => {
  it('finds definitions and leaves footnotes where they are', () => {
    expect(linkDefinitions('text\n\n[one]: https://example.org\n[^1]: a note\n  [two three]: ./x.md "t"\n')).toBe('[one]: https://example.org\n  [two three]: ./x.md "t"')
  })
})
