import { sql } from 'drizzle-orm'
import { rows, textArray, type Database } from '@/lib/database'
import type { Embedder } from '@/lib/models'
import type { Building } from './generations'
import { embeddedText } from './read-version'
import { batches } from './store-versions'

/** Texts waiting in memory: a few megabytes. */
const fetchSize = 2_048

/** Embeds every text of the generation that has no vector yet and stores each batch as it is done, so that a later run goes on from there. */
export async function embedPassages(database: Database, embedder: Embedder, building: Building, onDone: (count: number) => void, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const missing = await rows<{ indexDigest: string; prefix: string; text: string }>(database, sql`
      select distinct on (p.index_digest) p.index_digest as "indexDigest", p.prefix, coalesce(p.indexed_text, p.text) as text
      from index_entry e join passage p on p.id = e.passage_id
      where e.removed_in is null and e.added_in > ${building.vectorsThrough} and not exists (select 1 from embedding v where v.index_digest = p.index_digest and v.model_id = ${building.modelId})
      limit ${fetchSize}`)
    if (missing.length === 0) return
    // Texts of like length are embedded together: a batch costs as much as its longest text.
    const sorted = [...missing].sort((a, b) => a.text.length - b.text.length)
    // While one batch is stored, the next is embedded.
    let storing = Promise.resolve()
    for (const batch of batches(sorted, 32)) {
      const embedding = embedder.embed(batch.map(({ prefix, text }) => embeddedText(prefix, text)), { priority: 'batch', ...(signal === undefined ? {} : { signal }) })
      const [vectors] = await Promise.all([embedding, storing])
      storing = storeVectors(database, building, batch.map(({ indexDigest }, at) => ({ indexDigest, vector: vectors[at] ?? new Float32Array() }))).then(() => onDone(batch.length))
    }
    await storing
  }
}

async function storeVectors(database: Database, { modelId }: Building, embedded: readonly { readonly indexDigest: string; readonly vector: Float32Array }[]): Promise<void> {
  await database.execute(sql`insert into embedding (index_digest, model_id, vector)
    select digest, ${modelId}, vector::halfvec from unnest(${textArray(embedded.map(({ indexDigest }) => indexDigest))}, ${textArray(embedded.map(({ vector }) => literalOf(vector)))}) as fresh(digest, vector)
    on conflict do nothing`)
}

/** Six digits: a half-precision number holds three to four, and the shorter text is parsed in half the time. */
function literalOf(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toPrecision(6)).join(',')}]`
}
