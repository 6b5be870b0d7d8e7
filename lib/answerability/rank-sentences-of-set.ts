import type { AssembledEvidence } from '@/lib/evidence'
import type { Embedder } from '@/lib/models'
import { rankSentences, type RankedSentence } from './rank-sentences'
import { sentenceCandidates } from './sentence-candidates'
import { understandQuestion } from './understand-question'

/** Passages whose sentences are considered, as a decision considers them. */
const passagesRead = 9

/** The sentences of a set for its question taken as one, best first, before anything is decided: for measuring the ranking alone. */
export async function rankSentencesOfSet({ set, ranking: { idf, queryVector } }: AssembledEvidence, embedder: Embedder | null): Promise<RankedSentence[]> {
  const question = understandQuestion(set.question, ['en'])
  const highest = Math.max(1, ...idf.values())
  const weights = new Map(question.terms.map(({ lexeme }) => [lexeme, idf.get(lexeme) ?? highest]))
  return rankSentences(question, weights, queryVector, set.items.filter((item, at) => at < passagesRead || (item.current && !item.superseded)).flatMap(sentenceCandidates), embedder)
}
