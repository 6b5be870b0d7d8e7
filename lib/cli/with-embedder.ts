import { Fault, type Settings } from '@/lib/foundation'
import { openEmbedder, type Embedder } from '@/lib/models'

/** Works with the embedded model and closes it, however the work ends. Throws Fault `model-unavailable` where there is none. */
export async function withEmbedder<T>({ dataDir, rootDir }: Settings, work: (embedder: Embedder) => Promise<T>): Promise<T> {
  const opened = await openEmbedder({ dataDir, rootDir, enabled: true })
  if (opened.state === 'unavailable') throw new Fault('model-unavailable', opened.reason)
  try {
    return await work(opened.embedder)
  } finally {
    await opened.embedder.close()
  }
}
