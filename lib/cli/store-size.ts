import { sql } from 'drizzle-orm'
import { rows, type Database } from '@/lib/database'

/** Has everything written to the database's own files, and gives the bytes of the texts it keeps. */
export async function settleAndCountText(database: Database): Promise<number> {
  await database.execute(sql`checkpoint`)
  const [row] = await rows<{ bytes: string }>(database, sql`select coalesce(sum(byte_length), 0)::text as bytes from content where text is not null`)
  return Number(row?.bytes ?? 0)
}
