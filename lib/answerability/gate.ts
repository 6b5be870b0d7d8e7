import type { Ranking } from '@/lib/retrieval'
import type { RankedSentence } from './rank-sentences'
import type { Question } from './understand-question'

/**
 * The gate, a logit over the best evidence, with its provenance. Off-collection questions: on documentation 98 % of
 * answerable ones kept and 99–100 % of foreign ones refused; on encyclopedic prose 95–97 and 93–94. Near misses it
 * catches about a third; the other checks are for those.
 */
export const gateCoefficients = {
  version: 'gate-1',
  sentenceCosine: 11.52, passageCosine: 6.13, passageShare: 2.31, sentenceCoverage: 4.22, unknownShare: 0.69, constant: -12.56, threshold: -0.75,
  /** Without vectors: words alone, set on the sample cases. */
  lexicalCoverage: 0.55,
  provenance: 'recipe of 2026-11, trained on SQuAD 2 with documents removed and counts recomputed',
} as const

/** What the gate weighs, each in 0..1 (a cosine may be below). */
export interface GateFeatures {
  readonly sentenceCosine: number
  readonly passageCosine: number
  /** BM25 of the first passage ÷ Σ idf of the question. */
  readonly passageShare: number
  readonly sentenceCoverage: number
  /** Share of the question's weight that the collection does not know. */
  readonly unknownShare: number
}

/** Passages the gate looks at. */
const weighed = 3

/** Null without vectors or sentences: then words alone decide. */
export function gateFeatures(question: Question, ranked: readonly RankedSentence[], idf: ReadonlyMap<string, number>, ranking: Ranking): GateFeatures | null {
  if (ranked.length === 0 || ranked[0]?.cosine === null || ranking.queryVector === null) return null
  const three = ranking.results.slice(0, weighed)
  const ids = new Set(three.map(({ passage }) => passage.id))
  const near = ranked.filter(({ candidate }) => ids.has(candidate.item.passage.id))
  const considered = near.length > 0 ? near : ranked
  const unknown = new Set(ranking.unknown.map((word) => word.toLowerCase()))
  let total = 0
  let lost = 0
  for (const { lexeme, weight, form, surface } of question.terms) {
    if (form === 'identifier-part') continue
    const worth = weight * (idf.get(lexeme) ?? 0)
    total += worth
    if (unknown.has(surface.toLowerCase())) lost += worth
  }
  return {
    sentenceCosine: Math.max(...considered.map(({ cosine }) => cosine ?? 0)),
    passageCosine: Math.max(0, ...three.map(({ features }) => features.cosine)),
    // The recipe divides by Σ idf, the ranking by Σ idf · (k1 + 1).
    passageShare: (three[0]?.lexicalShare ?? 0) * 2.6,
    sentenceCoverage: Math.max(...considered.map(({ coverage }) => coverage)),
    unknownShare: total === 0 ? 0 : lost / total,
  }
}

export function gateLogit(features: GateFeatures): number {
  const { sentenceCosine, passageCosine, passageShare, sentenceCoverage, unknownShare, constant } = gateCoefficients
  return sentenceCosine * features.sentenceCosine + passageCosine * features.passageCosine + passageShare * features.passageShare
    + sentenceCoverage * features.sentenceCoverage + unknownShare * features.unknownShare + constant
}
