import { sql } from 'drizzle-orm'
import { rows, type Database } from '@/lib/database'
import type { Redactor } from './redact'

/** Of a stored evaluation run, the parts in which a document may be repeated. Everything else is read back as it is. */
interface StoredResult extends Readonly<Record<string, unknown>> {
  readonly claims: readonly string[]
  readonly trap: string | null
  readonly fault: string | null
  readonly findings: readonly { readonly stage: string; readonly message: string }[]
}

/**
 * Takes a document's words out of the evaluation runs: claims that were shown, what was found wrong, and traps. A run does
 * not say which documents it rests on, so every run is looked through; the questions stay, as they do in answers. Returns how many changed.
 */
export async function redactRuns(tx: Database, path: string, records: Redactor): Promise<number> {
  const ids = (await rows<{ id: string }>(tx, sql`select id from evaluation_run order by id`)).map(({ id }) => id)
  let changed = 0
  // One at a time: together they may be larger than what should be in memory at once.
  for (const id of ids) {
    const [stored] = await rows<{ results: readonly StoredResult[] }>(tx, sql`select run -> 'results' as results from evaluation_run where id = ${id}`)
    if (stored === undefined) continue
    const redacted = JSON.stringify(stored.results.map((result) => redactResult(result, path, records)))
    if (redacted === JSON.stringify(stored.results)) continue
    await tx.execute(sql`update evaluation_run set run = jsonb_set(run, '{results}', ${redacted}::jsonb) where id = ${id}`)
    changed++
  }
  return changed
}

function redactResult(result: StoredResult, path: string, records: Redactor): StoredResult {
  const withoutWords = (text: string): string => (records.repeats(text) ? records.mark(text) : text.replaceAll(path, '[purged]'))
  return {
    ...result,
    claims: result.claims.map(withoutWords),
    trap: result.trap === null ? null : withoutWords(result.trap),
    fault: result.fault === null ? null : withoutWords(result.fault),
    findings: result.findings.map(({ stage, message }) => ({ stage, message: withoutWords(message) })),
  }
}
