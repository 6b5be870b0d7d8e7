import type { Embedder } from '@/lib/models'
import { spokenText, type SentenceCandidate } from './sentence-candidates'

const vectors = new Map<string, Float32Array>()
const mostVectors = 4_000

/** The cosine of each candidate with a question's vector, in their order; a sentence is embedded once and kept. */
export async function embedSentences(candidates: readonly SentenceCandidate[], query: Float32Array, embedder: Embedder): Promise<number[]> {
  const texts = candidates.map(spoken)
  if (vectors.size > mostVectors) vectors.clear()
  const missing = [...new Set(texts.filter((text) => !vectors.has(text)))]
  if (missing.length > 0) {
    const fresh = await embedder.embed(missing, { priority: 'query' })
    missing.forEach((text, at) => { const vector = fresh[at]; if (vector !== undefined) vectors.set(text, vector) })
  }
  return texts.map((text) => dot(query, vectors.get(text)))
}

/** The sentence as it is understood: a table row with its headers, under its heading. */
function spoken(candidate: SentenceCandidate): string {
  const words = spokenText(candidate)
  const heading = candidate.item.headingPath.at(-1)
  return heading === undefined || words.length > 160 ? words : `${heading}: ${words}`
}

function dot(left: Float32Array, right: Float32Array | undefined): number {
  if (right === undefined) return 0
  let sum = 0
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0)
  return sum
}
