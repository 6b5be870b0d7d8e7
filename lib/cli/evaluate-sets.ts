import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBeir, type SetEvaluation } from '@/lib/evaluation'
import { readSettings } from '@/lib/foundation'
import { benchChunking } from './bench-chunking'
import { evaluatePublicSet } from './evaluate-public-set'
import { evaluateRetrievalSet, formatRetrievalSets, type StageOfRanking } from './evaluate-retrieval-set'
import { findSets } from './find-sets'
import { openVectorCache } from './vector-cache'
import { withEmbedder } from './with-embedder'

interface SetOptions {
  readonly limit: number | null
  readonly json: boolean
  /** Where vectors are kept between runs. */
  readonly cache: string
}

/**
 * Runs public sets through the product's own code in a scratch folder: retrieval in BEIR layout, each stage of ranking
 * alone; marked spans (`documents/` and `queries.jsonl`); claims, abstention, injection. Gives what is to be printed.
 */
export async function evaluateSets(folder: string, { limit, json, cache }: SetOptions, say: (line: string) => void): Promise<string> {
  const sets = await findSets(folder)
  if (sets.length > 0) return evaluateRetrieval(sets, { limit, json, cache }, say)
  const names = await readdir(folder).catch((): string[] => [])
  if (names.includes('documents') && names.includes('queries.jsonl')) return benchChunking({ set: folder, cache, json }, say)
  const { text, json: figures } = await evaluatePublicSet(folder, { limit, cache })
  return json ? JSON.stringify(figures, null, 2) : text
}

async function evaluateRetrieval(folders: readonly string[], { json, cache: cacheFolder }: SetOptions, say: (line: string) => void): Promise<string> {
  const settings = readSettings()
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-eval-'))
  const cache = await openVectorCache(cacheFolder)
  try {
    const evaluations = await withEmbedder(settings, async (embedder) => {
      const measured: SetEvaluation<StageOfRanking>[] = []
      for (const folder of folders) {
        const set = await readBeir(folder)
        say(`${set.name}: ${set.documents.length} documents, ${set.queries.length} queries …`)
        measured.push(await evaluateRetrievalSet(set, { settings, scratch, embedder: cache.over(embedder) }))
        await cache.save()
      }
      return measured
    })
    return json ? JSON.stringify(evaluations.length === 1 ? evaluations[0] : evaluations, null, 2) : formatRetrievalSets(evaluations)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
