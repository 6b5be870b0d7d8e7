import { expect, test } from 'vitest'
import { compareRuns } from './compare-runs'
import { checkGates } from './gate'
import { formatComparison, formatGates, formatRun } from './report'
import { countsOf } from './score-case'
import { tallyRun } from './tally'
import { testResult, testRun as runOf } from './testing'

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

test('ranks, time and cost stand apart from the counts', () => {
  const measures = [{ stage: 'evidence', ms: 12.3, inputTokens: 7, outputTokens: 1, usd: 0.25 }]
  const text = formatRun(runOf([testResult({ ranks: { 'nDCG@10': 0.5, MRR: 1 }, measures }), testResult({ id: 'b', ranks: { 'nDCG@10': 1, MRR: 1 }, measures })]))
  expect(text).toContain('nDCG@10 0.750, MRR 1.000, means over 2 cases.')
  expect(text).toMatch(/^evidence +2 +12\.3 +12\.3 +14 +2 +0\.5000$/m)
})

test('each gate is printed with its figure, sample and outcome, the failing ones with their reason', () => {
  const gate = { measure: 'outcome', category: null, direction: 'at-least', value: 0.6, minimumSample: 1, absolute: false } as const
  const { results } = runOf([right, wrong])
  const text = formatGates(checkGates({ results }, [gate, { ...gate, category: 'exact-lookup' }, { ...gate, measure: 'access', value: 1, absolute: true, minimumSample: 3 }]))
  expect(text).toMatch(/^outcome +all +at least 0\.6 +1 of 2 \(0\.500\) +2 +1 +FAIL$/m)
  expect(text).toMatch(/^outcome +exact-lookup +at least 0\.6 +1 of 1 \(1\.000\) +1 +1 +pass$/m)
  expect(text).toContain('in scope, all: The sample of 2 is below the minimum of 3.')
  expect(text).toContain('2 of 3 gates failed.')
})

test('answers that are the closest evidence only are counted apart, with how many show what is required', () => {
  const closest = { ...right, id: 'closest', closestOnly: true }
  const off = { ...closest, id: 'off', counts: { ...right.counts, required: { n: 0, of: 1 } }, findings: [{ stage: 'required' as const, message: 'No claim says it.' }] }
  const text = formatRun(runOf([right, closest, off, wrong]))
  expect(text).toContain('Answers shown as the closest evidence only: 2 of 3. All required claims shown: by these 1 of 2, by the other answers 1 of 1.')
  expect(text).toContain('ended as: answered, closest evidence only')
})
