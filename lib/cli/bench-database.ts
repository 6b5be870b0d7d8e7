import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, type Database } from '@/lib/database'
import type { Settings } from '@/lib/foundation'
import { buildIndex, startReader } from '@/lib/indexing'
import type { Embedder } from '@/lib/models'
import { rankingConfiguration } from '@/lib/retrieval'
import { addFolders } from '@/lib/sources'

export type BenchReader = ReturnType<typeof startReader>

/** Works with a database of its own in `dataDir` (or at `databaseUrl`) and a reader, and closes both however the work ends. */
export async function inDatabase<T>(settings: Settings, dataDir: string, work: (database: Database, reader: BenchReader) => Promise<T>, databaseUrl: string | null = null): Promise<T> {
  await mkdir(dataDir, { recursive: true })
  const { database, close } = await openDatabase({ rootDir: settings.rootDir, dataDir, databaseUrl })
  const reader = startReader(join(settings.rootDir, 'dist', 'reading-worker.mjs'))
  try {
    return await work(database, reader)
  } finally {
    await reader.close()
    await close()
  }
}

/** Brings an index of one folder up to date. */
export async function fillIndex(database: Database, reader: BenchReader, folder: string, embedder: Embedder): Promise<void> {
  await addFolders(database, [{ location: folder, sample: false }])
  await buildIndex({ database, reader, embedder: { state: 'ready', embedder }, ranking: rankingConfiguration })
}
