import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { loopbackProtocols, type LoopbackBody, type LoopbackFinish, type LoopbackProtocol } from './loopback-protocols'

/** What the server does with one request. */
export type LoopbackBehaviour =
  /** A whole reply, in pieces of `pieceLength` characters when streamed. */
  | { readonly type: 'reply'; readonly content: string; readonly pieceLength?: number; readonly finishReason?: LoopbackFinish }
  /** An error status with the protocol's error body. */
  | { readonly type: 'error'; readonly status: number; readonly message: string; readonly retryAfterSeconds?: number }
  /** Sends the content in one piece, then nothing more, and keeps the connection open. */
  | { readonly type: 'stall'; readonly content: string }
  /** Takes the request and sends nothing at all. */
  | { readonly type: 'silence' }
  /** Sends the content, then breaks the connection. */
  | { readonly type: 'break'; readonly content: string }
  /** Sends the content and ends the stream in good order, without saying that the reply is complete. */
  | { readonly type: 'half'; readonly content: string }
  /** Sends the content, then an error inside the stream. */
  | { readonly type: 'error-event'; readonly content: string; readonly message: string }
  /** Status 200 and something that is no reply of a model. */
  | { readonly type: 'other'; readonly contentType: string; readonly body: string }
  | { readonly type: 'redirect'; readonly location: string }

/** A behaviour, or what to do with a request given its body. The last of a script is repeated. */
export type LoopbackStep = LoopbackBehaviour | ((body: LoopbackBody) => LoopbackBehaviour)

export interface LoopbackRequest {
  /** What tells the server who asks, under either protocol's header; null when nothing does. */
  readonly authorization: string | null
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: LoopbackBody
}

export interface LoopbackProvider {
  /** Ends in /v1, as a provider's base address does. */
  readonly baseUrl: string
  /** The requests so far, oldest first. */
  readonly requests: readonly LoopbackRequest[]
  /** Breaks whatever is open and resolves once the port is free. */
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array)) // a request without an encoding gives bytes
  return z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
}

function pieces(content: string, length: number): string[] {
  const characters = Array.from(content)
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) => characters.slice(index * length, (index + 1) * length).join(''))
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Behaviours that begin as a reply does. */
type Replying = Extract<LoopbackBehaviour, { readonly content: string }>

async function stream(response: ServerResponse, protocol: LoopbackProtocol, behaviour: Replying, body: LoopbackBody): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of protocol.start(body)) response.write(event)
  const pieceLength = behaviour.type === 'stall' ? Infinity : behaviour.type === 'reply' ? (behaviour.pieceLength ?? 7) : 7
  for (const piece of pieceLength === Infinity ? [behaviour.content] : pieces(behaviour.content, pieceLength)) {
    response.write(protocol.piece(piece, body))
    await sleep(0)
  }
  switch (behaviour.type) {
    case 'stall':
      return
    case 'break':
      await sleep(5)
      response.destroy()
      return
    case 'half':
      response.end()
      return
    case 'error-event':
      response.end(protocol.errorEvent(behaviour.message))
      return
    case 'reply':
      response.end(protocol.finish(behaviour.finishReason ?? 'stop', body).join(''))
  }
}

async function answer(response: ServerResponse, protocol: LoopbackProtocol, behaviour: LoopbackBehaviour, body: LoopbackBody): Promise<void> {
  switch (behaviour.type) {
    case 'silence':
      return
    case 'error': {
      // At once again, unless the script says when: tests do not wait.
      const retry = behaviour.retryAfterSeconds === undefined ? { 'retry-after-ms': '1' } : { 'retry-after': String(behaviour.retryAfterSeconds) }
      sendJson(response, behaviour.status, protocol.error(behaviour.message), retry)
      return
    }
    case 'other':
      response.writeHead(200, { 'content-type': behaviour.contentType }).end(behaviour.body)
      return
    case 'redirect':
      response.writeHead(307, { location: behaviour.location }).end()
      return
    default:
      if (body['stream'] === true) await stream(response, protocol, behaviour, body)
      else if (behaviour.type === 'reply') sendJson(response, 200, protocol.whole(behaviour.content, behaviour.finishReason ?? 'stop', body))
      else if (behaviour.type !== 'stall') response.destroy()
  }
}

/**
 * For tests only: a server on a free loopback port that speaks OpenAI's chat completions and Anthropic's messages and
 * follows the script, one step a request.
 */
export async function startLoopbackProvider(script: readonly LoopbackStep[]): Promise<LoopbackProvider> {
  const requests: LoopbackRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const protocol = loopbackProtocols[request.url ?? '']
      if (request.method !== 'POST' || protocol === undefined) {
        sendJson(response, 404, { error: { message: 'no such path' } })
        return
      }
      const body = await readBody(request)
      const step = script[Math.min(requests.length, script.length - 1)] ?? { type: 'error', status: 500, message: 'empty script' }
      const key = request.headers['x-api-key']
      requests.push({ authorization: request.headers.authorization ?? (typeof key === 'string' ? key : null), path: request.url ?? '', headers: request.headers, body })
      await answer(response, protocol, typeof step === 'function' ? step(body) : step, body)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The loopback server has no port.')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
