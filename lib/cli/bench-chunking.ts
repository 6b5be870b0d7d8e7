import { formatChunkers, measureChunkers, readSpanSet } from '@/lib/evaluation'
import { readSettings } from '@/lib/foundation'
import { embedTexts } from './embed-texts'
import { openVectorCache } from './vector-cache'
import { withEmbedder } from './with-embedder'

export interface BenchChunkingOptions {
  /** A folder with `documents/*.md` and `queries.jsonl`. */
  readonly set: string
  /** Where vectors are kept between runs. */
  readonly cache: string
  readonly json: boolean
}

/** Measures which share of marked answers the passages of each chunker hold, in memory, with the embedded model. */
export async function benchChunking({ set: folder, cache: cacheFolder, json }: BenchChunkingOptions, say: (line: string) => void): Promise<string> {
  const settings = readSettings()
  const set = await readSpanSet(folder)
  const cache = await openVectorCache(cacheFolder)
  return withEmbedder(settings, async (opened) => {
    const embedder = cache.over(opened)
    const figures = await measureChunkers(set, async (texts) => {
      const vectors = await embedTexts(embedder, texts)
      await cache.save()
      return vectors
    }, say)
    return json ? JSON.stringify(figures, null, 2) : formatChunkers(figures)
  })
}
