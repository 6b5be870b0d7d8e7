import { sql } from 'drizzle-orm'
import { intArray, rows, textArray, type Database } from '@/lib/database'
import { batches } from './store-versions'
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

/** Passages of a reading that is not the one in force of its revision any more, where no entry and no citation needs them. */
const oldPassages = sql`
  select p.id from passage p join revision r on r.id = p.revision_id
  where p.read_with <> r.read_with and not exists (select 1 from index_entry e where e.passage_id = p.id) and not exists (select 1 from answer_citation c where c.passage_id = p.id)`

/** Sections of such a reading none of whose passages is left. */
const oldSections = sql`
  select s.revision_id, s.read_with, s.ordinal from section s join revision r on r.id = s.revision_id
  where s.read_with <> r.read_with and not exists (select 1 from passage p where p.revision_id = s.revision_id and p.read_with = s.read_with)`

const oldEmbeddings = sql`
  select v.index_digest, v.model_id from embedding v
  where not exists (select 1 from passage p where p.index_digest = v.index_digest) or not exists (select 1 from generation g where g.state in ${retained} and g.model_id = v.model_id)`

/** What pruneIndex would take away. */
export async function countPrunable(database: Database): Promise<Pruned> {
  const [row] = await rows<Pruned>(database, sql`select (select count(*)::int from (${oldEntries}) old) as entries, (select count(*)::int from (${oldPassages}) old) as passages, (select count(*)::int from (${oldEmbeddings}) old) as embeddings`)
  return row ?? { entries: 0, passages: 0, embeddings: 0 }
}

/**
 * Deletes, in small batches, what belongs to no generation that is active or can be made active again. Revisions keep
 * their text and the reading in force. Of old readings and vectors only those are looked at whose last entry this call
 * deletes; all of them where `everything` says so, or where the generation discarded last had another configuration.
 */
export async function pruneIndex(database: Database, everything: boolean): Promise<Pruned> {
  const freed = new Set<number>()
  const entries = await inBatches(async () => {
    const deleted = await rows<{ passage: number }>(database, sql`delete from index_entry where id in (${oldEntries} limit ${batchSize}) returning passage_id as passage`)
    for (const { passage } of deleted) freed.add(passage)
    return deleted
  }, batchSize)
  if (!everything && !(await configurationChanged(database))) return { entries, ...(await pruneFreed(database, [...freed])) }
  const passages = await inBatches(() => rows(database, sql`delete from passage where id in (${oldPassages} limit ${batchSize}) returning 1`), batchSize)
  if (passages > 0) await packAgain(database)
  await database.execute(sql`delete from section s using (${oldSections}) old where s.revision_id = old.revision_id and s.read_with = old.read_with and s.ordinal = old.ordinal`)
  const embeddings = await inBatches(() => rows(database, sql`delete from embedding v using (${oldEmbeddings} limit ${embeddingBatchSize}) old where v.index_digest = old.index_digest and v.model_id = old.model_id returning 1`), embeddingBatchSize)
  return { entries, passages, embeddings }
}

/** Of passages that have just lost an entry, deletes those of an old reading with their postings, sections and vectors. */
async function pruneFreed(database: Database, freed: readonly number[]): Promise<Omit<Pruned, 'entries'>> {
  const pruned = { passages: 0, embeddings: 0 }
  for (const batch of batches(freed, batchSize)) {
    await database.transaction(async (tx) => {
      const gone = await rows<{ id: number; indexDigest: string; revisionId: string }>(tx, sql`
        delete from passage where id in (${oldPassages} and p.id = any(${intArray(batch)})) returning id, index_digest as "indexDigest", revision_id as "revisionId"`)
      if (gone.length === 0) return
      pruned.passages += gone.length
      const segments = await rows<{ id: number }>(tx, sql`
        select distinct s.id from segment s join unnest(${intArray(gone.map(({ id }) => id))}) as gone(id) on gone.id between s.first_passage and s.last_passage order by s.id`)
      await rewriteSegments(tx, segments.map(({ id }) => id))
      await tx.execute(sql`delete from section s using (${oldSections} and s.revision_id = any(${textArray([...new Set(gone.map(({ revisionId }) => revisionId))])})) old
        where s.revision_id = old.revision_id and s.read_with = old.read_with and s.ordinal = old.ordinal`)
      pruned.embeddings += (await rows(tx, sql`
        delete from embedding v where v.index_digest = any(${textArray([...new Set(gone.map(({ indexDigest }) => indexDigest))])}) and not exists (select 1 from passage p where p.index_digest = v.index_digest) returning 1`)).length
    })
  }
  return pruned
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
