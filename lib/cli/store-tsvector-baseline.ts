import { sql } from 'drizzle-orm'
import { rows, type Database } from '@/lib/database'
import type { BaselineRanker, BenchPassage } from './baseline'

/**
 * PostgreSQL's own full text search: to_tsvector in English, a GIN index, the query's words joined by OR, ts_rank_cd. In a
 * table of its own beside the index, on the same database.
 */
export async function openTsvectorBaseline(database: Database, passages: readonly BenchPassage[]): Promise<BaselineRanker> {
  await database.execute(sql`drop table if exists bench_tsvector`)
  await database.execute(sql`create table bench_tsvector (id int primary key, terms tsvector not null)`)
  for (let from = 0; from < passages.length; from += 200) {
    const batch = passages.slice(from, from + 200).map(({ text }, at) => ({ id: from + at, text }))
    await database.execute(sql`insert into bench_tsvector select id, to_tsvector('english', text) from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as read(id int, text text)`)
  }
  await database.execute(sql`create index on bench_tsvector using gin (terms)`)
  return {
    rank: async (query) => {
      const words = (query.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).join(' OR ')
      const found = await rows<{ id: number }>(database, sql`
        select id from bench_tsvector, websearch_to_tsquery('english', ${words}) as asked where terms @@ asked order by ts_rank_cd(terms, asked) desc, id limit 100`)
      return found.map(({ id }) => passages[id]?.document ?? '')
    },
    close: () => { void database.execute(sql`drop table if exists bench_tsvector`) },
  }
}
