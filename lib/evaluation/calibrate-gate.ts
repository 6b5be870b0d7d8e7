import type { Answerability, GateFeatures } from '@/lib/answerability'
import type { CaseCategory } from './case'
import { halfOf } from './evaluate-set'
import type { Count } from './evaluation-run'
import { applyLinear, fitLinear } from './fit-linear'
import { areaUnderCurve } from './score-decisions'

/** A question with what the gate weighs of it. Foreign questions and near misses are answerable by nothing. */
export interface CalibrationCase {
  readonly id: string
  readonly category: CaseCategory | 'foreign' | 'near miss'
  readonly answerable: boolean
  readonly features: GateFeatures
  /** Its logit by the coefficients in use. */
  readonly logit: number
}

export interface GateCalibration {
  /** Fitted on half A: coefficient by feature, with the constant; to be copied as data, with this provenance. */
  readonly coefficients: Readonly<Record<keyof GateFeatures | 'constant', number>>
  /** Below it, of half A's answerable questions, one in twenty lies. */
  readonly threshold: number
  readonly provenance: string
  /** Of half B, which nothing was fitted on. */
  readonly fitted: HalfScores
  readonly inUse: HalfScores
}

export interface HalfScores {
  readonly auc: number | null
  /** Answerable at or above the threshold, and the rest below it, by category. */
  readonly categories: readonly { readonly category: CalibrationCase['category']; readonly kept: Count; readonly refused: Count }[]
}

const names = ['sentenceCosine', 'passageCosine', 'passageShare', 'sentenceCoverage', 'unknownShare'] as const satisfies readonly (keyof GateFeatures)[]
const lost = 0.05

/** The gate's features of a decided question, the nearest part's; null where it had no vectors. */
export function gateOf({ parts }: Answerability): Pick<CalibrationCase, 'features' | 'logit'> | null {
  return parts.flatMap(({ gate }) => (gate === undefined ? [] : [gate])).sort((a, b) => b.logit - a.logit)[0] ?? null
}

/** Fits the gate on half A (by a hash of the id) and reports half B by category, beside the coefficients in use with their threshold. */
export function calibrateGate(cases: readonly CalibrationCase[], inUse: { readonly threshold: number; readonly version: string }): GateCalibration {
  const [a, b] = [cases.filter(({ id }) => halfOf(id) === 'A'), cases.filter(({ id }) => halfOf(id) === 'B')]
  const coefficients = fitLinear(names, a.map(({ features, answerable }) => ({ features, is: answerable })))
  const logitOf = ({ features }: CalibrationCase) => applyLinear(coefficients, names, features)
  const kept = a.filter(({ answerable }) => answerable).map(logitOf).sort((one, other) => one - other)
  const threshold = kept[Math.floor(lost * kept.length)] ?? 0
  return {
    coefficients,
    threshold, provenance: `fitted on ${a.length} questions (half A by a hash of the id), reported on ${b.length} (half B)`,
    fitted: scoresOf(b, logitOf, threshold), inUse: scoresOf(b, ({ logit }) => logit, inUse.threshold),
  }
}

function scoresOf(cases: readonly CalibrationCase[], scoreOf: (entry: CalibrationCase) => number, threshold: number): HalfScores {
  const count = (of: readonly CalibrationCase[], right: (score: number) => boolean): Count => ({ n: of.filter((entry) => right(scoreOf(entry))).length, of: of.length })
  return {
    auc: areaUnderCurve(cases.map((entry) => ({ is: entry.answerable, score: scoreOf(entry) }))),
    categories: [...new Set(cases.map(({ category }) => category))].sort().map((category) => {
      const own = cases.filter((entry) => entry.category === category)
      return { category, kept: count(own.filter(({ answerable }) => answerable), (score) => score >= threshold), refused: count(own.filter(({ answerable }) => !answerable), (score) => score < threshold) }
    }),
  }
}

/** The coefficients as data, then half B by category, fitted and in use side by side. */
export function formatCalibration({ coefficients, threshold, provenance, fitted, inUse }: GateCalibration): string {
  const auc = (value: number | null) => (value === null ? '–' : value.toFixed(3))
  const share = ({ n, of }: Count) => `${n}/${of}`
  const rows = fitted.categories.map(({ category, kept, refused }, at) => {
    const now = inUse.categories[at]
    return `  ${category.padEnd(20)} kept ${share(kept).padEnd(8)} refused ${share(refused).padEnd(8)} in use: kept ${now === undefined ? '–' : share(now.kept)}, refused ${now === undefined ? '–' : share(now.refused)}`
  })
  return [
    `gate, ${provenance}`, JSON.stringify({ ...Object.fromEntries(Object.entries(coefficients).map(([name, value]) => [name, Number(value.toFixed(2))])), threshold: Number(threshold.toFixed(2)) }),
    `half B: AUC ${auc(fitted.auc)}, in use ${auc(inUse.auc)}`, ...rows,
  ].join('\n')
}
