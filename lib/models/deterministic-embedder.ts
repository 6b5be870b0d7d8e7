import { createHash } from 'node:crypto'
import type { Embedder } from './embedder'

const dimensions = 384

function embedWords(text: string): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const hash = createHash('sha256').update(word).digest()
    const place = hash.readUInt16LE(0) % dimensions
    vector[place] = (vector[place] ?? 0) + (hash.readUInt8(2) % 2 === 0 ? 1 : -1)
  }
  const length = Math.hypot(...vector)
  // Two words may cancel each other out; a unit vector is promised all the same.
  if (length === 0) vector[0] = 1
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** For tests only: hashed bags of words as unit vectors, so texts that share words are near and nothing is loaded. */
export function deterministicEmbedder(): Embedder {
  return {
    model: { id: 'deterministic-words', version: '1', dimensions, maxTokens: 256 },
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted()
      return texts.map(embedWords)
    },
    async close() {},
  }
}
