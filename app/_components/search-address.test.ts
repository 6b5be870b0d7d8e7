import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentKinds, documentStatuses } from '@/lib/documents'
import { asksForTrace, parseSearch, readForm, readSearchParams, searchAddress, searchFields, toggleFacet, unknownFilters } from './search-address'

const fromAddress = (address: string) => {
  const params = new URL(address, 'http://k81r.example').searchParams
  return parseSearch((name) => params.getAll(name))
}

describe('parseSearch', () => {
  it('reads one or several values of a field', () => {
    expect(parseSearch(readSearchParams({ q: ' retry ', project: ['Z29C', 'P6X4'], kind: 'decision', year: '2022', history: '1', mode: 'lexical' }))).toEqual({
      query: 'retry',
      filters: { project: ['Z29C', 'P6X4'], kind: ['decision'], year: [2022], history: true },
      mode: 'lexical',
    })
  })

  it('leaves out what no search knows', () => {
    expect(parseSearch(readSearchParams({ q: 'a', kind: 'poem', status: 'lost', year: '20x2', mode: 'psychic', limit: '9999', asOf: '2022-99-99' }))).toEqual({ query: 'a', filters: {} })
  })

  it('gives an empty query when nothing was asked', () => {
    expect(parseSearch(readSearchParams({}))).toEqual({ query: '', filters: {} })
  })

  it('ignores a file in a form', () => {
    const form = new FormData()
    form.append('q', new File(['x'], 'x.txt'))
    form.append('q', 'words')
    expect(parseSearch(readForm(form)).query).toBe('words')
  })
})

describe('searchAddress', () => {
  it('names the same search again', () => {
    const request = fc.record({
      query: fc.string({ maxLength: 30 }).map((text) => text.trim()),
      filters: fc.record({
        project: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }).map((text) => `p${text.trim()}`), { minLength: 1, maxLength: 3 }),
        kind: fc.constantFrom(...documentKinds).map((kind) => [kind]),
        status: fc.constantFrom(...documentStatuses).map((status) => [status]),
        year: fc.uniqueArray(fc.integer({ min: 1000, max: 9999 }), { minLength: 1, maxLength: 3 }),
        history: fc.constant(true),
      }),
      mode: fc.constant('lexical' as const),
      limit: fc.integer({ min: 1, max: 50 }),
    })
    fc.assert(
      fc.property(request, (wanted) => {
        expect(fromAddress(searchAddress(wanted))).toEqual(wanted)
      }),
    )
  })
})

describe('a trace', () => {
  it('is asked for by the address and stays while filters are chosen, but is no part of the search that a form names', () => {
    const request = { ...parseSearch(readSearchParams({ q: 'retry', explain: '1' })), explain: true }
    expect(parseSearch(readSearchParams({ q: 'retry', explain: '1' }))).toEqual({ query: 'retry', filters: {} })
    const read = (address: string) => { const { searchParams } = new URL(address, 'http://k81r.example'); return (name: string) => searchParams.getAll(name) }
    expect(asksForTrace(read(searchAddress(toggleFacet(request, 'kind', 'decision'))))).toBe(true)
    expect(asksForTrace(read(searchAddress({ ...request, explain: false })))).toBe(false)
  })
})

describe('toggleFacet', () => {
  it('adds a value, takes it away again, and forgets how many results were shown', () => {
    const request = parseSearch(readSearchParams({ q: 'retry', kind: 'decision', limit: '30' }))
    const added = toggleFacet(request, 'year', '2022')
    expect(searchFields(added)).toEqual([['q', 'retry'], ['kind', 'decision'], ['year', '2022']])
    expect(toggleFacet(added, 'year', '2022')).toEqual({ query: 'retry', filters: { kind: ['decision'] } })
  })
})

it('a kind or status in an address that there is none of is told, each once, with those that there are', () => {
  const read = readSearchParams({ q: 'x', kind: ['journal', 'note', 'journal'], status: 'open', project: 'NOPE' })
  expect(unknownFilters(read)).toEqual([
    '“kind=journal” in the address was left out: the kinds are note, decision, release, incident, case-study, reference, project.',
    '“status=open” in the address was left out: the statuses are draft, proposed, accepted, active, superseded, deprecated, rejected, withdrawn, archived.',
  ])
  expect(unknownFilters(readSearchParams({ kind: 'decision', status: '' }))).toEqual([])
})
