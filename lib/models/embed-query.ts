import { Fault } from '@/lib/foundation'
import type { Embedder } from './embedder'

/** A question's unit vector, before any waiting batch. Throws as `embed` does. */
export async function embedQuery(embedder: Embedder, question: string, signal?: AbortSignal): Promise<Float32Array> {
  const [vector] = await embedder.embed([question], { priority: 'query', ...(signal === undefined ? {} : { signal }) })
  if (vector === undefined) throw new Fault('model-unavailable', 'The embedding model returned no vector for the question.')
  return vector
}
