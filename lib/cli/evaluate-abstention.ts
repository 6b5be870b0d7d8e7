import { basename, join } from 'node:path'
import { owner } from '@/lib/access'
import { assess, rankSentencesOfSet, sentenceWeights } from '@/lib/answerability'
import { measureAbstention, measureExtraction, type AbstentionFigures, type AbstentionSet, type ExtractionFigures } from '@/lib/evaluation'
import { assembleEvidence, type AssembledEvidence } from '@/lib/evidence'
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

export interface AbstentionMeasures {
  readonly abstention: AbstentionFigures
  /** Null for a set without answers. */
  readonly extraction: ExtractionFigures | null
}

const linear = 'linear ranker'

/**
 * Indexes a set's passages as notes, and has each question decided as an answer is, up to where synthesis would begin;
 * then ranks the sentences of the same evidence for the questions that have an answer.
 */
export async function evaluateAbstention(set: AbstentionSet, { scratch, cache: cacheFolder, limit, onProgress }: AbstentionOptions): Promise<AbstentionMeasures> {
  const settings = readSettings()
  const folder = join(scratch, set.name)
  const passageOf = await writeSet(folder, { name: set.name, documents: set.passages, queries: [], judgements: new Map() })
  const cache = await openVectorCache(cacheFolder)
  return withEmbedder(settings, (opened) => inDatabase(settings, `${folder}-data`, async (database, reader) => {
    const embedder = cache.over(opened)
    await fillIndex(database, reader, folder, embedder)
    await cache.save()
    const services = { database, embedder: { state: 'ready' as const, embedder: opened } }
    const assembled = new Map<string, AssembledEvidence>()
    const gather = async (query: string): Promise<AssembledEvidence> => {
      const evidence = assembled.get(query) ?? (await assembleEvidence(owner, { query }, services))
      assembled.set(query, evidence)
      return evidence
    }
    const abstention = await measureAbstention(set, async (query) => {
      const evidence = await gather(query)
      return assess(evidence, evidence.set.mode === 'hybrid' ? opened : null)
    }, { limit, onProgress })
    if (!set.questions.some(({ answers }) => answers.length > 0)) return { abstention, extraction: null }
    const extraction = await measureExtraction(set, async (query) => {
      const evidence = await gather(query)
      const ranked = await rankSentencesOfSet(evidence, evidence.set.mode === 'hybrid' ? opened : null)
      return ranked.map(({ candidate: { item, text }, score, share = 0, bm25 = 0, coverage, cosine }) => ({
        passage: passageOf(basename(item.sourcePath)), text, share,
        scores: { 'BM25 on sentences': bm25, 'MiniLM cosine': cosine ?? 0, '½ coverage + cosine': coverage / 2 + (cosine ?? 0), [linear]: score },
      }))
    }, { limit, product: linear, answerShare: sentenceWeights.answerShare })
    return { abstention, extraction }
  }))
}
