import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { Fault } from '@/lib/foundation'
import { connectDatabase, type DatabaseAddress } from '@/lib/database'
import { embedderFromPort, type EmbedderState, type EmbeddingModel } from '@/lib/models'
import { buildIndex, type BuildProgress, type BuildReport } from './build-index'

/** The thread that reads, parses, analyses and stores while another serves. */
export interface IndexingWorkerData {
  readonly database: DatabaseAddress
  readonly embedder: { readonly state: 'ready'; readonly port: MessagePort; readonly model: EmbeddingModel } | { readonly state: 'unavailable'; readonly reason: string }
  readonly ranking: Readonly<Record<string, unknown>>
}

export type IndexingWorkerMessage =
  | { readonly kind: 'progress'; readonly progress: BuildProgress }
  | { readonly kind: 'done'; readonly report: BuildReport }
  | { readonly kind: 'failed'; readonly message: string }

const data = workerData as IndexingWorkerData // our own parent's words
const { database } = connectDatabase(data.database)
const embedder: EmbedderState = data.embedder.state === 'ready' ? { state: 'ready', embedder: embedderFromPort(data.embedder.port, data.embedder.model) } : data.embedder
const say = (message: IndexingWorkerMessage) => parentPort?.postMessage(message)

parentPort?.on('message', () => {
  buildIndex({ database, embedder, ranking: data.ranking, onProgress: (progress) => say({ kind: 'progress', progress }) })
    .then((report) => say({ kind: 'done', report }))
    .catch((error: unknown) => say({ kind: 'failed', message: error instanceof Fault ? error.message : `Indexing stopped: ${String(error instanceof Error ? (error.cause ?? error) : error)}` }))
})
