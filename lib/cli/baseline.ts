/** A passage as every baseline gets it: the very texts and vectors that K81R indexes. */
export interface BenchPassage {
  /** The id that judgements use. */
  readonly document: string
  /** Prefix and indexed text. */
  readonly text: string
  readonly vector: Float32Array
}

export interface BaselineRanker {
  /** Ids of documents, best first, one for each passage found. */
  rank(query: string): Promise<readonly string[]>
  close(): void
}
