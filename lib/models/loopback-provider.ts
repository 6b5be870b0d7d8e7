import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** What the server does with one request. The last behaviour of a script is repeated. */
export type LoopbackBehaviour =
  /** A whole reply, in pieces of `pieceLength` characters when streamed. */
  | { readonly type: 'reply'; readonly content: string; readonly pieceLength?: number; readonly finishReason?: 'stop' | 'length' }
  /** An error status with OpenAI's error body. */
  | { readonly type: 'error'; readonly status: number; readonly message: string }
  /** Sends the content, then nothing more, and keeps the connection open. */
  | { readonly type: 'stall'; readonly content: string }
  /** Sends the content, then breaks the connection. */
  | { readonly type: 'break'; readonly content: string }

export interface LoopbackRequest {
  readonly authorization: string | null
  readonly body: Readonly<Record<string, unknown>>
}

export interface LoopbackProvider {
  /** Ends in /v1, as a provider's base address does. */
  readonly baseUrl: string
  /** The requests so far, oldest first. */
  readonly requests: readonly LoopbackRequest[]
  /** Breaks whatever is open and resolves once the port is free. */
  close(): Promise<void>
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
}

function pieces(content: string, length: number): string[] {
  const characters = Array.from(content)
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) => characters.slice(index * length, (index + 1) * length).join(''))
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  // The retry header keeps the SDK's own back-off out of the tests.
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' }).end(JSON.stringify(body))
}

async function stream(response: ServerResponse, behaviour: Exclude<LoopbackBehaviour, { type: 'error' }>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (choices: readonly unknown[], rest: object = {}) =>
    response.write(`data: ${JSON.stringify({ id: 'loopback-1', object: 'chat.completion.chunk', created: 0, model: 'loopback', choices, ...rest })}\n\n`)
  const pieceLength = behaviour.type === 'reply' ? (behaviour.pieceLength ?? 7) : 7
  for (const piece of pieces(behaviour.content, pieceLength)) {
    event([{ index: 0, delta: { role: 'assistant', content: piece }, finish_reason: null }])
    await sleep(0)
  }
  if (behaviour.type === 'stall') return
  if (behaviour.type === 'break') {
    await sleep(5)
    response.destroy()
    return
  }
  event([{ index: 0, delta: {}, finish_reason: behaviour.finishReason ?? 'stop' }])
  event([], { usage })
  response.end('data: [DONE]\n\n')
}

async function answer(response: ServerResponse, behaviour: LoopbackBehaviour, streamed: boolean): Promise<void> {
  if (behaviour.type === 'error') {
    sendJson(response, behaviour.status, { error: { message: behaviour.message, type: 'scripted', code: null } })
  } else if (streamed) {
    await stream(response, behaviour)
  } else if (behaviour.type === 'break') {
    response.destroy()
  } else if (behaviour.type === 'reply') {
    const message = { role: 'assistant', content: behaviour.content }
    const choices = [{ index: 0, message, finish_reason: behaviour.finishReason ?? 'stop' }]
    sendJson(response, 200, { id: 'loopback-1', object: 'chat.completion', created: 0, model: 'loopback', choices, usage })
  }
}

/** For tests only: a server on a free loopback port that speaks OpenAI's chat completions and follows the script, one behaviour a request. */
export async function startLoopbackProvider(script: readonly LoopbackBehaviour[]): Promise<LoopbackProvider> {
  const requests: LoopbackRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
        sendJson(response, 404, { error: { message: 'no such path' } })
        return
      }
      const body = await readBody(request)
      const behaviour = script[Math.min(requests.length, script.length - 1)] ?? { type: 'error', status: 500, message: 'empty script' }
      requests.push({ authorization: request.headers.authorization ?? null, body })
      await answer(response, behaviour, body['stream'] === true)
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
