import { join } from 'node:path'
import { owner } from '@/lib/access'
import { assess } from '@/lib/answerability'
import { measureAbstention, type AbstentionFigures, type AbstentionSet } from '@/lib/evaluation'
import { assembleEvidence } from '@/lib/evidence'
import { readSettings } from '@/lib/foundation'
import { fillIndex, inDatabase } from './bench-database'
import { writeSet } from './bench-set'
import { openVectorCache } from './vector-cache'
import { withEmbedder } from './with-embedder'

export interface AbstentionOptions {
  readonly scratch: string
  /** Where vectors are kept between runs. */
  readonly cache: string
  readonly limit: number | null
  readonly onProgress: (done: number, total: number) => void
}

/** Indexes a set's passages as notes, and has each question decided as an answer is, up to where synthesis would begin. */
export async function evaluateAbstention(set: AbstentionSet, { scratch, cache: cacheFolder, limit, onProgress }: AbstentionOptions): Promise<AbstentionFigures> {
  const settings = readSettings()
  const folder = join(scratch, set.name)
  await writeSet(folder, { name: set.name, documents: set.passages, queries: [], judgements: new Map() })
  const cache = await openVectorCache(cacheFolder)
  return withEmbedder(settings, (opened) => inDatabase(settings, `${folder}-data`, async (database, reader) => {
    const embedder = cache.over(opened)
    await fillIndex(database, reader, folder, embedder)
    await cache.save()
    const services = { database, embedder: { state: 'ready' as const, embedder: opened } }
    return measureAbstention(set, async (query) => {
      const evidence = await assembleEvidence(owner, { query }, services)
      return assess(evidence, evidence.set.mode === 'hybrid' ? opened : null)
    }, { limit, onProgress })
  }))
}
