import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { PGlite, types, type Transaction } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import type { DatabaseReply, DatabaseRequest } from './embedded-protocol'
import { ServingTraffic } from './serving-traffic'

/**
 * The thread that owns the embedded database. WebAssembly blocks the thread it runs on, so no thread that serves
 * requests may hold it. Each client is a MessagePort; PGlite queues statements and lets one transaction run at a time.
 */
const asText = (value: string) => value
/**
 * Dates, times and 64-bit integers stay text on both databases; drizzle parses what it must. The numbers are arrays of
 * numeric, timestamps, intervals and dates.
 */
const textTypes = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, types.INT8, 1231, 1115, 1185, 1187, 1182]
const largeIntegers = 1016
const parsers = {
  ...Object.fromEntries(textTypes.map((type) => [type, asText])),
  [largeIntegers]: (value: string): unknown => types.arrayParser(value, asText, largeIntegers),
}

interface OpenTransaction {
  readonly transaction: Transaction
  readonly end: (commit: boolean) => void
  readonly ended: Promise<void>
}

class RolledBack extends Error {}

const traffic = new ServingTraffic()

function serve(database: PGlite, port: MessagePort, background: boolean): void {
  const open = new Map<number, OpenTransaction>()

  async function begin(id: number): Promise<number> {
    return await new Promise<number>((started, failed) => {
      let finish: (commit: boolean) => void = () => undefined
      const decision = new Promise<boolean>((resolve) => { finish = resolve })
      const ended = database
        .transaction(async (transaction) => {
          open.set(id, { transaction, end: finish, ended: Promise.resolve().then(() => ended) })
          started(id)
          if (!(await decision)) throw new RolledBack()
        })
        .catch((error: unknown) => {
          if (error instanceof RolledBack) return
          failed(error)
          throw error
        })
      ended.catch(() => undefined)
    })
  }

  async function answer(request: DatabaseRequest): Promise<DatabaseReply> {
    const { id } = request
    if (request.kind === 'begin') return { id, ok: true, result: await begin(id) }
    if (request.kind === 'end') {
      const transaction = open.get(request.transaction)
      open.delete(request.transaction)
      transaction?.end(request.commit)
      await transaction?.ended
      return { id, ok: true, result: null }
    }
    const runner = request.transaction === null ? database : open.get(request.transaction)?.transaction
    if (runner === undefined) throw new Error('The transaction has already ended.')
    if (request.kind === 'exec') return { id, ok: true, result: await runner.exec(request.sql) }
    return { id, ok: true, result: await runner.query(request.sql, [...request.parameters], { rowMode: request.rowMode, parsers }) }
  }

  /** A background client's transaction, once begun, goes through; everything else of it waits for a lull. */
  async function inTurn(request: DatabaseRequest): Promise<DatabaseReply> {
    if (!background) return traffic.serve(() => answer(request))
    if (request.kind === 'begin' || (request.kind !== 'end' && request.transaction === null)) await traffic.lull()
    return answer(request)
  }

  port.on('message', (request: DatabaseRequest) => {
    void inTurn(request)
      .catch((error: unknown): DatabaseReply => {
        const detail = error as { message?: string; code?: string; detail?: string } // PGlite's DatabaseError carries these
        return { id: request.id, ok: false, message: detail.message ?? String(error), code: detail.code ?? null, detail: detail.detail ?? null }
      })
      .then((reply) => port.postMessage(reply))
  })
  port.on('close', () => { for (const transaction of open.values()) transaction.end(false) })
}

async function main(): Promise<void> {
  const { directory, snapshot } = workerData as { directory: string | null; snapshot: Uint8Array<ArrayBuffer> | null } // our own parent's words
  const database = await PGlite.create({
    ...(directory === null ? {} : { dataDir: directory }),
    ...(snapshot === null ? {} : { loadDataDir: new Blob([snapshot]) }),
    extensions: { vector },
  })
  parentPort?.on('message', (message: { kind: 'connect'; port: MessagePort; background: boolean } | { kind: 'close' } | { kind: 'dump' }) => {
    if (message.kind === 'connect') serve(database, message.port, message.background)
    else if (message.kind === 'dump') {
      void database.dumpDataDir('none').then(async (file) => parentPort?.postMessage({ kind: 'dumped', bytes: new Uint8Array(await file.arrayBuffer()) }))
    } else void database.close().then(() => { parentPort?.postMessage({ kind: 'closed' }); parentPort?.close() })
  })
  parentPort?.postMessage({ kind: 'ready' })
}

main().catch((error: unknown) => parentPort?.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }))
