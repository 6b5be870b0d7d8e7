import { sql } from 'drizzle-orm'
import { toSql } from 'pgvector'
import { rows, textArray, type Database } from '@/lib/database'
import type { Embedder } from '@/lib/models'
import type { Building } from './generations'
import { embeddedText } from './read-version'
import { batches } from './store-versions'

const fetchSize = 256
/** Each row costs a few milliseconds in the HNSW index, during which an embedded database answers nobody. */
const insertSize = 16

/** Embeds every text of the generation that has no vector yet and stores each batch as it is done, so that a later run goes on from there. */
export async function embedPassages(database: Database, embedder: Embedder, building: Building, onDone: (count: number) => void, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const missing = await rows<{ indexDigest: string; prefix: string; text: string }>(database, sql`
      select distinct on (p.index_digest) p.index_digest as "indexDigest", p.prefix, coalesce(p.indexed_text, p.text) as text
      from index_entry e join passage p on p.id = e.passage_id
      where e.removed_in is null and not exists (select 1 from embedding v where v.index_digest = p.index_digest and v.model_id = ${building.modelId})
      limit ${fetchSize}`)
    if (missing.length === 0) return
    // Texts of like length are embedded together: a batch costs as much as its longest text.
    const sorted = [...missing].sort((a, b) => a.text.length - b.text.length)
    for (const batch of batches(sorted, 32)) {
      const vectors = await embedder.embed(batch.map(({ prefix, text }) => embeddedText(prefix, text)), { priority: 'batch', ...(signal === undefined ? {} : { signal }) })
      for (const part of batches(batch.map(({ indexDigest }, at) => ({ indexDigest, vector: vectors[at] })), insertSize)) {
        await database.execute(sql`insert into embedding (index_digest, model_id, vector)
          select digest, ${building.modelId}, vector::halfvec from unnest(${textArray(part.map(({ indexDigest }) => indexDigest))}, ${textArray(part.map(({ vector }) => String(toSql(Array.from(vector ?? [])))))}) as fresh(digest, vector)
          on conflict do nothing`)
      }
      onDone(batch.length)
    }
  }
}
