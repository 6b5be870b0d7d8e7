import { sql } from 'drizzle-orm'
import { rows, type Database } from '@/lib/database'

/** Tables whose sizes decide how a query is best answered, with the columns by which they are joined and filtered. */
const tables = [
  'index_entry', 'passage (id, revision_id, read_with, index_digest)', 'revision (id, document_id, content_digest, in_force_to)', 'document', 'source_file (source_id, path, state)',
  'section (revision_id, read_with)', 'content (digest)', 'embedding (index_digest, model_id)', 'posting (lexeme, segment_id)', 'supersession',
]

/**
 * Tells the database's planner how large the tables are, one after the other, where that has changed by a third since it
 * was told. The embedded database has no autovacuum that would: without this it took forty times as long to read the
 * candidates of a search.
 */
export async function refreshStatistics(database: Database): Promise<void> {
  const [known] = await rows<{ told: number; entries: number }>(database, sql`
    select (select reltuples::float8 from pg_class where oid = 'index_entry'::regclass) as told, (select count(*)::int from index_entry) as entries`)
  if (known === undefined || Math.abs(known.entries - known.told) <= known.entries / 3) return
  for (const table of tables) await database.execute(sql.raw(`analyze ${table}`))
}
