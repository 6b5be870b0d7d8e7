import { log } from '@/lib/foundation'
import type { Database } from '@/lib/database'
import { lastReconciliation } from '@/lib/indexing'

export interface Schedule {
  stop(): void
}

interface ScheduleOptions {
  readonly database: Database
  readonly rescan: () => void
  readonly reconcile: () => Promise<unknown>
  readonly rescanMs?: number
  /** How often it is looked whether a reconciliation is due. */
  readonly lookMs?: number
  /** How old the last reconciliation may become. */
  readonly reconcileMs?: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** While serving: reads the sources again every quarter of an hour, whatever was noticed of them, and reconciles once a day, restarts included. */
export function startSchedule({ database, rescan, reconcile, rescanMs = 15 * minuteMs, lookMs = 20 * minuteMs, reconcileMs = dayMs }: ScheduleOptions): Schedule {
  let reconciling = false
  let stopped = false
  const look = async () => {
    if (reconciling) return
    reconciling = true
    try {
      const last = await lastReconciliation(database)
      if (last === null || Date.now() - Date.parse(last.finishedAt) >= reconcileMs) await reconcile()
    } catch (error) {
      // A database that closes under a last look is no failure.
      if (!stopped) log().error({ err: error }, 'the daily reconciliation failed')
    } finally {
      reconciling = false
    }
  }
  const timers = [setInterval(rescan, rescanMs), setInterval(() => void look(), lookMs)]
  for (const timer of timers) timer.unref()
  return {
    stop: () => {
      stopped = true
      for (const timer of timers) clearInterval(timer)
    },
  }
}
