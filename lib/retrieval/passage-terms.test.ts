import { expect, test } from 'vitest'
import { analyze, toTsvector } from '@/lib/analysis'
import { readPassageTerms } from './passage-terms'

test('A passage’s terms are told apart by where they stand: in the prefix, or at which places of its own text', () => {
  const own = analyze('Retry the request; the request was not sent. It\'s C:\\notes.', 'en')
  const terms = readPassageTerms(toTsvector([{ terms: analyze('Retry policy', 'en'), weight: 'B' }, { terms: own, weight: 'D' }]))
  expect([...terms.prefix]).toEqual(['retri', 'polici'])
  const first = Math.min(...[...terms.own.values()].flat())
  const places = new Map<string, number[]>()
  for (const { lexeme, position } of own) places.set(lexeme, [...new Set([...(places.get(lexeme) ?? []), position - 1 + first])])
  expect(new Map([...terms.own].map(([lexeme, positions]) => [lexeme, [...positions]]))).toEqual(places)
})

test('An empty tsvector has no terms', () => {
  expect(readPassageTerms('')).toEqual({ own: new Map(), prefix: new Set() })
})
