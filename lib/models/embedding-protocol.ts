import type { EmbeddingModel } from './embedder'

/** What a client sends through its port. */
export type EmbeddingRequest =
  | { readonly type: 'embed'; readonly call: number; readonly texts: readonly string[]; readonly priority: 'query' | 'batch' }
  | { readonly type: 'cancel'; readonly call: number }

/** What comes back: all vectors of a call one after the other, or one sentence. */
export type EmbeddingResponse =
  | { readonly type: 'vectors'; readonly call: number; readonly vectors: Float32Array }
  | { readonly type: 'failed'; readonly call: number; readonly reason: string }

/** What the worker says once after its start. */
export type WorkerGreeting = { readonly type: 'ready'; readonly model: EmbeddingModel } | { readonly type: 'unavailable'; readonly reason: string }

export interface EmbeddingWorkerData {
  /** Whether the thread serves, or only writes the graph and ends. */
  readonly task: 'serve' | 'write-graph'
  readonly dataDir: string
  readonly threads: number
  /** The memory of the `RunGate` that both threads share. */
  readonly gate: SharedArrayBuffer
}
