import { nearMissNames, type NearMissFeatures } from '@/lib/answerability'
import type { Half } from './evaluate-set'
import { applyLinear, fitLinear, roundCoefficients, type LinearCoefficients } from './fit-linear'
import { areaUnderCurve } from './score-decisions'

/** A question with what tells an answer from a near miss of it. */
export interface NearMissCase {
  readonly half: Half
  readonly answerable: boolean
  readonly features: NearMissFeatures
  /** Its logit by the coefficients in use. */
  readonly logit: number
}

export interface NearMissFit {
  /** Fitted on half A, rounded as they are shipped. */
  readonly coefficients: LinearCoefficients<keyof NearMissFeatures>
  readonly questions: Readonly<Record<Half, number>>
  /** On half B; null without both kinds. */
  readonly auc: number | null
  readonly aucInUse: number | null
}

/** Fits what tells near misses from answers on half A, and reports half B beside the coefficients in use. */
export function fitNearMiss(cases: readonly NearMissCase[]): NearMissFit {
  const [a, b] = [cases.filter(({ half }) => half === 'A'), cases.filter(({ half }) => half === 'B')]
  const coefficients = roundCoefficients(fitLinear(nearMissNames, a.map(({ features, answerable }) => ({ features, is: answerable }))), [...nearMissNames, 'constant'])
  const auc = (scoreOf: (entry: NearMissCase) => number) => areaUnderCurve(b.map((entry) => ({ is: entry.answerable, score: scoreOf(entry) })))
  return { coefficients, questions: { A: a.length, B: b.length }, auc: auc(({ features }) => applyLinear(coefficients, nearMissNames, features)), aucInUse: auc(({ logit }) => logit) }
}

/** The coefficients as data, and half B. */
export function formatNearMissFit({ coefficients, questions, auc, aucInUse }: NearMissFit): string {
  const share = (value: number | null) => (value === null ? '–' : value.toFixed(3))
  return [
    `near misses (lib/answerability/near-miss.ts), fitted on ${questions.A} questions (half A by a hash of the id), reported on ${questions.B} (half B)`,
    JSON.stringify(coefficients), `half B: AUC ${share(auc)}, in use ${share(aucInUse)}`,
  ].join('\n')
}
