import type { MessagePort } from 'node:worker_threads'
import type { DatabaseReply, DatabaseRequest, QueryRows } from './embedded-protocol'

type Unsent = DatabaseRequest extends infer R ? (R extends DatabaseRequest ? Omit<R, 'id'> : never) : never
type Waiting = { readonly resolve: (result: never) => void; readonly reject: (error: Error) => void }
interface QueryOptions { readonly rowMode?: 'array' | 'object' }

/** What drizzle's PGlite session asks of a client or of a transaction. */
interface Runner {
  query(sql: string, parameters?: readonly unknown[], options?: QueryOptions): Promise<QueryRows>
  exec(sql: string): Promise<readonly QueryRows[]>
}

/** PGlite's client interface, as far as drizzle uses it, over a port to the thread that owns the database. */
export class EmbeddedClient implements Runner {
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #ended: Error | null = null

  constructor(readonly port: MessagePort) {
    port.on('message', (reply: DatabaseReply) => {
      const waiting = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if (this.#waiting.size === 0) port.unref()
      if (reply.ok) waiting?.resolve(reply.result as never) // the kind of result follows from the kind of request
      else waiting?.reject(Object.assign(new Error(reply.message), { code: reply.code, detail: reply.detail }))
    })
    port.on('close', () => this.end(new Error('The database was closed.')))
    port.unref()
  }

  /** Rejects everything that waits and everything to come. */
  end(error: Error): void {
    this.#ended ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(this.#ended)
    this.#waiting.clear()
  }

  #send<T>(request: Unsent): Promise<T> {
    if (this.#ended !== null) return Promise.reject(this.#ended)
    const id = ++this.#lastId
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.port.ref()
      this.port.postMessage({ ...request, id })
    })
  }

  #runner(transaction: number | null): Runner {
    return {
      query: (sql, parameters = [], options = {}) => this.#send({ kind: 'query', transaction, sql, parameters, rowMode: options.rowMode ?? 'object' }),
      exec: (sql) => this.#send({ kind: 'exec', transaction, sql }),
    }
  }

  query(sql: string, parameters?: readonly unknown[], options?: QueryOptions): Promise<QueryRows> {
    return this.#runner(null).query(sql, parameters, options)
  }

  exec(sql: string): Promise<readonly QueryRows[]> {
    return this.#runner(null).exec(sql)
  }

  async transaction<T>(run: (transaction: Runner) => Promise<T>): Promise<T> {
    const transaction = await this.#send<number>({ kind: 'begin' })
    let result: T
    try {
      result = await run(this.#runner(transaction))
    } catch (error) {
      await this.#send({ kind: 'end', transaction, commit: false }).catch(() => undefined)
      throw error
    }
    await this.#send({ kind: 'end', transaction, commit: true })
    return result
  }
}
