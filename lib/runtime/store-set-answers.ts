import { sql } from 'drizzle-orm'
import type { AnswerId, EvidenceSetId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { rows, textArray, type Database } from '@/lib/database'

/** One answer revision that rests on a revision of an evidence set. */
export interface SetAnswer {
  readonly answerId: AnswerId
  readonly revision: number
  readonly evidenceSetRevision: number
}

/** The answers that rest on a set, oldest first; only those asked under this identity's own name and scopes, so that strangers, who share a name, have none. */
export async function readSetAnswers(database: Database, identity: Identity, id: EvidenceSetId): Promise<readonly SetAnswer[]> {
  if (identity.name === 'public') return []
  const own = identity.scopes === 'all' ? sql`true` : sql`scopes <@ ${textArray(identity.scopes)}`
  return rows(database, sql`
    select answer_id as "answerId", revision, evidence_set_revision as "evidenceSetRevision" from answer_run
    where evidence_set_id = ${id} and evidence_set_revision is not null and identity = ${identity.name} and ${own} order by started_at, answer_id, revision`)
}
