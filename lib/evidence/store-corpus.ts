import { sql } from 'drizzle-orm'
import type { Identity } from '@/lib/access'
import { anyScopeCondition, rows, scopeCondition, type Database } from '@/lib/database'
import { generationCondition } from '@/lib/indexing'

export interface CorpusSize {
  readonly documents: number
  /** Tokens of the passages' text, as the index counts them. */
  readonly tokens: number
  /** By path. */
  readonly revisionIds: readonly string[]
}

/** How much a search without filters reaches for this identity: current and not superseded. */
export async function readCorpusSize(database: Database, identity: Identity, generation: number): Promise<CorpusSize> {
  const found = await rows<{ revisionId: string; tokens: number }>(database, sql`
    select e.revision_id as "revisionId", sum(p.tokens)::int as tokens from index_entry e join passage p on p.id = e.passage_id join revision r on r.id = e.revision_id
    where ${generationCondition(sql`${generation}`)} and ${scopeCondition(identity, sql`e.scope`)} and e.current and not (e.superseded or ${anyScopeCondition(identity, sql`e.successor_scopes`)})
    group by e.revision_id, r.source_path order by r.source_path collate "C", e.revision_id`)
  return { documents: found.length, tokens: found.reduce((sum, { tokens }) => sum + tokens, 0), revisionIds: found.map(({ revisionId }) => revisionId) }
}

/** What questions of an identity needed, by strategy, over their first revisions. */
export interface MeasuredQuestions {
  readonly strategy: 'passages' | 'whole-document' | 'whole-corpus'
  readonly questions: number
  /** Mean tokens of what a model would read. */
  readonly tokens: number
}

/** Over the newest 500 sets that this identity assembled itself; none gives none. Strangers share a name, so they have none of their own. */
export async function readMeasuredQuestions(database: Database, identity: Identity): Promise<readonly MeasuredQuestions[]> {
  if (identity.name === 'public') return []
  return rows(database, sql`
    select strategy, count(*)::int as questions, avg(tokens)::float8 as tokens from (
      select strategy, tokens from evidence_set where revision = 1 and identity = ${identity.name} and tokens > 0 order by created_at desc limit 500
    ) recent group by strategy order by strategy`)
}

/** Answers that this identity asked for in the last 30 days. */
export async function countMonthlyQuestions(database: Database, identity: Identity): Promise<number> {
  if (identity.name === 'public') return 0
  const [row] = await rows<{ questions: number }>(database, sql`
    select count(*)::int as questions from answer_run where identity = ${identity.name} and started_at > now() - interval '30 days'`)
  return row?.questions ?? 0
}
