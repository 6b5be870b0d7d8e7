import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openTestDatabase } from '@/lib/database/testing'
import { rows, type Database, type OpenedDatabase } from '@/lib/database'
import { deterministicEmbedder } from '@/lib/models/testing'
import type { EmbedderState } from '@/lib/models'
import { addFolders } from '@/lib/sources'
import { buildIndex, type BuildReport } from './build-index'

/** A folder of notes and an index over it, for tests: a real database, and an embedder that hashes words. */
export interface TestIndex {
  readonly opened: OpenedDatabase
  readonly embedder: EmbedderState
  readonly folder: string
  write(path: string, content: string | Uint8Array): Promise<void>
  remove(path: string): Promise<void>
  build(): Promise<BuildReport>
  close(): Promise<void>
}

export async function openTestIndex(files: Readonly<Record<string, string>> = {}, embedder: EmbedderState = { state: 'ready', embedder: deterministicEmbedder() }): Promise<TestIndex> {
  const opened = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'k81r-notes-'))
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  await addFolders(opened.database, [{ location: folder, sample: false }])
  return {
    opened, embedder, folder, write,
    remove: (path) => rm(join(folder, path)),
    build: () => buildIndex({ database: opened.database, embedder, ranking: {} }),
    close: async () => {
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface LivePassage {
  readonly path: string
  readonly current: boolean
  readonly superseded: boolean
  readonly scope: string
  readonly text: string
  readonly terms: string
  readonly vector: string | null
}

/** What a generation holds, without anything that a fresh index of the same files would name differently. */
export async function readLiveSet(database: Database, generation: number): Promise<readonly LivePassage[]> {
  return rows<LivePassage>(database, sql`
    select r.source_path as path, e.current, e.superseded, e.scope, p.text, p.terms::text, md5(v.vector::text) as vector
    from index_entry e join passage p on p.id = e.passage_id join revision r on r.id = e.revision_id
    left join embedding v on v.index_digest = p.index_digest and v.model_id = (select model_id from generation where number = ${generation})
    where e.added_in <= ${generation} and (e.removed_in is null or e.removed_in > ${generation}) order by 1, 2, 5`)
}
