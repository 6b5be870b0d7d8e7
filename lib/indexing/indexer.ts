import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { Fault, smallNursery, startThread } from '@/lib/foundation'
import type { OpenedDatabase } from '@/lib/database'
import type { OpenedEmbedder } from '@/lib/models'
import type { BuildProgress, BuildReport } from './build-index'
import type { IndexingTask, IndexingWorkerData, IndexingWorkerMessage, TaskReports } from './indexing-worker'
import type { PurgeReport, PurgeRequest } from './purge'
import type { ReconcileReport } from './reconcile'
import type { RollBackReport } from './roll-back'
import type { WatchState } from './watch-sources'

/** Everything that changes the index, one thing at a time, in the order in which it was asked for, off the thread that serves. */
export interface Indexer {
  /**
   * Asks for a build, or for one more after the running one, which may have passed what is new. An `automatic` one, that
   * nobody asked for, is left out while a roll-back stands.
   */
  request(options?: { readonly automatic: boolean }): void
  rollBack(): Promise<RollBackReport>
  reconcile(options: { readonly dryRun: boolean }): Promise<ReconcileReport>
  purge(request: PurgeRequest): Promise<PurgeReport>
  /** Watches the folders of the sources from now on and asks for a build, without fetching anything, when something changes in them. */
  watch(): void
  /** Null while nothing is watched. */
  watching(): WatchState | null
  progress(): (BuildProgress & { readonly startedAt: string }) | null
  /** What the last build failed with; null when it did not. */
  lastFault(): string | null
  /** Resolves with the last build's report once nothing runs or waits. */
  idle(): Promise<BuildReport | null>
  close(): Promise<void>
}

interface Queued {
  readonly task: IndexingTask
  readonly resolve: (report: TaskReports[keyof TaskReports]) => void
  readonly reject: (fault: Fault) => void
}

const firstStage: Readonly<Record<IndexingTask['kind'], BuildProgress['stage']>> = { build: 'reading', 'roll-back': 'activating', reconcile: 'checking', purge: 'checking' }

interface IndexerOptions {
  readonly rootDir: string
  readonly opened: OpenedDatabase
  readonly embedder: OpenedEmbedder
  readonly ranking: Readonly<Record<string, unknown>>
  /** Called after each build that has made a new generation the active one. */
  readonly onActivated?: () => void
}

export function startIndexer(options: IndexerOptions): Indexer {
  const worker = startThread(join(options.rootDir, 'dist', 'indexing-worker.mjs'), threadOptions(options))
  worker.unref()
  let queue: Queued[] = []
  let running: { readonly queued: Queued; readonly progress: BuildProgress & { readonly startedAt: string } } | null = null
  let fault: string | null = null
  let report: BuildReport | null = null
  let watching: WatchState | null = null
  let ended: Fault | null = null
  let waiting: (() => void)[] = []

  const startNext = () => {
    const queued = queue.shift()
    if (queued === undefined) {
      worker.unref()
      for (const resolve of waiting) resolve()
      waiting = []
      return
    }
    running = { queued, progress: { stage: firstStage[queued.task.kind], done: 0, total: 0, startedAt: new Date().toISOString() } }
    worker.ref()
    worker.postMessage(queued.task)
  }
  const finish = (end: (queued: Queued) => void) => {
    const queued = running?.queued
    running = null
    if (queued !== undefined) end(queued)
    startNext()
  }
  const enqueue = <K extends keyof TaskReports>(task: IndexingTask & { readonly kind: K }): Promise<TaskReports[K]> => new Promise((resolve, reject) => {
    if (ended !== null) {
      reject(ended)
      return
    }
    queue.push({ task, resolve: (done) => { resolve(done as TaskReports[K]) }, reject }) // the report of the task's own kind
    if (running === null) startNext()
  })
  const request = (automatic: boolean, localOnly: boolean) => {
    const queued = queue.find(({ task }) => task.kind === 'build')
    if (queued?.task.kind === 'build') {
      const task: IndexingTask = { kind: 'build', automatic: queued.task.automatic && automatic, localOnly: queued.task.localOnly && localOnly }
      queue = queue.map((other) => (other === queued ? { ...other, task } : other))
      return
    }
    enqueue({ kind: 'build', automatic, localOnly }).then((done) => { report = done; fault = null; if (done.changed) options.onActivated?.() }, (failed: unknown) => { if (ended === null) fault = failed instanceof Error ? failed.message : String(failed) })
  }
  const end = (reason: Fault) => {
    ended = reason
    const left = [...(running === null ? [] : [running.queued]), ...queue]
    running = null
    queue = []
    for (const { reject } of left) reject(reason)
    startNext()
  }

  worker.on('message', (message: IndexingWorkerMessage) => {
    switch (message.kind) {
      case 'progress': running = running === null ? null : { ...running, progress: { ...message.progress, startedAt: running.progress.startedAt } }; break
      case 'changed': request(true, true); break
      case 'watching': watching = message.state; break
      case 'done': finish(({ resolve }) => { resolve(message.report) }); break
      case 'failed': finish(({ reject }) => { reject(new Fault(message.code, message.message)) }); break
      default: message satisfies never
    }
  })
  worker.on('error', (error) => {
    fault = `The indexing thread stopped: ${error.message}. Start K81R again.`
    end(new Fault('internal', fault))
  })
  return {
    request: ({ automatic } = { automatic: false }) => { if (ended === null) request(automatic, false) },
    rollBack: () => enqueue({ kind: 'roll-back' }),
    reconcile: ({ dryRun }) => enqueue({ kind: 'reconcile', dryRun }),
    purge: (asked) => enqueue({ kind: 'purge', request: asked }),
    watch: () => { if (ended === null) worker.postMessage({ kind: 'watch' }) },
    watching: () => watching,
    progress: () => running?.progress ?? null,
    lastFault: () => fault,
    idle: () => new Promise((resolve) => {
      // Whoever waits also waits for what a finished build tells through its promise.
      const settle = () => { setImmediate(() => resolve(report)) }
      if (running === null && queue.length === 0) settle()
      else waiting.push(settle)
    }),
    close: async () => {
      end(new Fault('internal', 'K81R is being stopped.'))
      await worker.terminate()
    },
  }
}

function threadOptions(options: IndexerOptions) {
  const address = options.opened.address()
  const transferList: MessagePort[] = address.kind === 'port' ? [address.port] : []
  let embedder: IndexingWorkerData['embedder']
  if (options.embedder.state === 'ready') {
    const port = options.embedder.connect()
    transferList.push(port)
    embedder = { state: 'ready', port, model: options.embedder.embedder.model }
  } else embedder = { state: 'unavailable', reason: options.embedder.reason }
  const workerData: IndexingWorkerData = { readerEntry: join(options.rootDir, 'dist', 'reading-worker.mjs'), database: address, embedder, ranking: options.ranking }
  return { workerData, transferList, resourceLimits: smallNursery }
}
