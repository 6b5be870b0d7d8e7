import { sql } from 'drizzle-orm'
import type { AnswerId, RevisionId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { rows, type Database } from '@/lib/database'
import type { SearchRequest } from '@/lib/retrieval'
import type { AnswerRecord } from './answer-record'
import { iso } from './store'
import { shownOutcome, type ShownOutcome } from './store-history'

/** An answer revision that leaves a gap, which an identity keeps with its private note. */
export interface SavedQuestion {
  readonly answerId: AnswerId
  readonly revision: number
  readonly question: string
  readonly request: SearchRequest
  readonly outcome: ShownOutcome
  /** What is missing, as the refusal or the partial answer named it; empty where the closest evidence was shown and nothing else named. */
  readonly missing: string
  /** What would resolve the gap, in its keeper's words. */
  readonly note: string
  readonly savedAt: string
  /** The answer's newest finished revision, the saved one or a later one, and what it was made from when. */
  readonly latest: Pick<AnswerRecord, 'revision' | 'generation' | 'evidenceSetId' | 'evidenceSetRevision' | 'createdAt'> & { readonly outcome: ShownOutcome }
}

/** Saves, or replaces the note of what is saved. */
export async function storeSaved(database: Database, { name }: Identity, answerId: AnswerId, revision: number, note: string): Promise<void> {
  await database.execute(sql`insert into saved_question (identity, answer_id, answer_revision, note) values (${name}, ${answerId}, ${revision}, ${note})
    on conflict (identity, answer_id, answer_revision) do update set note = excluded.note`)
}

export async function deleteSaved(database: Database, { name }: Identity, answerId: AnswerId, revision: number): Promise<void> {
  await database.execute(sql`delete from saved_question where identity = ${name} and answer_id = ${answerId} and answer_revision = ${revision}`)
}

/** The note that an identity saved one revision with; null when it did not. */
export async function readNote(database: Database, { name }: Identity, answerId: AnswerId, revision: number): Promise<string | null> {
  const [row] = await rows<{ note: string }>(database, sql`select note from saved_question where identity = ${name} and answer_id = ${answerId} and answer_revision = ${revision}`)
  return row?.note ?? null
}

/** What this identity saved itself, the last saved first. */
export async function readSaved(database: Database, { name }: Identity): Promise<readonly SavedQuestion[]> {
  return rows(database, sql`
    select s.answer_id as "answerId", s.answer_revision as revision, r.question, r.request, ${shownOutcome('r')} as outcome, s.note, ${iso(sql`s.saved_at`)} as "savedAt",
      coalesce(r.refusal ->> 'missing', array_to_string(r.unanswered, ' ')) as missing,
      (select jsonb_build_object('revision', n.revision, 'outcome', ${shownOutcome('n')}, 'generation', n.generation, 'evidenceSetId', n.evidence_set_id, 'evidenceSetRevision', n.evidence_set_revision, 'createdAt', ${iso(sql`n.created_at`)})
        from answer_revision n where n.answer_id = r.answer_id order by n.revision desc limit 1) as latest
    from saved_question s join answer_revision r on r.answer_id = s.answer_id and r.revision = s.answer_revision
    where s.identity = ${name} order by s.saved_at desc, s.answer_id, s.answer_revision desc`)
}

export async function readActiveGeneration(database: Database): Promise<number | null> {
  const [row] = await rows<{ number: number }>(database, sql`select number from generation where state = 'active'`)
  return row?.number ?? null
}

export interface PassagePlace {
  readonly revisionId: RevisionId
  readonly startOffset: number
  readonly endOffset: number
}

/** Which of these passages (by their place in the list) say something that no revision said that was there at a moment (ISO). */
export async function readUnseen(database: Database, places: readonly PassagePlace[], moment: string): Promise<ReadonlySet<number>> {
  const found = await rows<{ at: number }>(database, sql`
    select place.at::int as at from jsonb_to_recordset(${JSON.stringify(places.map((place, at) => ({ ...place, at })))}::jsonb) as place(at int, "revisionId" text, "startOffset" int, "endOffset" int)
    where exists (select 1 from revision r where r.id = place."revisionId" and r.first_seen_at > ${moment}::timestamptz)
      and not exists (select 1 from passage p join passage before on before.index_digest = p.index_digest join revision earlier on earlier.id = before.revision_id
        where p.revision_id = place."revisionId" and p.start_offset = place."startOffset" and p.end_offset = place."endOffset" and earlier.first_seen_at <= ${moment}::timestamptz)`)
  return new Set(found.map(({ at }) => at))
}
