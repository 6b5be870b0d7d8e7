import { expect, it } from 'vitest'
import { countsOf } from './score-case'
import { tellLimits } from './tell-limits'
import { testResult, testRun } from './testing'

const counts = (right: number, onLabels: number, shown: number) => countsOf((stage) => (stage === 'support' ? { n: onLabels, of: shown } : { n: right, of: 1 }))

it('tells how often each kind came out right, the worst first, and how many claims were loose', () => {
  const run = testRun([
    testResult({ category: 'exact-lookup', counts: counts(1, 2, 2) }), testResult({ category: 'paraphrase', counts: counts(0, 1, 3) }), testResult({ category: 'exact-lookup', counts: counts(0, 0, 0) }),
  ])
  expect(tellLimits(run)).toEqual({
    day: '2026-01-01', questions: 3, loose: { n: 2, of: 5 },
    kinds: [{ category: 'paraphrase', right: 0, of: 1 }, { category: 'exact-lookup', right: 1, of: 2 }],
  })
})
