import { basename, join } from 'node:path'
import { owner } from '@/lib/access'
import { assess, gateCoefficients, rankSentencesOfSet, sentenceWeights, type Answerability, type RankedSentence } from '@/lib/answerability'
import {
  calibrateGate, containsWords, fitNearMiss, fitSentences, formatCalibration, formatNearMissFit, formatSentenceFit, gateOf, measureAbstention, measureExtraction,
  type AbstentionFigures, type AbstentionSet, type CalibrationCase, type ExtractionFigures, type NearMissCase, type SentenceChoice,
} from '@/lib/evaluation'
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

/** A set's passages as notes, and what the product makes of a question about them. */
interface IndexedAbstention {
  /** Decided as an answer is, up to where synthesis would begin. */
  decide(question: string): Promise<Answerability>
  /** The sentences of the same evidence, best first, with the set's own id of the passage of each. */
  rank(question: string): Promise<readonly (RankedSentence & { readonly passage: string })[]>
}

async function withAbstention<T>(set: AbstentionSet, { scratch, cache: cacheFolder }: Pick<AbstentionOptions, 'scratch' | 'cache'>, work: (indexed: IndexedAbstention) => Promise<T>): Promise<T> {
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
    const vectorsOf = ({ set: { mode } }: AssembledEvidence) => (mode === 'hybrid' ? opened : null)
    return work({
      decide: async (question) => { const evidence = await gather(question); return assess(evidence, vectorsOf(evidence)) },
      rank: async (question) => {
        const evidence = await gather(question)
        return (await rankSentencesOfSet(evidence, vectorsOf(evidence))).map((sentence) => ({ ...sentence, passage: passageOf(basename(sentence.candidate.item.sourcePath)) }))
      },
    })
  }))
}

/**
 * Indexes a set's passages as notes, and has each question decided as an answer is, up to where synthesis would begin;
 * then ranks the sentences of the same evidence for the questions that have an answer.
 */
export function evaluateAbstention(set: AbstentionSet, { limit, onProgress, ...options }: AbstentionOptions): Promise<AbstentionMeasures> {
  return withAbstention(set, options, async ({ decide, rank }) => {
    const abstention = await measureAbstention(set, decide, { limit, onProgress })
    if (!set.questions.some(({ answers }) => answers.length > 0)) return { abstention, extraction: null }
    const extraction = await measureExtraction(set, async (question) => (await rank(question)).map(({ passage, candidate: { text }, score, share = 0, bm25 = 0, coverage, cosine }) => ({
      passage, text, share, scores: { 'BM25 on sentences': bm25, 'MiniLM cosine': cosine ?? 0, '½ coverage + cosine': coverage / 2 + (cosine ?? 0), [linear]: score },
    })), { limit, product: linear, answerShare: sentenceWeights.answerShare })
    return { abstention, extraction }
  })
}

/** Fits the gate, what tells near misses, and the sentence ranker on half A of a set; gives them as data with what they reach on half B. */
export function fitAbstention(set: AbstentionSet, options: Pick<AbstentionOptions, 'scratch' | 'cache'>): Promise<string> {
  return withAbstention(set, options, async ({ decide, rank }) => {
    const gates: CalibrationCase[] = []
    const misses: NearMissCase[] = []
    const choices: SentenceChoice[] = []
    for (const { id, text, answerable, half, passage, answers } of set.questions) {
      const decision = await decide(text)
      const gate = gateOf(decision)
      if (gate !== null) gates.push({ id, category: 'near miss', answerable, ...gate })
      const [nearest] = decision.parts.flatMap(({ nearMiss }) => (nearMiss === undefined ? [] : [nearMiss])).sort((one, other) => other.logit - one.logit)
      if (nearest !== undefined) misses.push({ half, answerable, ...nearest })
      if (!answerable || answers.length === 0) continue
      const ranked = await rank(text)
      choices.push({ half, sentences: ranked.flatMap((sentence) => (sentence.signals === undefined ? [] : [
        { signals: sentence.signals, answers: sentence.passage === passage && answers.some((answer) => containsWords(sentence.candidate.text, answer)) },
      ])) })
    }
    return [formatCalibration(calibrateGate(gates, gateCoefficients)), formatNearMissFit(fitNearMiss(misses)), formatSentenceFit(fitSentences(choices, sentenceWeights.learned))].join('\n\n')
  })
}
