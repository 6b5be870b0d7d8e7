import { sql } from 'drizzle-orm'
import type { AnswerId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { rows, type Database } from '@/lib/database'

/** Sets or takes away an identity's bookmark; either twice is the same as once. */
export async function storeBookmark(database: Database, { name }: Identity, answerId: AnswerId, wanted: boolean): Promise<void> {
  await database.execute(wanted
    ? sql`insert into bookmark (identity, answer_id) values (${name}, ${answerId}) on conflict do nothing`
    : sql`delete from bookmark where identity = ${name} and answer_id = ${answerId}`)
}

export async function readBookmark(database: Database, { name }: Identity, answerId: AnswerId): Promise<boolean> {
  return (await rows(database, sql`select 1 from bookmark where identity = ${name} and answer_id = ${answerId}`)).length > 0
}
