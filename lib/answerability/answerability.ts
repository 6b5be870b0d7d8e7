import type { RankedSentence } from './rank-sentences'
import type { AnswerType } from './understand-question'

export const refusalReasons = [
  'missing-entity', 'missing-relationship', 'contradicted-sources', 'ambiguous-period', 'outside-the-collection',
  'only-indirect', 'out-of-date', 'unsupported-combination', 'no-claim-survived', 'synthesis-unavailable',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** What decided, in words. */
export interface AnswerabilityCheck {
  readonly check: 'evidence' | 'entities' | 'gate' | 'directness' | 'answer-type' | 'contradiction' | 'currency' | 'combination' | 'records'
  readonly passed: boolean
  readonly note: string
}

/** The decision for one question or one part of it. */
export type PartDecision =
  | { readonly kind: 'answerable'; readonly question: string; readonly type: AnswerType; readonly sentences: readonly RankedSentence[]; readonly checks: readonly AnswerabilityCheck[] }
  | {
      readonly kind: 'refused'
      readonly question: string
      readonly reason: RefusalReason
      /** The fact or relationship that is missing, in a sentence. */
      readonly missing: string
      /** What the collection does hold of it, in a sentence; null when nothing. */
      readonly supported: string | null
      readonly sentences: readonly RankedSentence[]
      readonly checks: readonly AnswerabilityCheck[]
    }

/** The decision, before any synthesis, whether the set supports an answer. */
export interface Answerability {
  readonly outcome: 'answerable' | 'partly' | 'refused'
  readonly parts: readonly PartDecision[]
}
