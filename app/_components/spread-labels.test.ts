import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadLabels } from './spread-labels'

test('labels that have room stay where they are', () => {
  expect(spreadLabels([100, 20, 60], 15, 0, 200)).toEqual([100, 20, 60])
})

test('labels at one place spread, within the ends', () => {
  expect(spreadLabels([200, 200, 200], 15, 0, 200)).toEqual([170, 185, 200])
  expect(spreadLabels([0, 0], 15, 0, 200)).toEqual([0, 15])
})

test('however they lie, no two are closer than the gap, and their order stays', () => {
  fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 8 }), (places) => {
    const spread = spreadLabels(places, 15, 0, 200)
    const sorted = [...spread].sort((left, right) => left - right)
    for (let at = 1; at < sorted.length; at++) expect((sorted[at] ?? 0) - (sorted[at - 1] ?? 0)).toBeGreaterThan(15 - 1e-9)
    for (const [at, place] of places.entries()) for (const [other, elsewhere] of places.entries()) if (place < elsewhere) expect(spread[at]).toBeLessThan(spread[other] ?? 0)
  }))
})
