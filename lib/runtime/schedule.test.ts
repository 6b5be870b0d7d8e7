import { afterEach, expect, it, vi } from 'vitest'
import { schema, type OpenedDatabase } from '@/lib/database'
import { openTestDatabase } from '@/lib/database/testing'
import { startSchedule, type Schedule } from './schedule'

let opened: OpenedDatabase
let schedule: Schedule
afterEach(async () => {
  schedule.stop()
  await opened.close()
})

it('rescans at its interval and reconciles when the last time is a day ago, or never was', async () => {
  opened = await openTestDatabase()
  let rescans = 0
  let reconciliations = 0
  const reconcile = async () => {
    reconciliations++
    await opened.database.insert(schema.reconciliation).values({ findings: [], startedAt: new Date().toISOString() })
  }
  schedule = startSchedule({ database: opened.database, rescan: () => { rescans++ }, reconcile, rescanMs: 20, lookMs: 20 })
  await vi.waitFor(() => { expect(reconciliations).toBe(1) })
  const seen = rescans
  await vi.waitFor(() => { expect(rescans).toBeGreaterThan(seen + 5) })
  expect(reconciliations).toBe(1)
  await opened.database.update(schema.reconciliation).set({ finishedAt: new Date(Date.now() - 25 * 60 * 60_000).toISOString() })
  await vi.waitFor(() => { expect(reconciliations).toBe(2) })
})

it('goes on after a reconciliation that failed', async () => {
  opened = await openTestDatabase()
  let calls = 0
  schedule = startSchedule({ database: opened.database, rescan: () => undefined, reconcile: async () => { calls++; throw new Error('no') }, rescanMs: 1_000, lookMs: 10 })
  await vi.waitFor(() => { expect(calls).toBeGreaterThan(1) })
})
