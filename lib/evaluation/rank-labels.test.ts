import { expect, test } from 'vitest'
import { rankLabels } from './rank-labels'
import { testItem } from './testing'

const label = (words: string) => ({ path: 'notes/a.md', contains: words, revision: null })
const passage = (text: string) => testItem('e1', 'notes/a.md', text)
const others = (amount: number) => Array.from({ length: amount }, () => passage('Something else.'))

test('labelled passages at the top in any order are worth 1', () => {
  expect(rankLabels([label('one'), label('two')], [passage('two'), passage('one'), ...others(3)])).toEqual({ 'nDCG@10': 1, MRR: 1 })
})

test('a passage further down is worth the discount of its place', () => {
  expect(rankLabels([label('one')], [...others(2), passage('one')])).toEqual({ 'nDCG@10': 1 / Math.log2(4), MRR: 1 / 3 })
})

test('what stands below the tenth place gains nothing and still has a reciprocal rank', () => {
  expect(rankLabels([label('one')], [...others(10), passage('one')])).toEqual({ 'nDCG@10': 0, MRR: 1 / 11 })
})

test('a label that is nowhere costs its share, and all of them nowhere are worth 0', () => {
  expect(rankLabels([label('one'), label('two')], [passage('one')])?.['nDCG@10']).toBeCloseTo(1 / (1 + 1 / Math.log2(3)))
  expect(rankLabels([label('one')], others(3))).toEqual({ 'nDCG@10': 0, MRR: 0 })
})

test('a passage that holds several labels is worth no more than 1, and a second passage of one label adds nothing', () => {
  expect(rankLabels([label('one'), label('two')], [passage('one and two')])).toEqual({ 'nDCG@10': 1, MRR: 1 })
  expect(rankLabels([label('one')], [passage('one'), passage('one')])).toEqual({ 'nDCG@10': 1, MRR: 1 })
})

test('without labels nothing is measured', () => {
  expect(rankLabels([], [passage('one')])).toBeNull()
})
