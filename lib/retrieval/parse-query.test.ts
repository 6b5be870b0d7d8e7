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

  it('reads an unknown field as words, and says so where it is no address, time, path or name in code', () => {
    const plain = 'https://example.org 12:30 std::sort C:\\notes ferry: :x'
    expect(parseQuery(plain)).toMatchObject({ text: plain, notes: [] })
    expect(parseQuery('foo:bar author:"t k"')).toEqual({
      text: 'foo:bar author t k', phrases: ['t k'], excluded: [], filters: {},
      notes: ['“foo:bar” was read as words: there is no field “foo:”.', '“author:"t k"” was read as words: there is no field “author:”.'],
    })
  })

  it('never takes an excluded field for the field itself, and says that it was left out', () => {
    expect(parseQuery('retry -kind:note -title:"old policy" -webhook')).toEqual({
      text: 'retry', phrases: [], excluded: ['webhook'], filters: {},
      notes: ['“-kind:note” was left out: only words and phrases can be excluded.', '“-title:"old policy"” was left out: only words and phrases can be excluded.'],
    })
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
