import type { AssembledEvidence } from '@/lib/evidence'
import type { Embedder } from '@/lib/models'
import { consideredSentences, weigh } from './considered-sentences'
import { rankSentences, type RankedSentence } from './rank-sentences'
import { understandQuestion } from './understand-question'

/** The sentences of a set for its question taken as one, best first, before anything is decided: for measuring the ranking alone. */
export async function rankSentencesOfSet({ set, ranking }: AssembledEvidence, embedder: Embedder | null): Promise<RankedSentence[]> {
  const question = understandQuestion(set.question, ['en'])
  return rankSentences(question, weigh(question, ranking), ranking.queryVector, consideredSentences(set, [question]), embedder)
}
