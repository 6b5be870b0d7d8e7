import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packPostings, readTsvector, unpackPostings } from './postings'

describe('packed postings', () => {
  it('come back as they were packed, wherever the segment starts', () => {
    const entry = fc.tuple(fc.integer({ min: 0, max: 65_535 }), fc.integer({ min: 1, max: 255 }))
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 31 - 70_000 }), fc.uniqueArray(entry, { selector: ([offset]) => offset }), (first, entries) => {
      const sorted = [...entries].sort(([a], [b]) => a - b)
      const list = { passages: Uint32Array.from(sorted, ([offset]) => first + offset), frequencies: Uint8Array.from(sorted, ([, frequency]) => frequency) }
      expect(unpackPostings(packPostings(list, first), first)).toEqual(list)
    }))
  })

  it('take three bytes an entry', () => {
    expect(packPostings({ passages: Uint32Array.of(7, 9), frequencies: Uint8Array.of(1, 2) }, 7)).toEqual(Uint8Array.of(0, 0, 2, 0, 1, 2))
  })
})

describe('a tsvector’s text', () => {
  it('gives each lexeme its number of positions, quotes and backslashes included', () => {
    expect([...readTsvector(String.raw`'a':1B,4 'it''s':2 'back\\slash':3,5,9 'c d':7`)]).toEqual([['a', 2], ["it's", 1], ['back\\slash', 3], ['c d', 1]])
  })
})
