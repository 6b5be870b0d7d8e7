import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openTestDatabase } from '@/lib/database/testing'
import type { OpenedDatabase } from '@/lib/database'
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
