import { sql, type SQL } from 'drizzle-orm'
import { rows, type Database } from '@/lib/database'

/** Rows of a select as one text: sixty rows of twenty columns, one by one, take the embedded database half as long again. Columns are what JSON makes of them. */
export async function readRows<Row>(database: Database, select: SQL): Promise<readonly Row[]> {
  const [row] = await rows<{ list: string | null }>(database, sql`select json_agg(found)::text as list from (${select}) found`)
  return JSON.parse(row?.list ?? '[]') as readonly Row[] // the columns that the caller selects
}
