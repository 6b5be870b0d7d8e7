import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import { smallNursery, startThread } from '@/lib/foundation'
import type { Embedder } from './embedder'
import { embedderFromPort } from './embedder-from-port'
import type { EmbeddingWorkerData, WorkerGreeting } from './embedding-protocol'
import { graphPath } from './minilm-files'
import { RunGate } from './run-gate'

/** An embedder that runs in its own thread, or in one plain sentence why there is none. */
export type OpenedEmbedder =
  | {
      readonly state: 'ready'
      /** `close()` ends the thread for every client. */
      readonly embedder: Embedder
      /** A port for `embedderFromPort` in another thread; hand it over in a transfer list. */
      connect(): MessagePort
    }
  | { readonly state: 'unavailable'; readonly reason: string }

/** More threads than this gain little on six small layers and starve the rest of the process. */
const maxThreads = 4

/** Longer than any run or load on a slow machine; then the thread is ended all the same. */
const longestRunMs = 5_000

function greetingOf(worker: Worker): Promise<WorkerGreeting> {
  return new Promise((resolve) => {
    worker.once('message', (greeting: WorkerGreeting) => resolve(greeting))
    worker.once('error', (error) => {
      resolve({ type: 'unavailable', reason: `The embedding model's thread failed to start: ${error.message.split('\n')[0] ?? ''}` })
    })
    worker.once('exit', () => resolve({ type: 'unavailable', reason: 'The embedding model stopped while it was loading.' }))
  })
}

/**
 * Writes the graph in a thread that ends: half a gigabyte of numbers on their way stays in the thread where they were
 * converted. What goes wrong here goes wrong again, and is told, in the thread that serves.
 */
function writeGraph(entry: string, data: EmbeddingWorkerData): Promise<void> {
  return new Promise((resolve) => {
    const worker = startThread(entry, { name: 'graph', workerData: { ...data, task: 'write-graph' } satisfies EmbeddingWorkerData, execArgv: [] })
    worker.on('error', () => undefined)
    worker.once('exit', () => resolve())
  })
}

/**
 * Starts the embedded MiniLM in a thread of its own and resolves once its files are checked and it is loaded (about a second,
 * three the first time). Never throws: what is missing is the `unavailable` state. The thread does not keep the process alive.
 */
export async function openEmbedder(options: {
  readonly dataDir: string
  readonly rootDir: string
  readonly enabled: boolean
  readonly threads?: number
}): Promise<OpenedEmbedder> {
  if (!options.enabled) return { state: 'unavailable', reason: 'The embedding model is switched off in the settings.' }
  const entry = join(options.rootDir, 'dist', 'embedding-worker.mjs')
  if (!existsSync(entry)) return { state: 'unavailable', reason: `The embedding model's program ${entry} is missing. Run npm run bundle.` }
  const threads = options.threads ?? Math.min(maxThreads, availableParallelism())
  const gate = new RunGate()
  const data: EmbeddingWorkerData = { task: 'serve', dataDir: options.dataDir, threads, gate: gate.shared }
  if (!existsSync(graphPath(options.dataDir))) await writeGraph(entry, data)
  const worker = startThread(entry, { name: 'embedding', workerData: data, execArgv: [], resourceLimits: smallNursery })
  const beforeProcessExit = () => gate.closeAndBlock(longestRunMs)
  process.on('exit', beforeProcessExit)
  worker.once('exit', () => process.off('exit', beforeProcessExit))
  // Without a listener a later crash of the thread would end the process; clients learn of it by their closed ports.
  worker.on('error', () => undefined)
  const greeting = await greetingOf(worker)
  worker.unref()
  if (greeting.type === 'unavailable') {
    await stop(worker, gate)
    return { state: 'unavailable', reason: greeting.reason }
  }
  const connect = (): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    worker.postMessage(port2, [port2])
    return port1
  }
  const own = embedderFromPort(connect(), greeting.model)
  const close = async (): Promise<void> => {
    await own.close()
    await stop(worker, gate)
  }
  return { state: 'ready', embedder: { ...own, close }, connect }
}

async function stop(worker: Worker, gate: RunGate): Promise<void> {
  gate.close()
  const lastMs = performance.now() + longestRunMs
  while (gate.isRunning() && performance.now() < lastMs) await sleep(2)
  await worker.terminate()
}
