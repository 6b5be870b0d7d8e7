import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scoreRankings } from './score-rankings'

const judged = (grades: Record<string, number>) => new Map([['q', new Map(Object.entries(grades))]])
const ranked = (...ids: string[]) => new Map([['q', ids]])

test('nDCG@10 of graded documents is what one computes by hand', () => {
  // gains 0, 2, 1 at ranks 1 to 3: 2/log2(3) + 1/log2(4) = 1.26186 + 0.5; ideal 2, 1: 2/log2(2) + 1/log2(3) = 2 + 0.63093
  expect(scoreRankings(judged({ a: 2, b: 1 }), ranked('x', 'a', 'b'), 10)['nDCG@10']).toBeCloseTo(1.76186 / 2.63093, 4)
})

test('a relevant document at rank 11 adds nothing to nDCG@10', () => {
  const ten = Array.from({ length: 10 }, (_, at) => `x${at}`)
  expect(scoreRankings(judged({ a: 1 }), ranked(...ten, 'a'), 20)['nDCG@10']).toBe(0)
  expect(scoreRankings(judged({ a: 1 }), ranked(...ten.slice(1), 'a'), 20)['nDCG@10']).toBeCloseTo(1 / Math.log2(11), 10)
})

test('recall is the share of all relevant documents among the first five, and among the first k', () => {
  const { recallAtK, ...scores } = scoreRankings(judged({ a: 1, b: 1, c: 2, d: 0 }), ranked('a', 'd', 'x', 'y', 'b', 'c'), 6)
  expect(scores['recall@5']).toBeCloseTo(2 / 3, 10)
  expect(recallAtK).toBe(1)
})

test('MRR is the mean of one over the rank of the first relevant document', () => {
  const judgements = new Map([['q', new Map([['a', 1]])], ['r', new Map([['b', 1]])], ['s', new Map([['c', 1]])]])
  const rankings = new Map([['q', ['a']], ['r', ['x', 'y', 'z', 'b']]])
  expect(scoreRankings(judgements, rankings, 10).MRR).toBeCloseTo((1 + 1 / 4 + 0) / 3, 10)
})

test('a query without a relevant document is left out of the means', () => {
  const judgements = new Map([['q', new Map([['a', 1]])], ['r', new Map([['b', 0]])]])
  expect(scoreRankings(judgements, new Map([['q', ['a']]]), 10)).toMatchObject({ queries: 1, 'nDCG@10': 1, 'recall@5': 1, MRR: 1 })
})

test('a document that is ranked twice counts once', () => {
  expect(scoreRankings(judged({ a: 1, b: 1 }), ranked('a', 'a', 'a'), 10)).toMatchObject({ 'recall@5': 0.5 })
})

test('without judgements every mean is 0', () => {
  expect(scoreRankings(new Map(), new Map(), 10)).toMatchObject({ queries: 0, 'nDCG@10': 0, 'recall@5': 0, recallAtK: 0, MRR: 0 })
})

test('the ideal ranking scores 1 and no ranking scores more', () => {
  fc.assert(fc.property(
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 }).chain((ids) => fc.tuple(fc.constant(ids), fc.array(fc.integer({ min: 1, max: 3 }), { minLength: ids.length, maxLength: ids.length }), fc.shuffledSubarray(ids))),
    ([ids, grades, ranking]) => {
      const judgements = new Map([['q', new Map(ids.map((id, at) => [id, grades[at] ?? 1]))]])
      const ideal = ids.toSorted((left, right) => (grades[ids.indexOf(right)] ?? 1) - (grades[ids.indexOf(left)] ?? 1))
      expect(scoreRankings(judgements, new Map([['q', ideal]]), 10)['nDCG@10']).toBeCloseTo(1, 10)
      expect(scoreRankings(judgements, new Map([['q', ranking]]), 10)['nDCG@10']).toBeLessThanOrEqual(1 + 1e-12)
    },
  ))
})
