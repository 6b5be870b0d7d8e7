import { rightOutcomes } from './case'
import { stages, type CaseResult, type Count, type Stage } from './evaluation-run'

/** Everything a run is measured by, each apart: the stages' counts, the labelled passages' ranks, and how well it knows when to refuse. */
export const measures = [...stages, 'nDCG@10', 'MRR', 'abstention-precision', 'abstention-recall'] as const
export type Measure = (typeof measures)[number]

/** One measure over some cases. */
export interface Figure {
  /** In 0..1; null when nothing was measured. */
  readonly value: number | null
  /** How many of `of` were right; null for a mean over `of` cases. */
  readonly n: number | null
  readonly of: number
}

/** One measure over these results. */
export function measureResults(measure: Measure, results: readonly CaseResult[]): Figure {
  if (measure === 'nDCG@10' || measure === 'MRR') return meanOf(results.flatMap(({ ranks }) => (ranks === null ? [] : [ranks[measure]])))
  if (measure === 'abstention-precision') return shareOf(measureAbstention(results).precision)
  if (measure === 'abstention-recall') return shareOf(measureAbstention(results).recall)
  return shareOf(sumStage(measure, results))
}

export function sumStage(stage: Stage, results: readonly CaseResult[]): Count {
  return results.reduce((sum, { counts }) => ({ n: sum.n + counts[stage].n, of: sum.of + counts[stage].of }), { n: 0, of: 0 })
}

/** How well the product knows when to refuse. */
export interface Abstention {
  /** Of the refusals given, those that were right. */
  readonly precision: Count
  /** Of the cases that should be refused, those that were, or ended in another outcome their labels accept. */
  readonly recall: Count
}

export function measureAbstention(results: readonly CaseResult[]): Abstention {
  const isRight = ({ outcome, expected, acceptable }: CaseResult): boolean =>
    outcome !== null && rightOutcomes({ outcome: expected, acceptable }).includes(outcome)
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  const owed = results.filter(({ expected }) => expected === 'refused')
  return {
    precision: { n: refused.filter(isRight).length, of: refused.length },
    recall: { n: owed.filter(isRight).length, of: owed.length },
  }
}

function shareOf({ n, of }: Count): Figure {
  return { value: of === 0 ? null : n / of, n, of }
}

function meanOf(values: readonly number[]): Figure {
  return { value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length, n: null, of: values.length }
}
