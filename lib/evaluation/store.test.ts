import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedDatabase } from '@/lib/database'
import { openTestDatabase } from '@/lib/database/testing'
import { checkGates } from './gate'
import { listRuns, readRun, storeRun } from './store'
import { testResult, testRun } from './testing'

let opened: OpenedDatabase
beforeAll(async () => { opened = await openTestDatabase() })
afterAll(() => opened.close())

const gate = { measure: 'outcome', category: null, direction: 'at-least', value: 0.5, minimumSample: 2, absolute: false } as const

test('a run comes back as it was stored, and the list tells its figures, the newest first', async () => {
  const failing = testResult({ id: 'pause', outcome: 'refused', ranks: { 'nDCG@10': 0.5, MRR: 1 }, findings: [{ stage: 'outcome', message: 'The outcome is refused.' }] })
  const run = testRun([testResult(), failing], { configuration: { chunker: 'c1', ranking: { rrf: 60 } } })
  const later = { ...run, results: [testResult()], finishedAt: '2026-01-02T00:00:00.000Z', gates: checkGates({ results: [testResult()] }, [gate]) }
  const ids = [await storeRun(opened.database, run), await storeRun(opened.database, later)]
  expect(ids[0]).toMatch(/^evr_[0-9a-z]{16,}$/)
  expect(await Promise.all(ids.map((id) => readRun(opened.database, id)))).toEqual([run, later])
  const listed = await listRuns(opened.database, 10)
  expect(listed.map(({ runId, finishedAt, cases, failing: wrong, gates }) => [runId, finishedAt, cases, wrong, gates])).toEqual([
    [ids[1], '2026-01-02T00:00:00Z', 1, 0, { passed: 0, of: 1 }], [ids[0], '2026-01-01T00:01:00Z', 2, 1, null],
  ])
  expect(listed[1]?.figures).toMatchObject({ outcome: { value: 1, n: 2, of: 2 }, 'nDCG@10': { value: 0.5, n: null, of: 1 }, 'abstention-precision': { n: 0, of: 1 } })
  expect(await listRuns(opened.database, 1)).toHaveLength(1)
})

test('an id that was never given names nothing', async () => {
  expect(await readRun(opened.database, 'evr_000000000000000000000')).toBeNull()
})
