import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutWindows } from './cut-windows'
import { coverageWithin, scoreSpans, type CutPassage, type TextSpan } from './score-spans'

const span = (startOffset: number, endOffset: number, document = 'd'): TextSpan => ({ document, startOffset, endOffset })
const passage = (startOffset: number, endOffset: number, context: readonly TextSpan[] = [], document = 'd'): CutPassage => ({ document, startOffset, endOffset, context })

describe('scores of retrieved passages against marked spans', () => {
  it('count what is held once and what is retrieved as often as it is', () => {
    // Of 40 marked characters 30 are held, in two passages that overlap by 50.
    expect(scoreSpans([span(90, 110), span(200, 220)], [passage(0, 100), passage(50, 150), passage(200, 210, [], 'd')])).toEqual({
      coverage: 0.75, coverageWithContext: 0.75, precision: 30 / 210, iou: 30 / (210 + 10), characters: 210,
    })
  })

  it('take the same place in another document for nothing', () => {
    expect(scoreSpans([span(0, 10)], [passage(0, 10, [], 'other')])).toMatchObject({ coverage: 0, precision: 0, iou: 0, characters: 10 })
  })

  it('tell own spans from what travels with them', () => {
    expect(scoreSpans([span(0, 10), span(50, 60)], [passage(50, 60, [span(0, 5)])])).toMatchObject({ coverage: 0.5, coverageWithContext: 0.75, characters: 10, precision: 1 })
  })

  it('are 0 for nothing retrieved', () => {
    expect(scoreSpans([span(0, 10)], [])).toEqual({ coverage: 0, coverageWithContext: 0, precision: 0, iou: 0, characters: 0 })
  })

  it('within a budget, count the share of the passage that it cuts', () => {
    const answer = [span(0, 10), span(100, 110)]
    const retrieved = [passage(0, 20), passage(100, 120, [span(90, 110)])]
    expect([0, 10, 20, 40, 60, 1000].map((budget) => coverageWithin(answer, retrieved, budget))).toEqual([0, 0.25, 0.5, 0.75, 1, 1])
  })

  it('agree with counting character by character', () => {
    const spans = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }), fc.constantFrom('a', 'b')).map(([start, length, document]) => span(start, start + length, document)), { maxLength: 6 })
    const set = (list: readonly TextSpan[]) => new Set(list.flatMap(({ document, startOffset, endOffset }) => Array.from({ length: endOffset - startOffset }, (_, at) => `${document} ${startOffset + at}`)))
    fc.assert(fc.property(spans, spans, (answer, retrieved) => {
      const wanted = set(answer)
      const got = set(retrieved)
      const held = [...wanted].filter((place) => got.has(place)).length
      const scores = scoreSpans(answer, retrieved.map((one) => ({ ...one, context: [] })))
      expect(scores.coverage * wanted.size).toBeCloseTo(held)
      expect(scores.precision * scores.characters).toBeCloseTo(held)
      expect(coverageWithin(answer, retrieved.map((one) => ({ ...one, context: [] })), 10_000)).toBeCloseTo(scores.coverage)
    }))
  })
})

describe('fixed windows', () => {
  it('hold every character and end with the text', () => {
    expect(cutWindows('d', 'abcdefg', 4, 2).map(({ startOffset, endOffset }) => [startOffset, endOffset])).toEqual([[0, 4], [2, 6], [4, 7]])
    expect(cutWindows('d', 'abcd', 4, 2)).toHaveLength(1)
    expect(cutWindows('d', '', 4, 0)).toEqual([])
  })
})
