import { join } from 'node:path'
import { openDatabase, type OpenedDatabase } from './open-database'

let template: Promise<Uint8Array<ArrayBuffer> | null> | null = null

/** A migrated, empty, in-memory database of the embedded kind; the first call in a process makes the template. */
export async function openTestDatabase(): Promise<OpenedDatabase> {
  const common = { rootDir: process.cwd(), dataDir: join(process.cwd(), '.unused'), databaseUrl: null }
  template ??= openDatabase({ ...common, inMemory: true }).then(async (opened) => {
    const snapshot = await opened.dump()
    await opened.close()
    return snapshot
  })
  const snapshot = await template
  return openDatabase({ ...common, inMemory: snapshot === null ? true : { snapshot } })
}
