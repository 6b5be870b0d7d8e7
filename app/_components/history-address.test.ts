import { describe, expect, it } from 'vitest'
import { historyAddress, parseHistory } from './history-address'
import { readSearchParams } from './search-address'

const parse = (address: string) => parseHistory(readSearchParams(Object.fromEntries(new URL(address, 'http://x').searchParams)))

describe('a part of the history', () => {
  it('has an address that asks for it again', () => {
    for (const part of [
      { words: '', outcome: null, bookmarked: false, page: 1 }, { words: 'a & b %', outcome: 'refused', bookmarked: true, page: 3 }, { words: '', outcome: 'partial', bookmarked: false, page: 2 }, { words: 'x', outcome: 'closest', bookmarked: false, page: 1 },
    ] as const) expect(parse(historyAddress(part))).toEqual(part)
    expect(historyAddress({ words: '', outcome: null, bookmarked: false, page: 1 })).toBe('/answers')
  })

  it('is the whole where the address names nothing that there is', () => {
    for (const address of ['/answers', '/answers?page=0&outcome=maybe&bookmarked=yes', '/answers?page=-1', '/answers?page=1e9', '/answers?page=9999999']) {
      expect(parse(address)).toEqual({ words: '', outcome: null, bookmarked: false, page: 1 })
    }
  })
})
