/** Names one embedding model exactly; part of the index fingerprint and of the cache key. */
export interface EmbeddingModel {
  readonly id: string
  /** A checksum of the weights and tokenizer, or a provider's version. */
  readonly version: string
  readonly dimensions: number
  readonly maxTokens: number
}

export interface Embedder {
  readonly model: EmbeddingModel
  /**
   * One unit-length vector per text, in order. `priority: 'query'` goes before any waiting batch.
   * Throws Fault `model-unavailable` when the runtime fails; an aborted signal rejects with its reason.
   */
  embed(texts: readonly string[], options?: { readonly priority?: 'query' | 'batch'; readonly signal?: AbortSignal }): Promise<Float32Array[]>
  close(): Promise<void>
}

/** The embedder, or in one plain sentence why search is lexical-only. */
export type EmbedderState =
  | { readonly state: 'ready'; readonly embedder: Embedder }
  | { readonly state: 'unavailable'; readonly reason: string }
