import { sql } from 'drizzle-orm'
import { createId, digest, type AnswerId } from '@/lib/foundation'
import { rows, type Database } from '@/lib/database'
import type { AnswerRecord } from './answer-record'
import { iso } from './store'

export type ShareId = `shr_${string}`

/** A link to one answer revision; its token is known to nobody but whoever was given it. */
export interface Share {
  readonly shareId: ShareId
  readonly answerId: AnswerId
  readonly revision: number
  readonly question: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly state: 'open' | 'expired' | 'revoked'
}

export async function storeShare(database: Database, { answerId, revision }: Pick<AnswerRecord, 'answerId' | 'revision'>, token: string, days: number): Promise<ShareId> {
  const id = createId('shr')
  await database.execute(sql`insert into share (id, answer_id, answer_revision, token_digest, expires_at) values (${id}, ${answerId}, ${revision}, ${digest(token)}, now() + make_interval(days => ${days}::int))`)
  return id
}

export async function revokeShare(database: Database, id: ShareId): Promise<void> {
  await database.execute(sql`update share set revoked_at = now() where id = ${id} and revoked_at is null`)
}

/** Every link, the newest first. */
export async function readShares(database: Database): Promise<readonly Share[]> {
  return rows(database, sql`
    select s.id as "shareId", s.answer_id as "answerId", s.answer_revision as revision, r.question, ${iso(sql`s.created_at`)} as "createdAt", ${iso(sql`s.expires_at`)} as "expiresAt",
      case when s.revoked_at is not null then 'revoked' when s.expires_at <= now() then 'expired' else 'open' end as state
    from share s join answer_revision r on r.answer_id = s.answer_id and r.revision = s.answer_revision order by s.created_at desc, s.id`)
}

/** The revision that a token opens now; null for one that is unknown, expired or revoked. */
export async function readShared(database: Database, token: string): Promise<{ readonly answerId: AnswerId; readonly revision: number; readonly expiresAt: string } | null> {
  const [row] = await rows<{ answerId: AnswerId; revision: number; expiresAt: string }>(database, sql`
    select answer_id as "answerId", answer_revision as revision, ${iso(sql`expires_at`)} as "expiresAt" from share
    where token_digest = ${digest(token)} and revoked_at is null and expires_at > now()`)
  return row ?? null
}
