import { sql } from 'drizzle-orm'
import { owner } from '@/lib/access'
import { lockDataFolder, openDatabase, rows } from '@/lib/database'
import { buildIndex, generationCondition } from '@/lib/indexing'
import { deterministicEmbedder } from '@/lib/models/testing'
import { readStatus } from './store'

/** What the process says before it builds: what status tells, what is searchable, and which files count as indexed, by path with the digest of their text. */
export interface SaidBeforeBuild {
  readonly generation: number | null
  readonly asOf: string | null
  readonly files: { readonly seen: number; readonly indexed: number; readonly failed: number; readonly waiting: number }
  readonly live: Readonly<Record<string, string>>
  readonly indexed: Readonly<Record<string, string>>
}

/** What a process does that a test can kill at any moment: it opens a data folder, says what it finds in one line, builds, and says `built`. */
export async function buildAloud([rootDir = '', dataDir = '', databaseUrl = '']: readonly string[]): Promise<void> {
  const lock = await lockDataFolder(dataDir, 'a test')
  const { database, close } = await openDatabase({ rootDir, dataDir, databaseUrl: databaseUrl === '' ? null : databaseUrl })
  const status = await readStatus(database, owner)
  const texts = async (statement: ReturnType<typeof sql>) => Object.fromEntries((await rows<{ path: string; digest: string }>(database, statement)).map(({ path, digest }) => [path, digest]))
  const said: SaidBeforeBuild = {
    generation: status.generation, asOf: status.asOf, files: { ...status.files, failed: status.files.failed.length },
    live: await texts(sql`select distinct r.source_path as path, r.content_digest as digest from generation g join index_entry e on ${generationCondition(sql`g.number`)} and e.current
      join revision r on r.id = e.revision_id where g.state = 'active'`),
    indexed: await texts(sql`select f.path, r.content_digest as digest from source_file f join revision r on r.id = f.revision_id where f.state = 'indexed'`),
  }
  console.log(JSON.stringify(said))
  await buildIndex({ database, embedder: { state: 'ready', embedder: deterministicEmbedder() }, ranking: {} })
  console.log('built')
  await close()
  await lock.release()
}
