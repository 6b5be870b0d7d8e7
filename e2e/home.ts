import { cp } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createServerDatabase } from '@/lib/database/testing'
import { readTestDatabaseUrl } from '@/lib/foundation/testing'

/** What one installation keeps: its data folder and, where the tests run on PostgreSQL, a database of its own there. */
export interface Home {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** The settings that lead a command there. */
  readonly environment: Readonly<Record<string, string>>
  /** Forgets the database; the folder is the caller's. */
  drop(): Promise<void>
}

/** A home with nothing in it; its folder need not exist. */
export async function makeHome(dataDir: string): Promise<Home> {
  return homeIn(dataDir, null)
}

/** A copy of a home that nobody has open. Throws when it did not keep its data where it was told to. */
export async function copyHome(home: Home, dataDir: string): Promise<Home> {
  const isEmbedded = existsSync(join(home.dataDir, 'database'))
  if (isEmbedded !== (home.databaseUrl === null)) throw new Error(isEmbedded ? 'DATABASE_URL was set and the embedded database was used.' : 'The embedded database left no folder.')
  await cp(home.dataDir, dataDir, { recursive: true })
  return homeIn(dataDir, home.databaseUrl === null ? null : new URL(home.databaseUrl).pathname.slice(1))
}

async function homeIn(dataDir: string, templateDatabase: string | null): Promise<Home> {
  const serverUrl = readTestDatabaseUrl()
  if (serverUrl === null) return { dataDir, databaseUrl: null, environment: { K81R_DATA_DIR: dataDir }, drop: async () => undefined }
  const { url, drop } = await createServerDatabase(serverUrl, templateDatabase)
  return { dataDir, databaseUrl: url, environment: { K81R_DATA_DIR: dataDir, DATABASE_URL: url }, drop }
}
