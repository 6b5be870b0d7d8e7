import { sql } from 'drizzle-orm'
import type { Identity } from '@/lib/access'
import { rows, type Database } from '@/lib/database'
import type { SearchFilters } from './search'
import { entryCondition, isUndated } from './search-visible'

/** Says how many documents a filter by date leaves out because they have none; nothing where no such filter is set, or none is left out. */
export async function noteUndated(database: Database, generation: number, identity: Identity, { year, before, after, ...others }: SearchFilters): Promise<readonly string[]> {
  if (year === undefined && before === undefined && after === undefined) return []
  const [row] = await rows<{ count: number }>(database, sql`
    select count(distinct e.document_id)::int as count from index_entry e where ${entryCondition(generation, identity, others)} and ${isUndated}`)
  const count = row?.count ?? 0
  if (count === 0) return []
  return [count === 1 ? '1 document without a date is left out: nothing says its year or day.' : `${count.toLocaleString('en')} documents without a date are left out: nothing says their year or day.`]
}
