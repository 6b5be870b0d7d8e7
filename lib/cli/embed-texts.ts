import type { Embedder } from '@/lib/models'

/** Texts given to the model at once. */
const batchSize = 64

/** One vector a text, batch by batch. */
export async function embedTexts(embedder: Embedder, texts: readonly string[]): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += batchSize) vectors.push(...(await embedder.embed(texts.slice(from, from + batchSize), { priority: 'batch' })))
  return vectors
}
