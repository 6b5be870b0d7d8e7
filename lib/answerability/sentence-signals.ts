import type { SentenceFeatures } from './sentence-features'

/** What the learned part of a sentence's score is made of, each about 0 to 1. */
export const sentenceSignalNames = ['coverage', 'ownCoverage', 'topicCoverage', 'cosine', 'bm25', 'proximity', 'verbs', 'answerNear', 'passageRank', 'passageCosine', 'passageBm25'] as const
export type SentenceSignals = Readonly<Record<(typeof sentenceSignalNames)[number], number>>

/** How a search found a passage. */
export interface PassageStanding {
  /** From 1. */
  readonly rank: number
  readonly cosine: number
  /** 0 where its words were not found. */
  readonly bm25: number
}

/** The signals of one candidate, its own cosine still to be added; `mostBm25` is that of the best of the candidates' passages. */
export function sentenceSignals({ coverage, ownCoverage, topicCoverage, bm25, proximity, verbs, answerNear }: SentenceFeatures, passage: PassageStanding, mostBm25: number): SentenceSignals {
  return {
    coverage, ownCoverage, topicCoverage, cosine: 0, bm25, proximity, verbs, answerNear,
    passageRank: 1 / passage.rank, passageCosine: passage.cosine, passageBm25: passage.bm25 / mostBm25,
  }
}

/** The logit of the learned part. */
export function weighSignals(signals: SentenceSignals, weights: SentenceSignals): number {
  return sentenceSignalNames.reduce((sum, name) => sum + signals[name] * weights[name], 0)
}
