import type { MessagePort } from 'node:worker_threads'
import { Fault } from '@/lib/foundation'
import type { Embedder, EmbeddingModel } from './embedder'
import type { EmbeddingRequest, EmbeddingResponse } from './embedding-protocol'

interface PendingCall {
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (error: unknown) => void
}

function split(vectors: Float32Array, dimensions: number): Float32Array[] {
  return Array.from({ length: vectors.length / dimensions }, (_, index) => vectors.slice(index * dimensions, (index + 1) * dimensions))
}

/**
 * The embedder behind a port from `connect()`, for any thread. The process stays alive only while a call is pending.
 * `close()` closes this port alone; pending calls then reject with Fault `model-unavailable`, as when the worker stops.
 */
export function embedderFromPort(port: MessagePort, model: EmbeddingModel): Embedder {
  const pending = new Map<number, PendingCall>()
  let calls = 0
  let closed = false
  const settle = (call: number, how: (waiting: PendingCall) => void): void => {
    const waiting = pending.get(call)
    if (waiting === undefined) return
    pending.delete(call)
    if (pending.size === 0) port.unref()
    how(waiting)
  }
  const stopped = () => new Fault('model-unavailable', 'The embedding model has stopped. Search is lexical only until K81R is started again.')
  port.on('message', (response: EmbeddingResponse) => {
    settle(response.call, ({ resolve, reject }) => {
      if (response.type === 'vectors') resolve(split(response.vectors, model.dimensions))
      else reject(new Fault('model-unavailable', response.reason))
    })
  })
  port.on('close', () => {
    closed = true
    for (const call of [...pending.keys()]) settle(call, ({ reject }) => reject(stopped()))
  })
  port.unref()
  const send = (request: EmbeddingRequest) => port.postMessage(request)

  return {
    model,
    async embed(texts, { priority = 'batch', signal } = {}) {
      signal?.throwIfAborted()
      if (closed) throw stopped()
      if (texts.length === 0) return []
      calls += 1
      const call = calls
      let abort: (() => void) | undefined
      try {
        return await new Promise<Float32Array[]>((resolve, reject) => {
          abort = () => {
            send({ type: 'cancel', call })
            settle(call, ({ reject: rejectCall }) => rejectCall(signal?.reason))
          }
          signal?.addEventListener('abort', abort, { once: true })
          pending.set(call, { resolve, reject })
          port.ref()
          send({ type: 'embed', call, texts, priority })
        })
      } finally {
        if (abort !== undefined) signal?.removeEventListener('abort', abort)
      }
    },
    async close() {
      if (closed) return
      await new Promise<void>((resolve) => {
        port.once('close', () => resolve())
        port.ref()
        port.close()
      })
    },
  }
}
