import { sql } from 'drizzle-orm'
import type { AnswerId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { rows, type Database } from '@/lib/database'
import type { AnswerRecord } from './answer-record'
import { iso } from './store'

/** What came of a question: of a record with sentences of which none is more than the closest evidence, that. */
export type ShownOutcome = AnswerRecord['outcome'] | 'closest'

/** The outcome of a row of `answer_revision`, which keeps `answered` or `partial` for it. */
export function shownOutcome(record: string) {
  const claims = sql.raw(`${record}.claims`)
  // An answer of nothing but the closest evidence is known by its claims, each of which says so.
  return sql`case when jsonb_array_length(${claims}) > 0 and not jsonb_path_exists(${claims}, '$[*] ? (!exists(@.closestOnly))') then 'closest' else ${sql.raw(`${record}.outcome`)} end`
}

export interface AnswerSummary {
  readonly answerId: AnswerId
  readonly revision: number
  readonly question: string
  readonly outcome: ShownOutcome | 'running' | 'failed' | 'interrupted'
  readonly createdAt: string
  readonly bookmarked: boolean
}

/** Which questions of the past to list. */
export interface HistoryRequest {
  /** Each of these words stands somewhere in the question; empty: any question. */
  readonly words: string
  /** Null: any. */
  readonly outcome: ShownOutcome | null
  readonly bookmarked: boolean
  /** From 0. */
  readonly offset: number
  readonly limit: number
}

export interface HistoryPage {
  readonly answers: readonly AnswerSummary[]
  /** How many match in all. */
  readonly total: number
}

/** Newest first, the last revision of each answer. A stranger has no history: others ask under the same name. */
export async function searchHistory(database: Database, identity: Identity, { words, outcome, bookmarked, offset, limit }: HistoryRequest): Promise<HistoryPage> {
  if (identity.name === 'public') return { answers: [], total: 0 }
  const asked = words.split(/\s+/).filter((word) => word !== '').map((word) => sql`question ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  const conditions = [...asked, ...(outcome === null ? [] : [sql`outcome = ${outcome}`]), ...(bookmarked ? [sql`bookmarked`] : [])]
  const matching = sql`(
    select latest.*, exists (select 1 from bookmark b where b.identity = ${identity.name} and b.answer_id = latest."answerId") as bookmarked from (
      select distinct on (run.answer_id) run.answer_id as "answerId", run.revision, run.question, case when record.answer_id is null then run.state else ${shownOutcome('record')} end as outcome, ${iso(sql`run.started_at`)} as "createdAt"
      from answer_run run left join answer_revision record on record.answer_id = run.answer_id and record.revision = run.revision
      where ${identity.scopes === 'all' ? sql`true` : sql`run.identity = ${identity.name}`} order by run.answer_id, run.revision desc
    ) latest) found where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}`
  const answers = await rows<AnswerSummary>(database, sql`select * from ${matching} order by "createdAt" desc, "answerId" limit ${limit} offset ${offset}`)
  const [counted] = await rows<{ total: number }>(database, sql`select count(*)::int as total from ${matching}`)
  return { answers, total: counted?.total ?? 0 }
}

/** The newest of everything that was asked. */
export async function listAnswers(database: Database, identity: Identity, limit: number): Promise<readonly AnswerSummary[]> {
  return (await searchHistory(database, identity, { words: '', outcome: null, bookmarked: false, offset: 0, limit })).answers
}
