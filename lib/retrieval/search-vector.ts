import { sql, type SQL } from 'drizzle-orm'
import { toSql } from 'pgvector'
import { intArray, rows, type Database } from '@/lib/database'

export interface VectorHit {
  readonly passage: number
  /** Cosine similarity, −1 to 1. */
  readonly cosine: number
}

function literal(vector: Float32Array): SQL {
  return sql`${toSql(Array.from(vector))}::halfvec`
}

/**
 * The nearest passages among the entries that `condition` allows, best first. The index is walked on until `limit` of
 * them are found (pgvector's iterative scan), so that a filter never leaves the list short.
 */
export async function searchVector(database: Database, query: Float32Array, modelId: number, condition: SQL, limit: number): Promise<readonly VectorHit[]> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`set local hnsw.iterative_scan = strict_order`)
    await tx.execute(sql`set local hnsw.ef_search = 120`)
    return rows<VectorHit>(tx, sql`
      select e.passage_id as passage, (1 - (v.vector <=> ${literal(query)}))::float8 as cosine
      from embedding v join passage p on p.index_digest = v.index_digest join index_entry e on e.passage_id = p.id
      where v.model_id = ${modelId} and ${condition}
      order by v.vector <=> ${literal(query)} limit ${limit}`)
  })
}

/** Cosine of given passages with the query, for candidates that the vector arm did not list. */
export async function cosinesOf(database: Database, query: Float32Array, modelId: number, passages: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (passages.length === 0) return new Map()
  const read = await rows<VectorHit>(database, sql`
    select p.id as passage, (1 - (v.vector <=> ${literal(query)}))::float8 as cosine
    from passage p join embedding v on v.index_digest = p.index_digest and v.model_id = ${modelId}
    where p.id = any(${intArray(passages)})`)
  return new Map(read.map(({ passage, cosine }) => [passage, cosine]))
}
