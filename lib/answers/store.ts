import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AnswerId, EvidenceSetId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { rows, schema, scopeCondition, type Database } from '@/lib/database'
import type { AnswerTask } from './answer-question'
import type { AnswerClaim, AnswerRecord, AnswerRun, RecordsStated } from './answer-record'

/** Whose answers an identity may see: the owner all of them, anyone else those asked under the same name and scopes. */
export function readable(identity: Identity) {
  return identity.scopes === 'all' ? sql`true` : sql`identity = ${identity.name} and scopes <@ ${`{${identity.scopes.map((scope) => `"${scope}"`).join(',')}}`}::text[]`
}

/** A timestamp as ISO text in UTC, to the millisecond. */
export const iso = (column: ReturnType<typeof sql>) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Registers a new answer, or the next revision of one, as running. Concurrent calls get distinct revisions. */
export async function beginRun(database: Database, task: Omit<AnswerTask, 'revision'>, isNew: boolean): Promise<number> {
  const { answerId, identity, request } = task
  const scopes = identity.scopes === 'all' ? ['*'] : [...identity.scopes]
  return database.transaction(async (tx) => {
    if (isNew) await tx.insert(schema.answer).values({ id: answerId, identity: identity.name })
    // The row lock makes concurrent regenerations wait for each other.
    await tx.execute(sql`select id from answer where id = ${answerId} for update`)
    const [row] = await rows<{ next: number }>(tx, sql`select coalesce(max(revision), 0)::int + 1 as next from answer_run where answer_id = ${answerId}`)
    const revision = row?.next ?? 1
    await tx.insert(schema.answerRun).values({ answerId, revision, state: 'running', question: request.query, request, identity: identity.name, scopes })
    return revision
  })
}

export async function noteEvidence(database: Database, answerId: AnswerId, revision: number, evidenceSetId: EvidenceSetId, evidenceSetRevision: number): Promise<void> {
  await database.execute(sql`update answer_run set evidence_set_id = ${evidenceSetId}, evidence_set_revision = ${evidenceSetRevision} where answer_id = ${answerId} and revision = ${revision}`)
}

/** Where a record's stored configuration holds the count or list it stated. */
const recordsKey = 'records'
const recordsSchema = z.custom<RecordsStated>((value) => typeof value === 'object' && value !== null && 'statement' in value && 'rows' in value)

/** Stores the record and its citations and ends the run, in one transaction. */
export async function storeRecord(database: Database, record: AnswerRecord, identity: Identity): Promise<void> {
  const { answerId, revision } = record
  await database.transaction(async (tx) => {
    await tx.insert(schema.answerRevision).values({
      answerId, revision, question: record.question, request: record.request, identity: identity.name, scopes: identity.scopes === 'all' ? ['*'] : [...identity.scopes],
      evidenceSetId: record.evidenceSetId, evidenceSetRevision: record.evidenceSetRevision, generation: record.generation, promptVersion: record.promptVersion, model: record.model,
      outcome: record.outcome, claims: record.claims, withheld: record.withheld, unanswered: [...record.unanswered], refusal: record.refusal,
      configuration: record.records === undefined ? record.configuration : { ...record.configuration, [recordsKey]: record.records }, stages: record.stages,
      cause: record.cause, createdAt: record.createdAt,
    })
    const citations = record.claims.flatMap((claim) => claim.citations.map((citation) => ({ claim, citation })))
    if (citations.length > 0) {
      const passages = new Map((await rows<{ id: number; revisionId: string; startOffset: number; endOffset: number }>(tx, sql`
        select id, revision_id as "revisionId", start_offset as "startOffset", end_offset as "endOffset" from passage where revision_id = any(${`{${[...new Set(citations.map(({ citation }) => citation.revisionId))].join(',')}}`}::text[])`)).map((row) => [row.id, row]))
      await tx.insert(schema.answerCitation).values(citations.map(({ claim, citation }) => ({
        answerId, answerRevision: revision, claimId: claim.id, number: citation.number, evidenceId: citation.evidenceId, documentId: citation.documentId, revisionId: citation.revisionId,
        passageId: [...passages.values()].find((passage) => passage.revisionId === citation.revisionId && passage.startOffset <= citation.startOffset && citation.endOffset <= passage.endOffset)?.id ?? 0,
        startOffset: citation.startOffset, endOffset: citation.endOffset, quote: citation.quote,
      })))
    }
    await tx.execute(sql`update answer_run set state = 'finished', finished_at = now() where answer_id = ${answerId} and revision = ${revision}`)
  })
}

export async function endRun(database: Database, answerId: AnswerId, revision: number, state: 'failed' | 'interrupted', message: string): Promise<void> {
  await database.execute(sql`update answer_run set state = ${state}, message = ${message}, finished_at = now() where answer_id = ${answerId} and revision = ${revision} and state = 'running'`)
}

/** Runs that a server left behind when it was stopped: they will never end by themselves. */
export async function closeInterruptedRuns(database: Database): Promise<void> {
  await database.execute(sql`update answer_run set state = 'interrupted', message = 'K81R was stopped before this answer was finished.', finished_at = now() where state = 'running'`)
}

export async function readRun(database: Database, identity: Identity, answerId: AnswerId, revision: number | null): Promise<AnswerRun | null> {
  const [row] = await rows<AnswerRun>(database, sql`
    select answer_id as "answerId", revision, question, state, message, ${iso(sql`started_at`)} as "startedAt", evidence_set_id as "evidenceSetId", evidence_set_revision as "evidenceSetRevision"
    from answer_run where answer_id = ${answerId} and (${revision}::int is null or revision = ${revision}::int) and ${readable(identity)} order by revision desc limit 1`)
  return row ?? null
}

const claimsColumn = z.array(z.custom<AnswerClaim>((value) => typeof value === 'object' && value !== null && 'citations' in value))

/** The record as it was stored; null when there is none for this identity. */
export async function readRecord(database: Database, identity: Identity, answerId: AnswerId, revision: number | null): Promise<AnswerRecord | null> {
  const [row] = await rows<AnswerRecord>(database, sql`
    select answer_id as "answerId", revision, question, request, outcome, claims, withheld, unanswered, refusal, evidence_set_id as "evidenceSetId", evidence_set_revision as "evidenceSetRevision",
      generation, prompt_version as "promptVersion", model, configuration, stages, cause, ${iso(sql`created_at`)} as "createdAt"
    from answer_revision where answer_id = ${answerId} and (${revision}::int is null or revision = ${revision}::int) and ${readable(identity)} order by revision desc limit 1`)
  if (row === undefined) return null
  const { [recordsKey]: records, ...configuration } = row.configuration
  return { ...row, claims: claimsColumn.parse(row.claims), configuration, ...(records === undefined ? {} : { records: recordsSchema.parse(records) }) }
}

export type CitationState = 'current' | 'changed' | 'superseded' | 'removed'

/**
 * What has become of each cited passage since the answer was made, by citation number: changed where the document's newest
 * revision no longer holds its very words; what replaces the document counts only where the reader may see it.
 */
export async function readCitationStates(database: Database, identity: Identity, record: AnswerRecord): Promise<ReadonlyMap<number, CitationState>> {
  const found = await rows<{ number: number; state: CitationState }>(database, sql`
    select distinct c.number, case
        when d.removed_at is not null then 'removed'
        when newest.number > cited.number and newest.first_seen_at > ${record.createdAt}::timestamptz and position(p.text in coalesce(newest.text, '')) = 0 then 'changed'
        when exists (select 1 from supersession s where s.document_id = d.id and ${scopeCondition(identity, sql`s.successor_scope`)}
          and (select min(first_seen_at) from revision r where r.document_id = s.successor_id) > ${record.createdAt}::timestamptz) then 'superseded'
        else 'current' end as state
    from answer_citation c join document d on d.id = c.document_id join revision cited on cited.id = c.revision_id join passage p on p.id = c.passage_id
    join lateral (select r.number, r.first_seen_at, t.text from revision r join content t on t.digest = r.content_digest where r.document_id = d.id order by r.number desc limit 1) newest on true
    where c.answer_id = ${record.answerId} and c.answer_revision = ${record.revision} order by c.number`)
  return new Map(found.map(({ number, state }) => [number, state]))
}
