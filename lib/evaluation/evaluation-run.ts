import type { AnswerId } from '@/lib/foundation'
import type { RefusalReason } from '@/lib/answerability'
import type { AnswerRecord, StageMeasure } from '@/lib/answers'
import type { CaseCategory } from './case'
import type { GateResult } from './gate'

/** What is measured, apart, from the first stage that can lose an answer to the last. */
export const stages = [
  'retrieval', 'selection', 'outcome', 'required', 'forbidden', 'support', 'refusal', 'containment', 'access',
] as const
export type Stage = (typeof stages)[number]

/** n of m. Nothing was measured where `of` is 0. */
export interface Count {
  readonly n: number
  readonly of: number
}

export type StageCounts = Readonly<Record<Stage, Count>>

export interface Finding {
  readonly stage: Stage
  /** What is wrong, in a sentence. */
  readonly message: string
}

/** How high the labelled passages stand in the search results, each figure in 0..1. */
export interface LabelRanks {
  readonly 'nDCG@10': number
  readonly MRR: number
}

export interface CaseResult {
  readonly id: string
  readonly category: CaseCategory
  readonly question: string
  /** Name of the identity that asked. */
  readonly as: string
  readonly asOf: string | null
  readonly trap: string | null
  readonly expected: AnswerRecord['outcome']
  readonly acceptable: readonly AnswerRecord['outcome'][]
  /** Null when the question could not be asked; `fault` says why. */
  readonly outcome: AnswerRecord['outcome'] | null
  readonly refusalReason: RefusalReason | null
  readonly fault: string | null
  readonly answerId: AnswerId | null
  /** Every shown claim says of itself that it is the closest evidence and no answer. */
  readonly closestOnly: boolean
  /** The shown claims, as they were shown. */
  readonly claims: readonly string[]
  readonly counts: StageCounts
  readonly findings: readonly Finding[]
  /** Null where no passage is labelled, or nothing was measured. */
  readonly ranks: LabelRanks | null
  /** Time and cost of the answer by its own stages. */
  readonly measures: readonly StageMeasure[]
}

/** One pass of the cases through the product, with everything that could have changed its result. Plain JSON. */
export interface EvaluationRun {
  readonly version: 1
  readonly startedAt: string
  readonly finishedAt: string
  /** Number of the generation that answered; null when there was none. */
  readonly generation: number | null
  readonly corpusDigest: string
  /** Digest of the cases, so that runs over different cases are not taken for comparable. */
  readonly casesDigest: string
  readonly configuration: Readonly<Record<string, unknown>>
  readonly results: readonly CaseResult[]
  /** What came of the gates; null when none were asked for. */
  readonly gates: readonly GateResult[] | null
}
