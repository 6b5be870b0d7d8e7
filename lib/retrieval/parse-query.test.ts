import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDate, parseQuery } from './parse-query'

describe('the query language', () => {
  it('tells words, phrases, exclusions and fields apart', () => {
    expect(parseQuery('retry "outcome unknown" -webhook project:Z29C kind:decision status:accepted year:2022 before:2023 after:2021-05 tag:#ops path:z29c title:"retry policy" history:')).toEqual({
      text: 'retry outcome unknown', phrases: ['outcome unknown'], excluded: ['webhook'], notes: [],
      filters: { project: ['Z29C'], kind: ['decision'], status: ['accepted'], year: [2022], before: '2023-01-01', after: '2021-05-01', tag: ['ops'], path: ['z29c'], title: ['retry policy'], history: true },
    })
  })

  it('takes a hyphen inside an identifier for no exclusion', () => {
    expect(parseQuery('DEC-0054 RFC-0011 outcome-unknown')).toMatchObject({ text: 'DEC-0054 RFC-0011 outcome-unknown', excluded: [] })
  })

  it('reads a month as its last day where a state is meant', () => {
    expect(parseQuery('as-of:2021-02').filters).toEqual({ asOf: '2021-02-28' })
  })

  it('forgives an unclosed quotation mark, a lone dash and values it does not know, and says so', () => {
    const parsed = parseQuery('retry "policy - kind:banana year:22 as-of:soon')
    expect(parsed.text).toBe('retry policy kind:banana year:22 as-of:soon')
    expect(parsed.filters).toEqual({})
    expect(parsed.notes).toHaveLength(5)
  })

  it('leaves an unknown field as words: it may be an address or a time', () => {
    expect(parseQuery('https://example.org 12:30 foo:bar')).toMatchObject({ text: 'https://example.org 12:30 foo:bar', notes: [] })
  })

  it('never throws and never invents a word', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (query) => {
      for (const word of parseQuery(query).text.split(/\s+/).filter((part) => part !== '')) expect(query).toContain(word)
    }))
  })
})

describe('a date', () => {
  it('must exist', () => {
    expect(isoDate('2021-02-30')).toBeNull()
    expect(isoDate('2021-13')).toBeNull()
    expect(isoDate('2020-02')).toBe('2020-02-29')
    expect(isoDate('2020', 'first')).toBe('2020-01-01')
  })
})
