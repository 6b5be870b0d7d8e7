import { sql } from 'drizzle-orm'
import { rows, textArray, type Database } from '@/lib/database'
import type { EmbedderState } from '@/lib/models'
import { isAddress, listSources } from '@/lib/sources'
import { readInPlace, type DocumentReader } from './document-reader'
import { activate, activeGeneration, beginGeneration, closeUnchanged, countMissingVectors, type Building } from './generations'
import { embedPassages } from './embed-passages'
import { changedSince, placeEntries } from './place-entries'
import { pruneIndex } from './prune'
import type { LookedFiles } from './looked-files'
import { readSource } from './read-source'
import { refreshStatistics } from './refresh-statistics'
import { readStoredRevisions } from './read-stored'
import { batches } from './store-versions'
import { resolveSupersession } from './supersession'
import { writeSegments } from './write-segments'

export interface BuildProgress {
  readonly stage: 'reading' | 'embedding' | 'activating' | 'checking'
  readonly done: number
  readonly total: number
}

export interface BuildOptions {
  readonly database: Database
  readonly embedder: EmbedderState
  /** Reads files under limits, in another thread; left out, they are read on this one. */
  readonly reader?: DocumentReader
  /** What earlier builds of this process saw of the files; left out, every file is read to see whether it has changed. */
  readonly looked?: LookedFiles
  /** Fusion and ranking settings: part of the generation's configuration. */
  readonly ranking: Readonly<Record<string, unknown>>
  readonly onProgress?: (progress: BuildProgress) => void
  readonly signal?: AbortSignal
  /** Looks only at what is on this machine; an address is fetched only if it never was. For builds that a change of a folder has brought about. */
  readonly localOnly?: boolean
}

export interface BuildReport {
  /** The active generation after this build; null when there is still none. */
  readonly generation: number | null
  readonly changed: boolean
}

/** A first build with more texts to embed than this is searchable by words first, and says so, while its vectors follow. */
const lexicalFirst = 500

/**
 * Brings the index up to date with its sources: reads what changed, and activates a new generation when anything did.
 * Interrupted at any moment it leaves the active generation as it was; the next call goes on from there. The generation
 * before stays restorable; what only older ones held is deleted.
 */
export async function buildIndex(options: BuildOptions): Promise<BuildReport> {
  const { database, embedder, ranking, reader = readInPlace, onProgress = () => undefined, signal } = options
  const before = await activeGeneration(database)
  let building = await beginGeneration(database, embedder, ranking)
  await readSources(options, building)
  await removeForgottenSources(database, building)
  await placeEndedDocuments(database, building)
  await readStoredRevisions(database, building.number, reader, signal)
  for (const batch of batches(await resolveSupersession(database), 200)) await database.transaction((tx) => placeEntries(tx, building.number, batch))
  const changed = before === null || (await changedSince(database, before.number)) || before.modelId !== building.modelId || before.mode !== (building.modelId === null ? 'lexical-only' : 'hybrid') || (await differs(database, building, before.fingerprint))
  if (!changed) {
    await closeUnchanged(database, building.number)
    return { generation: before.number, changed: false }
  }
  await writeSegments(database)
  await refreshStatistics(database)
  if (embedder.state === 'ready') {
    const total = await countMissingVectors(database, building)
    if (before === null && total > lexicalFirst) {
      await activate(database, building, { mode: 'lexical-only', reason: 'Vectors are still being computed; until then results are found by words only.' })
      building = await beginGeneration(database, embedder, ranking)
    }
    let done = 0
    onProgress({ stage: 'embedding', done, total })
    await embedPassages(database, embedder.embedder, building, (count) => { done += count; onProgress({ stage: 'embedding', done, total: Math.max(total, done) }) }, signal)
  }
  onProgress({ stage: 'activating', done: 0, total: 1 })
  await activate(database, building, null)
  await pruneIndex(database, false)
  return { generation: building.number, changed: true }
}

async function differs(database: Database, building: Building, fingerprint: string): Promise<boolean> {
  return (await rows(database, sql`select 1 from generation where number = ${building.number} and fingerprint <> ${fingerprint}`)).length > 0
}

async function readSources({ database, reader = readInPlace, looked, onProgress = () => undefined, signal, localOnly = false }: BuildOptions, building: Building): Promise<void> {
  for (const source of await listSources(database)) {
    const wasLookedAt = source.scannedAt !== null || source.fault !== null
    if (localOnly && wasLookedAt && source.kind === 'llms-full' && isAddress(source.location)) continue
    await readSource(database, source, building.number, { reader, onProgress: (done, total) => onProgress({ stage: 'reading', done, total }), ...(looked === undefined ? {} : { looked }), ...(signal === undefined ? {} : { signal }) })
  }
}

/** A source that was removed takes its documents out of the index, and the history of those that had ended before. */
async function removeForgottenSources(database: Database, building: Building): Promise<void> {
  const forgotten = await rows<{ id: string }>(database, sql`
    select d.id from document d join source s on s.id = d.source_id where s.removed_at is not null
      and (d.removed_at is null or (d.ended_on is not null and exists (select 1 from index_entry e where e.document_id = d.id and e.removed_in is null)))`)
  for (const batch of batches(forgotten.map(({ id }) => id), 200)) {
    await database.transaction(async (tx) => {
      await tx.execute(sql`update document set removed_at = coalesce(removed_at, now()) where id = any(${textArray(batch)})`)
      await placeEntries(tx, building.number, batch)
    })
  }
}

/** What had ended in a source that was removed and is in view again is history again. */
async function placeEndedDocuments(database: Database, building: Building): Promise<void> {
  const missing = await rows<{ id: string }>(database, sql`
    select d.id from document d join source s on s.id = d.source_id where s.removed_at is null and d.removed_at is not null and d.ended_on is not null
      and exists (select 1 from revision r join passage p on p.revision_id = r.id and p.read_with = r.read_with where r.document_id = d.id)
      and not exists (select 1 from index_entry e where e.document_id = d.id and e.removed_in is null)`)
  for (const batch of batches(missing.map(({ id }) => id), 200)) await database.transaction((tx) => placeEntries(tx, building.number, batch))
}
