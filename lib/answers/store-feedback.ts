import { sql } from 'drizzle-orm'
import { createId, type AnswerId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { rows, schema, type Database } from '@/lib/database'
import { iso } from './store'
import { shownOutcome, type ShownOutcome } from './store-history'

export type FeedbackCategory = 'wrong-source' | 'unsupported-claim' | 'missing-evidence' | 'unclear-refusal' | 'presentation'
export type FeedbackId = `fbk_${string}`

/** What somebody said of one answer revision. */
export interface Feedback {
  readonly feedbackId: FeedbackId
  readonly answerId: AnswerId
  readonly revision: number
  readonly question: string
  readonly outcome: ShownOutcome
  /** Who said it. */
  readonly identity: string
  /** As whom the question was asked. */
  readonly askedAs: string
  readonly category: FeedbackCategory
  /** May be empty: the category alone says something. */
  readonly words: string
  readonly createdAt: string
}

export async function storeFeedback(database: Database, { name }: Identity, given: Pick<Feedback, 'answerId' | 'revision' | 'category' | 'words'>): Promise<FeedbackId> {
  const id = createId('fbk')
  await database.insert(schema.feedback).values({ id, answerId: given.answerId, answerRevision: given.revision, identity: name, category: given.category, words: given.words })
  return id
}

/** Newest first, of everybody: for the owner. `id`: that one only. */
export async function readFeedback(database: Database, id: FeedbackId | null = null): Promise<readonly Feedback[]> {
  return rows(database, sql`
    select f.id as "feedbackId", f.answer_id as "answerId", f.answer_revision as revision, r.question, ${shownOutcome('r')} as outcome, f.identity, r.identity as "askedAs", f.category, f.words, ${iso(sql`f.created_at`)} as "createdAt"
    from feedback f join answer_revision r on r.answer_id = f.answer_id and r.revision = f.answer_revision
    where ${id}::text is null or f.id = ${id}::text order by f.created_at desc, f.id`)
}

export async function deleteFeedback(database: Database, id: FeedbackId): Promise<void> {
  await database.execute(sql`delete from feedback where id = ${id}`)
}
