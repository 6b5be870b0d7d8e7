import type { GateFeatures } from './gate'
import type { NearMissFeatures } from './near-miss'
import type { RankedSentence } from './rank-sentences'
import type { AnswerType } from './understand-question'

export const refusalReasons = [
  'missing-entity', 'missing-relationship', 'contradicted-sources', 'ambiguous-period', 'outside-the-collection',
  'only-indirect', 'out-of-date', 'unsupported-combination', 'no-claim-survived', 'synthesis-unavailable',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** The considerations that decide, in the order in which they are asked; each can be left out by its name. */
export const checkNames = ['entities', 'outside', 'combination', 'contradiction', 'directness', 'currency'] as const
export type CheckName = (typeof checkNames)[number]

/** What decided, in words, and the evidence it looked at. */
export interface AnswerabilityCheck {
  /** `model`: a configured model's reading of the evidence. */
  readonly check: CheckName | 'model'
  readonly passed: boolean
  readonly note: string
  readonly evidenceIds: readonly string[]
}

interface Decided {
  readonly question: string
  readonly sentences: readonly RankedSentence[]
  readonly checks: readonly AnswerabilityCheck[]
  /** What the gate weighed, for measuring; absent where there are no vectors or no sentences. */
  readonly gate?: { readonly features: GateFeatures; readonly logit: number }
  /** How likely the nearest sentence answers rather than narrowly misses, for measuring; absent where there are no vectors or no sentences. */
  readonly nearMiss?: { readonly features: NearMissFeatures; readonly logit: number }
}

/** The decision for one question or one part of it. */
export type PartDecision =
  | (Decided & { readonly kind: 'answerable'; readonly type: AnswerType })
  | (Decided & {
      readonly kind: 'refused'
      readonly reason: RefusalReason
      /** The fact or relationship that is missing, in a sentence. */
      readonly missing: string
      /** What the collection does hold of it, in a sentence; null when nothing. */
      readonly supported: string | null
    })

/** The decision, before any synthesis, whether the set supports an answer. */
export interface Answerability {
  readonly outcome: 'answerable' | 'partly' | 'refused'
  readonly parts: readonly PartDecision[]
}
