import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { Fault, smallNursery, startThread } from '@/lib/foundation'
import { rows, type Database } from './database'
import { EmbeddedClient } from './embedded-client'
import { connectionName, holdServer, type ServerHold } from './hold-server'
import * as schema from './schema'

/** How another thread reaches the same database: a port of its own, or the server's address. */
export type DatabaseAddress = { readonly kind: 'port'; readonly port: MessagePort } | { readonly kind: 'server'; readonly url: string }

export interface OpenedDatabase {
  readonly database: Database
  readonly kind: 'embedded' | 'server'
  /** For one more thread of this process, whose statements wait for those of this one. A port must be transferred. */
  address(): DatabaseAddress
  /** The embedded database as one file (a test template), null for a server. */
  dump(): Promise<Uint8Array<ArrayBuffer> | null>
  close(): Promise<void>
}

/** The drizzle client over an embedded database's port; drizzle uses only what EmbeddedClient has of PGlite. */
function embedded(client: EmbeddedClient): Database {
  return drizzleEmbedded(client as unknown as PGlite, { schema, casing: 'snake_case' })
}

interface ServerConnection {
  readonly database: Database
  /** Ends at once, as closing the embedded database's port does: what is in the middle of a transaction is rejected and rolled back. */
  close(): Promise<void>
}

function server(url: string): ServerConnection {
  const pool = new pg.Pool({
    connectionString: url, application_name: connectionName, max: 8, connectionTimeoutMillis: 10_000,
    // A server may have another time zone and another way to write dates; what is read as text is the same on both databases.
    verify: (client, done) => { client.query(`set timezone to 'UTC'; set datestyle to 'ISO'`).then(() => done(), done) },
  })
  const clients = new Set<pg.PoolClient>()
  pool.on('error', () => undefined) // an idle connection that breaks is replaced by the pool at the next use
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('error', () => undefined) // one that breaks in use rejects the statement that waits; without a listener it would end the process
  })
  pool.on('remove', (client) => { clients.delete(client) })
  return {
    database: drizzleServer(pool, { schema, casing: 'snake_case' }),
    close: async () => {
      const ends = [...clients].map((client) => client.end())
      void pool.end() // waits for what a transaction has not given back yet, so it is not waited for
      await Promise.all(ends)
    },
  }
}

/** What went wrong at the bottom: drizzle names the statement, and Node puts the refusals of several addresses into one error. */
function firstCause(error: unknown): string {
  if (error instanceof AggregateError) return firstCause(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : firstCause(error.cause)
}

/** The iterative scan that keeps a filtered vector search from coming up short is pgvector's since 0.8. */
async function checkVectorExtension(database: Database): Promise<void> {
  const [found] = await rows<{ version: string }>(database, sql`select extversion as version from pg_extension where extname = 'vector'`)
  const [major = 0, minor = 0] = (found?.version ?? '0').split('.').map(Number)
  if (major === 0 && minor < 8) throw new Fault('database-unreachable', `The database named by DATABASE_URL has version ${found?.version ?? '0'} of the vector extension; 0.8 or later is needed. Install it on the server, then run there: alter extension vector update`)
}

interface OpenOptions {
  /** Where `dist/` and `drizzle/` are. */
  readonly rootDir: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** In memory instead of the data folder, optionally from a dump: for tests. */
  readonly inMemory?: boolean | { readonly snapshot: Uint8Array<ArrayBuffer> }
}

/**
 * Opens the embedded database (the caller holds the data folder's lock) or the server at `databaseUrl`, which it takes
 * for this data folder alone until it is closed, and migrates. Throws Fault `database-unreachable`,
 * `data-folder-unusable`, or `data-folder-busy` where another data folder has the server's database.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const migrationsFolder = join(options.rootDir, 'drizzle')
  if (options.databaseUrl !== null) {
    const { database, close: disconnect } = server(options.databaseUrl)
    let hold: ServerHold | null = null
    const close = async () => {
      await disconnect()
      await hold?.release()
    }
    try {
      hold = await holdServer(options.databaseUrl, options.dataDir)
      await migrateServer(database as unknown as Parameters<typeof migrateServer>[0], { migrationsFolder })
      await checkVectorExtension(database)
    } catch (cause) {
      await close()
      if (cause instanceof Fault) throw cause
      throw new Fault('database-unreachable', `The database named by DATABASE_URL could not be opened: ${firstCause(cause)}. It must be PostgreSQL with the vector extension available.`, { cause })
    }
    const url = options.databaseUrl
    return { database, kind: 'server', address: () => ({ kind: 'server', url }), dump: async () => null, close }
  }
  const worker = await startDatabaseWorker(options)
  const connect = (background: boolean): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    worker.postMessage({ kind: 'connect', port: port2, background }, [port2])
    return port1
  }
  const client = new EmbeddedClient(connect(false))
  worker.on('exit', () => client.end(new Error('The thread that owns the embedded database ended.')))
  const database = embedded(client)
  await migrateEmbedded(database as unknown as Parameters<typeof migrateEmbedded>[0], { migrationsFolder })
  const ask = <T>(kind: string, reply: string): Promise<T> =>
    new Promise((resolve) => {
      worker.ref()
      worker.on('message', (message: { kind: string } & T) => { if (message.kind === reply) resolve(message) })
      worker.postMessage({ kind })
    })
  return {
    database,
    kind: 'embedded',
    address: () => ({ kind: 'port', port: connect(true) }),
    dump: async () => (await ask<{ bytes: Uint8Array<ArrayBuffer> }>('dump', 'dumped')).bytes,
    close: async () => {
      await ask('close', 'closed')
      await worker.terminate()
    },
  }
}

async function startDatabaseWorker(options: OpenOptions): Promise<Worker> {
  const entry = join(options.rootDir, 'dist', 'database-worker.mjs')
  if (!existsSync(/* turbopackIgnore: true */ entry)) throw new Fault('internal', 'dist/database-worker.mjs is missing. Run: npm run bundle')
  const directory = options.inMemory === undefined || options.inMemory === false ? join(options.dataDir, 'database') : null
  if (directory !== null) await mkdir(directory, { recursive: true, mode: 0o700 })
  const snapshot = typeof options.inMemory === 'object' ? options.inMemory.snapshot : null
  const worker = startThread(entry, { workerData: { directory, snapshot }, resourceLimits: smallNursery })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', (message: { kind: 'ready' } | { kind: 'failed'; message: string }) => {
      if (message.kind === 'ready') resolve()
      else reject(new Fault('data-folder-unusable', `The database in ${options.dataDir} could not be opened: ${message.message}. Nothing was changed; name another folder with K81R_DATA_DIR to start afresh.`))
    })
    worker.once('error', reject)
  })
  worker.unref()
  return worker
}

/** The same database from another thread of this process. */
export function connectDatabase(address: DatabaseAddress): { readonly database: Database; close(): Promise<void> } {
  if (address.kind === 'port') {
    const client = new EmbeddedClient(address.port)
    return { database: embedded(client), close: async () => address.port.close() }
  }
  return server(address.url)
}
