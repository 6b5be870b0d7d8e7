import { sql, type SQL } from 'drizzle-orm'
import { rows, type Database } from '@/lib/database'
import { readWith } from './configuration'
import { rewriteSegments, writeSegments } from './write-segments'

export interface Pruned {
  readonly entries: number
  readonly passages: number
  readonly embeddings: number
}

/** Small enough that searches of an embedded database wait for none of them. */
const batchSize = 1_000
/** A vector costs more to take out of its index than a row does. */
const embeddingBatchSize = 200

const retained = sql`('active', 'kept', 'building', 'rolled-back')`

/** Entries that are in neither the active nor the kept generation and that no unfinished one may want back. */
const oldEntries = sql`
  select e.id from index_entry e
  where e.removed_in is not null and not exists (select 1 from generation g where g.state in ${retained} and e.added_in <= g.number and g.number <= e.removed_in and (g.number < e.removed_in or g.state = 'building'))`

/** Passages of an older reading of a revision that has been read anew, where no entry and no citation needs them. */
const oldPassages = (): SQL => sql`
  select p.id from passage p
  where p.read_with <> ${readWith()} and exists (select 1 from section s where s.revision_id = p.revision_id and s.read_with = ${readWith()})
    and not exists (select 1 from index_entry e where e.passage_id = p.id) and not exists (select 1 from answer_citation c where c.passage_id = p.id)`

const oldEmbeddings = sql`
  select v.index_digest, v.model_id from embedding v
  where not exists (select 1 from passage p where p.index_digest = v.index_digest) or not exists (select 1 from generation g where g.state in ${retained} and g.model_id = v.model_id)`

/** What pruneIndex would take away. */
export async function countPrunable(database: Database): Promise<Pruned> {
  const [row] = await rows<Pruned>(database, sql`select (select count(*)::int from (${oldEntries}) old) as entries, (select count(*)::int from (${oldPassages()}) old) as passages, (select count(*)::int from (${oldEmbeddings}) old) as embeddings`)
  return row ?? { entries: 0, passages: 0, embeddings: 0 }
}

/**
 * Deletes, in small batches, what belongs to no generation that is active or can be made active again. Revisions keep
 * their text and their newest reading. Old readings and vectors are looked for only where `everything` says so, or
 * where the generation discarded last had another configuration: nothing else leaves any.
 */
export async function pruneIndex(database: Database, everything: boolean): Promise<Pruned> {
  const entries = await inBatches(() => rows(database, sql`delete from index_entry where id in (${oldEntries} limit ${batchSize}) returning 1`), batchSize)
  if (!everything && !(await configurationChanged(database))) return { entries, passages: 0, embeddings: 0 }
  const passages = await inBatches(() => rows(database, sql`delete from passage where id in (${oldPassages()} limit ${batchSize}) returning 1`), batchSize)
  if (passages > 0) await packAgain(database)
  await database.execute(sql`delete from section s where s.read_with <> ${readWith()}
    and exists (select 1 from section newer where newer.revision_id = s.revision_id and newer.read_with = ${readWith()})
    and not exists (select 1 from passage p where p.revision_id = s.revision_id and p.read_with = s.read_with)`)
  const embeddings = await inBatches(() => rows(database, sql`delete from embedding v using (${oldEmbeddings} limit ${embeddingBatchSize}) old where v.index_digest = old.index_digest and v.model_id = old.model_id returning 1`), embeddingBatchSize)
  return { entries, passages, embeddings }
}

async function inBatches(remove: () => Promise<readonly unknown[]>, size: number): Promise<number> {
  for (let total = 0; ;) {
    const { length } = await remove()
    total += length
    if (length < size) return total
  }
}

/** Postings of passages that are gone take room and slow every search down. */
async function packAgain(database: Database): Promise<void> {
  const segments = await rows<{ id: number }>(database, sql`
    select s.id from segment s where (select count(*) from passage p where p.id between s.first_passage and s.last_passage) < s.last_passage - s.first_passage + 1 order by s.first_passage`)
  for (const { id } of segments) await database.transaction((tx) => rewriteSegments(tx, [id]))
  await writeSegments(database)
}

async function configurationChanged(database: Database): Promise<boolean> {
  return (await rows(database, sql`
    select 1 from (select fingerprint from generation where state = 'discarded' order by number desc limit 1) last
    where exists (select 1 from generation where state = 'active' and fingerprint <> last.fingerprint)`)).length > 0
}
