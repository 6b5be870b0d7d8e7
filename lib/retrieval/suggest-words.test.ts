import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistances } from './edit-distance'
import { mistakesBetween, nearLexemes, plain, readVocabulary } from './suggest-words'

/** The definition, written as it stands: no memory, no rows. */
function distance(from: string, to: string): number {
  if (from === '' || to === '') return Math.max(from.length, to.length)
  const swapped = from.length > 1 && to.length > 1 && from.at(-1) === to.at(-2) && from.at(-2) === to.at(-1) ? [distance(from.slice(0, -2), to.slice(0, -2)) + 1] : []
  return Math.min(
    distance(from.slice(0, -1), to) + 1, distance(from, to.slice(0, -1)) + 1,
    distance(from.slice(0, -1), to.slice(0, -1)) + (from.at(-1) === to.at(-1) ? 0 : 1), ...swapped,
  )
}

describe('the distance between words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })

  it('is the fewest letters added, left out, changed or swapped, to the whole and to the nearest beginning', () => {
    fc.assert(fc.property(word, word, (one, other) => {
      const beginnings = Array.from({ length: other.length + 1 }, (_, at) => distance(one, other.slice(0, at)))
      expect(editDistances(one, other)).toEqual({ whole: distance(one, other), prefix: Math.min(...beginnings) })
    }), { numRuns: 60 })
  })
})

describe('a mistake', () => {
  it.each([['polciy', 'policy', 1], ['retreival', 'retrieval', 1], ['zeplin', 'zeppelin', 2], ['incidnets', 'incidents', 1], ['ntoe', 'note', 1], ['accomodatoin', 'accommodation', 2]])('is seen in %s for %s', (typed, written, mistakes) => {
    expect(mistakesBetween(typed, written)).toBe(mistakes)
  })

  it.each([['cat', 'car'], ['embargo', 'embark'], ['prime', 'price'], ['kafka', 'karma'], ['policy', 'policy'], ['water', 'waiver'], ['postage', 'hostages']])('is not seen in %s for %s', (typed, written) => {
    expect(mistakesBetween(typed, written)).toBeNull()
  })

  it.each([['dec-0045', 'dec-0054', 1], ['dec-54', 'dec-0054', 1], ['dce-0054', 'dec-0054', 1], ['rfc0011', 'rfc-0011', 1], ['z92c', 'z29c', 1]])('in an identifier is seen where its digits are the same: %s for %s', (typed, written, mistakes) => {
    expect(mistakesBetween(typed, written)).toBe(mistakes)
  })

  it.each([['dec-0045', 'dec-0046'], ['1.0.2', '1.0.21'], ['2022', '2202'], ['cve-2024-1234', 'cve-2024-1235'], ['dec-0054', 'inc-0054']])('that would name another thing is none: %s for %s', (typed, written) => {
    expect(mistakesBetween(typed, written)).toBeNull()
  })

  it('is none where only case and accents differ', () => {
    expect(plain('Größe')).toBe(plain('GRÖSSE'.replace('SS', 'ß')))
    expect(mistakesBetween(plain('Café'), plain('CAFE'))).toBeNull()
  })
})

describe('the lexemes near a typed word', () => {
  const vocabulary = readVocabulary(['incid', 'polici', 'retri', 'outcom', 'dec-0054', 'dec-0046', 'lentil', 'inc', 'cid'])

  it('are found although the mistake stands in an ending that the stem has lost', () => {
    expect(nearLexemes('incidnets', ['incidnet'], vocabulary)).toEqual(['incid'])
  })

  it('are found through the stem', () => {
    expect(nearLexemes('polcies', ['polci'], vocabulary)).toEqual(['polici'])
  })

  it('are those that an identifier may mean', () => {
    expect(nearLexemes('dec-0045', [], vocabulary)).toEqual(['dec-0054'])
  })

  it('are none for gibberish and for words too short to guess at', () => {
    expect(nearLexemes('qwertzuiop', ['qwertzuiop'], vocabulary)).toEqual([])
    expect(nearLexemes('ind', ['ind'], vocabulary)).toEqual([])
  })

  it('leave out no word that one mistake makes', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'), minLength: 5, maxLength: 9 })
    fc.assert(fc.property(word, fc.nat(8), (written, at) => {
      const place = at % written.length
      const typed = written.slice(0, place) + written.slice(place + 1)
      expect(nearLexemes(typed, [typed], readVocabulary([written]))).toEqual([written])
    }))
  })
})
