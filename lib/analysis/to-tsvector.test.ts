import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyze, toTsvector, type Term } from '@/lib/analysis'

const term = (lexeme: string, position: number): Term => ({ lexeme, position, startOffset: 0, endOffset: 1, form: 'word' })

test('writes positions with their weight and keeps groups a phrase apart', () => {
  const title = { terms: analyze('Water rights', 'en'), weight: 'A' } as const
  const body = { terms: analyze('water flows', 'en'), weight: 'D' } as const
  expect(toTsvector([title, body])).toBe("'water':1A,11 'right':2A 'flow':12")
})

test('doubles quotes and backslashes and writes nothing for nothing', () => {
  expect(toTsvector([{ terms: [term("o'b\\c", 1)], weight: 'B' }])).toBe("'o''b\\\\c':1B")
  expect(toTsvector([])).toBe('')
})

test("stays within PostgreSQL's limits", () => {
  const many = Array.from({ length: 400 }, (_, at) => term('x', at + 1))
  const positions = toTsvector([{ terms: many, weight: 'D' }]).split(':')[1]?.split(',') ?? []
  expect(positions).toHaveLength(255)
  expect(toTsvector([{ terms: [term('far', 20_000), term('far', 30_000)], weight: 'C' }])).toBe("'far':16383C")
  expect(toTsvector([{ terms: [term('é'.repeat(1001), 1)], weight: 'D' }])).toBe('')
})

test('is well-formed for any lexemes', () => {
  const terms = fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom("'", '\\', 'a', ' ', ':', 'é') }), fc.integer({ min: 1, max: 20_000 })))
  fc.assert(
    fc.property(terms, fc.constantFrom('A', 'B', 'C', 'D'), (pairs, weight) => {
      const text = toTsvector([{ terms: pairs.map(([lexeme, position]) => term(lexeme, position)), weight }])
      expect(text).toMatch(/^(?:'(?:[^'\\]|''|\\\\)+':\d+[ABC]?(?:,\d+[ABC]?)*(?: |$))*$/)
      const distinct = new Set(pairs.map(([lexeme]) => lexeme)).size
      expect(text.match(/'(?:[^'\\]|''|\\\\)+':/g) ?? []).toHaveLength(distinct)
    }),
  )
})
