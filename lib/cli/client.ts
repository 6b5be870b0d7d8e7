import { request, type RequestOptions } from 'node:http'
import { findHolder, type Holder } from '@/lib/database'
import { Fault, type FaultCode, type Settings } from '@/lib/foundation'

/** The running server of this data folder, seen from the command line. */
export interface ServerClient {
  readonly url: string
  request<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
}

interface ErrorBody { readonly error?: { readonly code?: string; readonly message?: string } }

/** The server that holds the data folder, or null when nobody does. Throws Fault `data-folder-busy` for a holder that does not serve. */
export async function findServer(settings: Settings, as: string | null): Promise<ServerClient | null> {
  const holder = await findHolder(settings.dataDir)
  if (holder === null) return null
  if (holder.server === null) throw new Fault('data-folder-busy', `The data folder ${settings.dataDir} is in use by “${holder.command}” (process ${holder.pid}), which does not serve yet. Wait for it, or stop it.`)
  return clientFor(holder.server, as)
}

export function clientFor(server: NonNullable<Holder['server']>, as: string | null): ServerClient {
  return {
    url: server.url,
    request: async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
      const headers = { authorization: `Bearer ${server.token}`, ...(as === null ? {} : { 'k81r-as': as }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
      const { status, text } = await send(new URL(path, server.url), { method, headers }, body === undefined ? null : JSON.stringify(body)).catch((cause: unknown) => {
        throw new Fault('internal', `The server at ${server.url} does not answer. Stop it and start it again.`, { cause })
      })
      const result = parse(text)
      if (status < 200 || status > 299) {
        const { error } = (result ?? {}) as ErrorBody // our own server's words
        throw new Fault((error?.code as FaultCode | undefined) ?? 'internal', error?.message ?? `The server answered with status ${status}.`)
      }
      return result as T // the shape of our own API
    },
  }
}

/** Not `fetch`, which gives up after five minutes without an answer: comparing a large archive takes longer. */
function send(url: URL, options: RequestOptions, body: string | null): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => { text += chunk })
      response.once('end', () => { resolve({ status: response.statusCode ?? 0, text }) })
      response.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
