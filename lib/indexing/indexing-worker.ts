import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { findFault, type FaultCode } from '@/lib/foundation'
import { connectDatabase, type DatabaseAddress } from '@/lib/database'
import { embedderFromPort, type EmbedderState, type EmbeddingModel } from '@/lib/models'
import { listSources } from '@/lib/sources'
import { startReader } from './document-reader'
import { LookedFiles } from './looked-files'
import { buildIndex, type BuildProgress, type BuildReport } from './build-index'
import { activeGeneration } from './generations'
import { purgeDocument, type PurgeReport, type PurgeRequest } from './purge'
import { reconcile, type ReconcileReport } from './reconcile'
import { rollBack, rolledBackFrom, type RollBackReport } from './roll-back'
import { watchSources, type SourceWatcher, type WatchState } from './watch-sources'

/** The thread that reads, parses, analyses, stores and watches while another serves. Whatever changes the index happens here, one thing at a time. */
export interface IndexingWorkerData {
  /** The reading thread's program. */
  readonly readerEntry: string
  readonly database: DatabaseAddress
  readonly embedder: { readonly state: 'ready'; readonly port: MessagePort; readonly model: EmbeddingModel } | { readonly state: 'unavailable'; readonly reason: string }
  readonly ranking: Readonly<Record<string, unknown>>
}

export type IndexingTask =
  /** `automatic`: nobody asked for it, so it does not undo a roll-back. `localOnly`: a folder has changed, so no address is fetched. */
  | { readonly kind: 'build'; readonly automatic: boolean; readonly localOnly: boolean }
  | { readonly kind: 'roll-back' }
  | { readonly kind: 'reconcile'; readonly dryRun: boolean }
  | { readonly kind: 'purge'; readonly request: PurgeRequest }

export interface TaskReports {
  readonly build: BuildReport
  readonly 'roll-back': RollBackReport
  readonly reconcile: ReconcileReport
  readonly purge: PurgeReport
}

export type IndexingWorkerMessage =
  | { readonly kind: 'progress'; readonly progress: BuildProgress }
  | { readonly kind: 'done'; readonly report: TaskReports[keyof TaskReports] }
  | { readonly kind: 'failed'; readonly code: FaultCode; readonly message: string }
  | { readonly kind: 'changed' }
  | { readonly kind: 'watching'; readonly state: WatchState }

const data = workerData as IndexingWorkerData // our own parent's words
const { database } = connectDatabase(data.database)
const embedder: EmbedderState = data.embedder.state === 'ready' ? { state: 'ready', embedder: embedderFromPort(data.embedder.port, data.embedder.model) } : data.embedder
const say = (message: IndexingWorkerMessage) => parentPort?.postMessage(message)
const options = { database, embedder, reader: startReader(data.readerEntry), looked: new LookedFiles(), ranking: data.ranking, onProgress: (progress: BuildProgress) => say({ kind: 'progress', progress }) }
let watcher: SourceWatcher | null = null

async function build({ automatic, localOnly }: Extract<IndexingTask, { readonly kind: 'build' }>): Promise<BuildReport> {
  if (automatic && (await rolledBackFrom(database)) !== null) return { generation: (await activeGeneration(database))?.number ?? null, changed: false }
  const report = await buildIndex({ ...options, localOnly })
  await followSources()
  return report
}

async function followSources(): Promise<void> {
  if (watcher !== null) await watcher.follow((await listSources(database)).filter(({ kind }) => kind === 'folder').map(({ location }) => location))
}

function run(task: IndexingTask): Promise<TaskReports[keyof TaskReports]> {
  switch (task.kind) {
    case 'build': return build(task)
    case 'roll-back': return rollBack(database)
    case 'reconcile': return reconcile({ ...options, dryRun: task.dryRun })
    case 'purge': return purgeDocument(database, task.request)
    default: return task satisfies never
  }
}

parentPort?.on('message', (message: IndexingTask | { readonly kind: 'watch' }) => {
  if (message.kind === 'watch') {
    watcher ??= watchSources({ onChange: () => say({ kind: 'changed' }), onState: (state) => say({ kind: 'watching', state }) })
    void followSources().catch((error: unknown) => say({ kind: 'watching', state: { mode: 'scanning', folders: [], reason: `The folders cannot be watched: ${String(error)}.` } }))
    return
  }
  run(message)
    .then((report) => say({ kind: 'done', report }))
    .catch((error: unknown) => {
      const fault = findFault(error)
      say({ kind: 'failed', code: fault?.code ?? 'internal', message: fault?.message ?? `Indexing stopped: ${String(error instanceof Error ? (error.cause ?? error) : error)}` })
    })
})
