import { expect, test } from 'vitest'
import { compareRuns } from './compare-runs'
import type { CaseResult, EvaluationRun } from './evaluation-run'
import { formatComparison, formatRun } from './report'
import { countsOf } from './score-case'
import { tallyRun } from './tally'
import { testResult } from './testing'

function runOf(results: readonly CaseResult[], part: Partial<EvaluationRun> = {}): EvaluationRun {
  return { version: 1, startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:01:00.000Z', generation: 3, corpusDigest: 'c', casesDigest: 'd', configuration: {}, results, ...part }
}
const right = testResult()
const wrong = testResult({ id: 'pause', category: 'paraphrase', outcome: 'refused', counts: { ...countsOf(() => ({ n: 1, of: 1 })), outcome: { n: 0, of: 1 } }, findings: [{ stage: 'outcome', message: 'The outcome is refused, right would be answered.' }] })

test('counts are added up by category and stage', () => {
  const { categories, counts } = tallyRun(runOf([right, { ...right, id: 'b' }, wrong]))
  expect(categories.map(({ category, cases, counts: own }) => [category, cases, own.outcome])).toEqual([
    ['exact-lookup', 2, { n: 2, of: 2 }], ['paraphrase', 1, { n: 0, of: 1 }],
  ])
  expect(counts.outcome).toEqual({ n: 2, of: 3 })
})

test('abstention counts right refusals among all, and refused cases among those that should be', () => {
  const owed = testResult({ id: 'owed', expected: 'refused', outcome: 'refused' })
  const missed = testResult({ id: 'missed', expected: 'refused', outcome: 'answered' })
  const partly = testResult({ id: 'partly', expected: 'refused', acceptable: ['partial'], outcome: 'partial' })
  const failed = testResult({ id: 'failed', expected: 'refused', outcome: null })
  expect(tallyRun(runOf([right, wrong, owed, missed, partly, failed])).abstention).toEqual({ precision: { n: 1, of: 2 }, recall: { n: 2, of: 4 } })
})

test('a run is printed with aligned columns and, for each failing case, what failed', () => {
  const lines = formatRun(runOf([right, wrong])).split('\n')
  const rows = lines.slice(2, 6)
  expect(new Set(rows.map((row) => row.length)).size).toBe(1)
  expect(rows[2]).toMatch(/^paraphrase +1 +1\/1 +1\/1 +0\/1 /)
  expect(lines).toContain('pause (paraphrase): How long is the wait?')
  expect(lines).toContain('  outcome: The outcome is refused, right would be answered.')
  expect(lines.join('\n')).not.toContain('wait (exact-lookup)')
})

test('what was not measured is printed as such and not as nought of nought', () => {
  expect(formatRun(runOf([testResult({ counts: countsOf(() => ({ n: 0, of: 0 })) })]))).not.toContain('0/0')
})

test('a gain in one category does not hide a loss in another', () => {
  const comparison = compareRuns(runOf([{ ...right, id: 'a' }, wrong]), runOf([{ ...wrong, id: 'a', category: 'exact-lookup' }, { ...right, id: 'pause', category: 'paraphrase' }]))
  expect(comparison.movements).toEqual([
    { category: 'exact-lookup', stage: 'outcome', better: 0, worse: 1 },
    { category: 'paraphrase', stage: 'outcome', better: 1, worse: 0 },
  ])
  expect(comparison.changed.map(({ id, outcome }) => [id, outcome.before, outcome.after])).toEqual([['a', 'answered', 'refused'], ['pause', 'refused', 'answered']])
})

test('a share is compared, not a number, and a stage measured once is neither better nor worse', () => {
  const half = testResult({ counts: { ...right.counts, support: { n: 1, of: 2 }, required: { n: 0, of: 0 } } })
  const moreOfSame = testResult({ counts: { ...right.counts, support: { n: 2, of: 4 } } })
  expect(compareRuns(runOf([half]), runOf([moreOfSame])).changed[0]?.stages).toEqual([
    { stage: 'required', before: { n: 0, of: 0 }, after: { n: 1, of: 1 }, direction: 'measured-otherwise' },
  ])
})

test('a run compared with itself has no change', () => {
  const run = runOf([right, wrong])
  expect(compareRuns(run, run)).toMatchObject({ changed: [], unchanged: 2, movements: [], configuration: [], sameCorpus: true, sameCases: true })
})

test('changed claims, settings and cases are named', () => {
  const before = runOf([right, { ...right, id: 'old' }], { configuration: { rerank: 'r1', fusion: 60 } })
  const after = runOf([{ ...right, claims: ['8 s'] }, { ...right, id: 'new' }], { configuration: { rerank: 'r2', fusion: 60 }, casesDigest: 'e' })
  const text = formatComparison(compareRuns(before, after))
  expect(text).toContain('rerank: "r1" → "r2"')
  expect(text).not.toContain('fusion')
  expect(text).toContain('The cases are not the same in both runs.')
  expect(text).toContain('Only in the earlier run: old')
  expect(text).toContain('Only in the later run: new')
  expect(text).toContain('The claims are not the same.')
})
