import { sql } from 'drizzle-orm'
import { intArray, rows, type Database } from '@/lib/database'
import type { VisibleSet } from './search-visible'
import { VectorTable, type VectorHit } from './vector-table'

/** One model's vectors as far as this process has read them; a search adds what it misses. */
interface ReadVectors {
  readonly modelId: number
  readonly table: VectorTable
  reading: Promise<void>
}
const caches = new WeakMap<Database, ReadVectors>()

/** For when vectors were purged, or put right in place. */
export function forgetVectors(database: Database): void {
  caches.delete(database)
}

/**
 * The `limit` passages of `visible` nearest to the query, best first, no document with more than its share. Vectors in view
 * are compared in memory: all of them up to 8,000, of more those that promise most. pgvector keeps them; its HNSW index
 * cost 30 ms a vector to fill on the embedded database, half as much room again as the texts, and found less under a filter.
 */
export async function searchVector(database: Database, query: Float32Array, modelId: number, visible: VisibleSet, limit: number): Promise<readonly VectorHit[]> {
  const table = await loadVectors(database, modelId, visible.passages())
  return table.nearest(query, visible.passages(), limit, visible.documents)
}

/** Cosine of given passages with the query; a passage without a vector is left out. */
export async function cosinesOf(database: Database, query: Float32Array, modelId: number, passages: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (passages.length === 0) return new Map()
  const table = await loadVectors(database, modelId, passages)
  return new Map(table.nearest(query, passages, passages.length).map(({ passage, cosine }) => [passage, cosine]))
}

/** Passages read in one statement: about four megabytes. */
const batchSize = 5_000

async function loadVectors(database: Database, modelId: number, passages: readonly number[]): Promise<VectorTable> {
  let read = caches.get(database)
  if (read?.modelId !== modelId) {
    read = { modelId, table: new VectorTable(), reading: Promise.resolve() }
    caches.set(database, read)
  }
  const { table } = read
  if (passages.every((passage) => table.has(passage))) return table
  // One reading at a time: the next one finds what this one has read.
  read.reading = read.reading.catch(() => undefined).then(async () => {
    const missing = passages.filter((passage) => !table.has(passage))
    for (let from = 0; from < missing.length; from += batchSize) await readVectors(database, modelId, missing.slice(from, from + batchSize), table)
  })
  await read.reading
  return table
}

async function readVectors(database: Database, modelId: number, passages: readonly number[], table: VectorTable): Promise<void> {
  // Revisions share most of their passages' texts, and a text has one vector.
  const [row] = await rows<{ sharing: string | null; vectors: Uint8Array | null }>(database, sql`
    with text as (
      select v.index_digest, v.vector, string_agg(p.id::text, ' ' order by p.id) as passages
      from passage p join embedding v on v.index_digest = p.index_digest and v.model_id = ${modelId}
      where p.id = any(${intArray(passages)}) group by v.index_digest, v.model_id, v.vector)
    select string_agg(passages, ',' order by index_digest) as sharing, string_agg(halfvec_send(vector), ''::bytea order by index_digest) as vectors from text`)
  if (row?.sharing == null || row.vectors === null) return
  table.add(row.sharing.split(',').map((ids) => ids.split(' ').map(Number)), row.vectors)
}
