import { sql } from 'drizzle-orm'
import { Fault } from '@/lib/foundation'
import { isoMoment, rows, type Database } from '@/lib/database'
import type { EmbedderState } from '@/lib/models'
import { currentConfiguration, fingerprint, type IndexConfiguration } from './configuration'
import { withdrawEntries } from './place-entries'

/** One complete, activated state of both indexes. */
export interface IndexGeneration {
  readonly number: number
  readonly mode: 'hybrid' | 'lexical-only'
  readonly modeReason: string | null
  /** ISO moment at which the sources were read. */
  readonly currentAsOf: string
  readonly modelId: number | null
  readonly fingerprint: string
  readonly configuration: IndexConfiguration
  readonly documents: number
  readonly passages: number
}

/** The generation that searches read, or null before the first. */
export async function activeGeneration(database: Database): Promise<IndexGeneration | null> {
  const [row] = await rows<IndexGeneration>(database, sql`
    select number, mode, mode_reason as "modeReason", ${isoMoment(sql`current_as_of`)} as "currentAsOf",
      model_id as "modelId", fingerprint, configuration, documents, passages
    from generation where state = 'active'`)
  return row ?? null
}

/** A generation under construction. */
export interface Building {
  readonly number: number
  readonly modelId: number | null
  readonly resumed: boolean
  /** Entries added up to this generation have their vectors by this model: it was activated with them. 0 where none was. */
  readonly vectorsThrough: number
}

/** Registers the embedding model of this configuration; null when there is none. */
async function modelIdOf(database: Database, embedder: EmbedderState): Promise<number | null> {
  if (embedder.state !== 'ready') return null
  const { id, version, dimensions } = embedder.embedder.model
  const [row] = await rows<{ id: number }>(database, sql`
    insert into embedding_model (name, version, dimensions) values (${id}, ${version}, ${dimensions})
    on conflict (name, version) do update set dimensions = excluded.dimensions returning id`)
  return row?.id ?? null
}

/** Opens the next generation, or goes on with one of the same configuration that was interrupted; another is withdrawn. */
export async function beginGeneration(database: Database, embedder: EmbedderState, ranking: Readonly<Record<string, unknown>>): Promise<Building> {
  const configuration = currentConfiguration(embedder, ranking)
  const print = fingerprint(configuration)
  const modelId = await modelIdOf(database, embedder)
  const vectorsThrough = (await rows<{ number: number }>(database, sql`select number from generation where state = 'active' and mode = 'hybrid' and model_id = ${modelId}`))[0]?.number ?? 0
  return database.transaction(async (tx) => {
    const [open] = await rows<{ number: number; fingerprint: string }>(tx, sql`select number, fingerprint from generation where state = 'building'`)
    if (open !== undefined && open.fingerprint === print) {
      await tx.execute(sql`update generation set current_as_of = now() where number = ${open.number}`)
      return { number: open.number, modelId, resumed: true, vectorsThrough }
    }
    if (open !== undefined) await discard(tx, open.number)
    const [next] = await rows<{ number: number }>(tx, sql`
      insert into generation (number, state, mode, mode_reason, configuration, fingerprint, model_id)
      select coalesce(max(number), 0) + 1, 'building', ${modelId === null ? 'lexical-only' : 'hybrid'}, ${embedder.state === 'ready' ? null : embedder.reason}, ${JSON.stringify(configuration)}::jsonb, ${print}, ${modelId}
      from generation returning number`)
    if (next === undefined) throw new Fault('internal', 'A new index generation could not be opened.')
    return { number: next.number, modelId, resumed: false, vectorsThrough }
  })
}

/** Leaves no trace of a generation that was never activated; its files are read again. */
async function discard(tx: Database, number: number): Promise<void> {
  await withdrawEntries(tx, number)
  await tx.execute(sql`update source_file set stamp = null`)
  await tx.execute(sql`delete from generation where number = ${number} and state = 'building'`)
}

/** Closes a generation that turned out to change nothing: the active one is now known to be current as of this reading. */
export async function closeUnchanged(database: Database, number: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`update generation set current_as_of = (select current_as_of from generation where number = ${number}) where state = 'active'`)
    await tx.execute(sql`delete from generation where number = ${number} and state = 'building'`)
    await tx.execute(sql`update source_file set state = 'indexed' where state = 'read'`)
  })
}

/** Number of distinct texts of a generation that have no vector of its model yet. */
export async function countMissingVectors(database: Database, building: Building): Promise<number> {
  const [row] = await rows<{ missing: number }>(database, sql`
    select count(distinct p.index_digest)::int as missing from index_entry e join passage p on p.id = e.passage_id
    where e.removed_in is null and e.added_in > ${building.vectorsThrough} and not exists (select 1 from embedding v where v.index_digest = p.index_digest and v.model_id = ${building.modelId})`)
  return row?.missing ?? 0
}

/**
 * Makes a generation the active one and keeps the one before it restorable, in one transaction, after completeness checks: no file of this reading is still
 * waiting, and in a hybrid generation no passage lacks its vector. Throws Fault `index-incomplete` and changes nothing otherwise.
 * `declared` makes it lexical-only and says why, for the first build of a large archive while its vectors follow.
 */
export async function activate(database: Database, building: Building, declared: { readonly mode: 'lexical-only'; readonly reason: string } | null): Promise<void> {
  await database.transaction(async (tx) => {
    const [waiting] = await rows<{ count: number }>(tx, sql`select count(*)::int as count from source_file f join source s on s.id = f.source_id where s.removed_at is null and s.fault is null and f.state = 'waiting'`)
    if ((waiting?.count ?? 0) > 0) throw new Fault('index-incomplete', `The new index is not complete: ${waiting?.count} files still wait. The previous index stays in use.`)
    if (declared === null && building.modelId !== null) {
      const missing = await countMissingVectors(tx, building)
      if (missing > 0) throw new Fault('index-incomplete', `The new index is not complete: ${missing} passages have no vector. The previous index stays in use.`)
    }
    await tx.execute(sql`update generation set state = 'discarded' where state in ('kept', 'rolled-back')`)
    await tx.execute(sql`update generation set state = 'kept' where state = 'active'`)
    await tx.execute(sql`
      update generation set state = 'active', activated_at = now(),
        mode = ${declared?.mode ?? sql`mode`}, mode_reason = ${declared?.reason ?? sql`mode_reason`},
        documents = (select count(distinct document_id)::int from index_entry where removed_in is null and current),
        passages = (select count(*)::int from index_entry where removed_in is null and current)
      where number = ${building.number}`)
    await tx.execute(sql`update source_file set state = 'indexed' where state = 'read'`)
  })
}
