import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { Fault, startThread } from '@/lib/foundation'
import type { OpenedDatabase } from '@/lib/database'
import type { OpenedEmbedder } from '@/lib/models'
import type { BuildProgress, BuildReport } from './build-index'
import type { IndexingWorkerData, IndexingWorkerMessage } from './indexing-worker'

/** Builds in the background, one at a time, off the thread that serves. */
export interface Indexer {
  /** Starts a build, or one more after the running one, which may have passed what is new. */
  request(): void
  progress(): (BuildProgress & { readonly startedAt: string }) | null
  /** What the last build failed with; null when it did not. */
  lastFault(): string | null
  /** Resolves with the last report once nothing runs or waits. */
  idle(): Promise<BuildReport | null>
  close(): Promise<void>
}

export function startIndexer(options: { readonly rootDir: string; readonly opened: OpenedDatabase; readonly embedder: OpenedEmbedder; readonly ranking: Readonly<Record<string, unknown>> }): Indexer {
  const address = options.opened.address()
  const transfer: MessagePort[] = address.kind === 'port' ? [address.port] : []
  let embedder: IndexingWorkerData['embedder']
  if (options.embedder.state === 'ready') {
    const port = options.embedder.connect()
    transfer.push(port)
    embedder = { state: 'ready', port, model: options.embedder.embedder.model }
  } else embedder = { state: 'unavailable', reason: options.embedder.reason }
  const workerData: IndexingWorkerData = { database: address, embedder, ranking: options.ranking }
  const worker = startThread(join(options.rootDir, 'dist', 'indexing-worker.mjs'), { workerData, transferList: transfer })
  worker.unref()

  let running: (BuildProgress & { readonly startedAt: string }) | null = null
  let again = false
  let fault: string | null = null
  let report: BuildReport | null = null
  let waiting: (() => void)[] = []
  const start = () => {
    running = { stage: 'reading', done: 0, total: 0, startedAt: new Date().toISOString() }
    worker.ref()
    worker.postMessage('build')
  }
  const finish = () => {
    running = null
    worker.unref()
    if (again) {
      again = false
      start()
      return
    }
    for (const resolve of waiting) resolve()
    waiting = []
  }
  worker.on('message', (message: IndexingWorkerMessage) => {
    if (message.kind === 'progress') running = running === null ? null : { ...message.progress, startedAt: running.startedAt }
    else {
      fault = message.kind === 'failed' ? message.message : null
      if (message.kind === 'done') report = message.report
      finish()
    }
  })
  let ended = false
  worker.on('error', (error) => { fault = new Fault('internal', `The indexing thread stopped: ${error.message}. Start K81R again.`).message; ended = true; again = false; finish() })
  return {
    request: () => {
      if (ended) return
      if (running === null) start()
      else again = true
    },
    progress: () => running,
    lastFault: () => fault,
    idle: () => new Promise((resolve) => {
      if (running === null) resolve(report)
      else waiting.push(() => resolve(report))
    }),
    close: async () => { ended = true; await worker.terminate() },
  }
}
