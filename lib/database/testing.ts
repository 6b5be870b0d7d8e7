import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { digest } from '@/lib/foundation'
import { readTestDatabaseUrl } from '@/lib/foundation/testing'
import { openDatabase, type OpenedDatabase } from './open-database'

const embeddedOptions = () => ({ rootDir: process.cwd(), dataDir: join(process.cwd(), '.unused'), databaseUrl: null })

let template: Promise<unknown> | null = null

/**
 * A migrated, empty database: in memory and of the embedded kind, or, where K81R_TEST_DATABASE_URL names a PostgreSQL
 * server, one of its own on that server, which closing drops. The first call in a process makes the template.
 */
export async function openTestDatabase(): Promise<OpenedDatabase> {
  const serverUrl = readTestDatabaseUrl()
  return serverUrl === null ? openEmbedded() : openOnServer(serverUrl)
}

async function openEmbedded(): Promise<OpenedDatabase> {
  const made = (template ??= makeEmbeddedTemplate()) as ReturnType<typeof makeEmbeddedTemplate> // one kind in one process
  const snapshot = await made
  return openDatabase({ ...embeddedOptions(), inMemory: snapshot === null ? true : { snapshot } })
}

async function makeEmbeddedTemplate(): Promise<Uint8Array<ArrayBuffer> | null> {
  const opened = await openDatabase({ ...embeddedOptions(), inMemory: true })
  const snapshot = await opened.dump()
  await opened.close()
  return snapshot
}

async function openOnServer(serverUrl: string): Promise<OpenedDatabase> {
  await (template ??= ensureServerTemplate(serverUrl))
  const made = await createServerDatabase(serverUrl, templateName())
  const opened = await openDatabase({ ...embeddedOptions(), databaseUrl: made.url })
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await made.drop()
    },
  }
}

export interface ServerDatabase {
  readonly url: string
  /** Ends the connections that are left, too. */
  drop(): Promise<void>
}

/** A new database on a server, empty or a copy of `templateDatabase`, to which nobody may be connected. */
export async function createServerDatabase(serverUrl: string, templateDatabase: string | null = null): Promise<ServerDatabase> {
  const name = `k81r_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, (client) => client.query(`create database "${name}"${templateDatabase === null ? '' : ` template "${templateDatabase}"`}`))
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, async (client) => { await client.query(`drop database if exists "${name}" with (force)`) }),
  }
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onServer<T>(serverUrl: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** Named after the migrations, so that a server that outlives them never hands out an old one. */
function templateName(): string {
  const folder = join(process.cwd(), 'drizzle')
  const migrations = readdirSync(folder).filter((file) => file.endsWith('.sql')).sort().map((file) => readFileSync(join(folder, file), 'utf8'))
  return `k81r_template_${digest(migrations.join('\n')).slice(0, 16)}`
}

/** Every test file asks for the template, in several processes: a lock of the server's lets one make it. */
async function ensureServerTemplate(serverUrl: string): Promise<void> {
  const name = templateName()
  await onServer(serverUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('k81r test template'))`)
    if ((await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1) return
    const made = await createServerDatabase(serverUrl)
    const opened = await openDatabase({ ...embeddedOptions(), databaseUrl: made.url })
    await opened.close()
    await client.query(`alter database "${new URL(made.url).pathname.slice(1)}" rename to "${name}"`)
  })
}
