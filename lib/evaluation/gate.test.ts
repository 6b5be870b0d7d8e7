import { expect, test } from 'vitest'
import { checkGates, type Gate } from './gate'
import { countsOf } from './score-case'
import { testResult } from './testing'

const gate = (part: Partial<Gate>): Gate => ({ measure: 'outcome', category: null, direction: 'at-least', value: 0.7, minimumSample: 1, absolute: false, ...part })
const nothing = countsOf(() => ({ n: 0, of: 0 }))
/** Ten cases, the first `right` of which ended as they should. */
const results = (right: number) => Array.from({ length: 10 }, (_, at) => testResult({
  id: `c${at}`, category: at < 4 ? 'paraphrase' : 'temporal', counts: { ...nothing, outcome: { n: at < right ? 1 : 0, of: 1 }, access: { n: at < right ? 1 : 0, of: 1 } },
}))
const passes = (right: number, part: Partial<Gate>) => checkGates({ results: results(right) }, [gate(part)])[0]

test('a figure passes at its value and fails below it', () => {
  expect(passes(7, {})).toMatchObject({ passed: true, reason: null, figure: { value: 0.7, n: 7, of: 10 } })
  expect(passes(3, { value: 0.3 })).toMatchObject({ passed: true })
  expect(passes(6, {})).toMatchObject({ passed: false, reason: 'The figure is too low.' })
})

test('an at-most gate is the other way round', () => {
  expect(passes(7, { direction: 'at-most' })).toMatchObject({ passed: true })
  expect(passes(8, { direction: 'at-most' })).toMatchObject({ passed: false, reason: 'The figure is too high.' })
})

test('a sample below the minimum fails and says so, however good the figure is', () => {
  expect(passes(10, { minimumSample: 11 })).toMatchObject({ passed: false, reason: 'The sample of 10 is below the minimum of 11.' })
  expect(passes(10, { measure: 'required' })).toMatchObject({ passed: false, reason: 'The sample of 0 is below the minimum of 1.' })
})

test('an absolute gate lets not one of many go', () => {
  const many = [...Array.from({ length: 10_000 }, () => testResult({ counts: { ...nothing, access: { n: 1, of: 1 } } })), testResult({ counts: { ...nothing, access: { n: 0, of: 1 } } })]
  const absolute = gate({ measure: 'access', value: 1, absolute: true })
  expect(checkGates({ results: many }, [absolute])[0]).toMatchObject({ passed: false, reason: '1 of 10001 failed, and none may.' })
  expect(checkGates({ results: many.slice(0, -1) }, [absolute])[0]).toMatchObject({ passed: true })
})

test('a gate of a category looks at its cases only', () => {
  expect(passes(4, { category: 'paraphrase', value: 1 })).toMatchObject({ passed: true, figure: { n: 4, of: 4 } })
  expect(passes(4, { category: 'temporal', value: 0.1 })).toMatchObject({ passed: false, figure: { n: 0, of: 6 } })
})

test('ranks and abstention can be gated too', () => {
  const ranked = [testResult({ ranks: { 'nDCG@10': 1, MRR: 0.5 } }), testResult({ ranks: { 'nDCG@10': 0.5, MRR: 0.5 } }), testResult({ expected: 'refused', outcome: 'refused' }), testResult({ outcome: 'refused' })]
  expect(checkGates({ results: ranked }, [gate({ measure: 'nDCG@10', value: 0.75 }), gate({ measure: 'abstention-precision', value: 0.5 }), gate({ measure: 'abstention-recall', value: 1 })])
    .map(({ figure, passed }) => [figure.value, figure.of, passed])).toEqual([[0.75, 2, true], [0.5, 2, true], [1, 1, true]])
})
