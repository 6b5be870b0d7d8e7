import { sql } from 'drizzle-orm'
import { createId, type EvaluationRunId } from '@/lib/foundation'
import { isoMoment, rows, schema, type Database } from '@/lib/database'
import type { EvaluationRun } from './evaluation-run'
import { checkRun } from './parse-run'
import { runSummarySchema, summarizeRun, type RunSummary } from './summarize-run'

/** A stored run as a list tells it. */
export interface StoredRun extends RunSummary {
  readonly runId: EvaluationRunId
  /** ISO, to the second. */
  readonly startedAt: string
  readonly finishedAt: string
  readonly corpusDigest: string
  readonly casesDigest: string
}

/** Stores a run for good and names it. It never changes again, but for a purge. */
export async function storeRun(database: Database, run: EvaluationRun): Promise<EvaluationRunId> {
  const id = createId('evr')
  const { startedAt, finishedAt, corpusDigest, casesDigest } = run
  await database.insert(schema.evaluationRun).values({ id, startedAt, finishedAt, corpusDigest, casesDigest, summary: summarizeRun(run), run })
  return id
}

/** The stored runs, the one that finished last first. */
export async function listRuns(database: Database, limit: number): Promise<readonly StoredRun[]> {
  const stored = await rows<Omit<StoredRun, keyof RunSummary> & { readonly summary: unknown }>(database, sql`
    select id as "runId", ${isoMoment(sql`started_at`)} as "startedAt", ${isoMoment(sql`finished_at`)} as "finishedAt", corpus_digest as "corpusDigest", cases_digest as "casesDigest", summary
    from evaluation_run order by finished_at desc, id limit ${limit}`)
  return stored.map(({ summary, ...run }) => ({ ...run, ...runSummarySchema.parse(summary) }))
}

/** A stored run whole; null when there is none of that id. */
export async function readRun(database: Database, id: EvaluationRunId): Promise<EvaluationRun | null> {
  const [row] = await rows<{ run: unknown }>(database, sql`select run from evaluation_run where id = ${id}`)
  return row === undefined ? null : checkRun(row.run)
}
