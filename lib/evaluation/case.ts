import type { Identity } from '@/lib/access'
import type { RefusalReason } from '@/lib/answerability'
import type { AnswerRecord } from '@/lib/answers'

export const caseCategories = [
  'exact-lookup', 'paraphrase', 'multi-source', 'temporal', 'contradiction', 'unanswerable', 'adversarial-source', 'access-boundary',
] as const
export type CaseCategory = (typeof caseCategories)[number]

export const outcomes = ['answered', 'partial', 'refused'] as const satisfies readonly AnswerRecord['outcome'][]

/** A labelled passage: any passage of this document whose text contains the words. */
export interface Label {
  readonly path: string
  readonly contains: string
  /** Null when any revision will do. */
  readonly revision: number | null
}

/** One question with what is right, what is wrong and what may be missing. */
export interface Case {
  readonly id: string
  readonly category: CaseCategory
  readonly question: string
  readonly as: Identity
  /** ISO date the question is asked about; null for now. */
  readonly asOf: string | null
  readonly relevant: readonly Label[]
  /** Each is a list of alternatives, one of which the shown claims together must contain. */
  readonly required: readonly (readonly string[])[]
  /** Words that may stand in no shown claim. */
  readonly forbidden: readonly string[]
  readonly outcome: AnswerRecord['outcome']
  /** Other outcomes that are right too. */
  readonly acceptable: readonly AnswerRecord['outcome'][]
  /** Reasons a refusal may give; empty when any will do. */
  readonly refusal: readonly RefusalReason[]
  /** Words of which a refusal or a partial answer names at least one; empty when nothing can be named. */
  readonly missing: readonly string[]
  /** What a careless system says. */
  readonly trap: string | null
  /** The set it came with, 1 when not said: those of the first were seen while rules were set, those since 2 were held out. */
  readonly since?: number
}

/** Outcomes that are right for a case, the expected one first. */
export function rightOutcomes(asked: Pick<Case, 'outcome' | 'acceptable'>): readonly AnswerRecord['outcome'][] {
  return [asked.outcome, ...asked.acceptable]
}
