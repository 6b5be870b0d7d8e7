import { caseCategories, rightOutcomes, type CaseCategory } from './case'
import type { CaseResult, Count, EvaluationRun, StageCounts } from './evaluation-run'
import { countsOf } from './score-case'

export interface CategoryTally {
  readonly category: CaseCategory
  readonly cases: number
  readonly counts: StageCounts
}

/** How well the product knows when to refuse. */
export interface Abstention {
  /** Of the refusals given, those that were right. */
  readonly precision: Count
  /** Of the cases that should be refused, those that were, or ended in another outcome their labels accept. */
  readonly recall: Count
}

/** A run's counts, stage by stage; there is no total over stages. */
export interface RunTally {
  /** In the categories' own order, without those that have no case. */
  readonly categories: readonly CategoryTally[]
  readonly counts: StageCounts
  readonly abstention: Abstention
}

/** Adds up a run's counts by category and stage, and its abstention. */
export function tallyRun({ results }: Pick<EvaluationRun, 'results'>): RunTally {
  const categories = caseCategories.flatMap((category) => {
    const own = results.filter((result) => result.category === category)
    return own.length === 0 ? [] : [{ category, cases: own.length, counts: sumCounts(own) }]
  })
  return { categories, counts: sumCounts(results), abstention: measureAbstention(results) }
}

function sumCounts(results: readonly CaseResult[]): StageCounts {
  return countsOf((stage) => results.reduce((sum, { counts }) => ({ n: sum.n + counts[stage].n, of: sum.of + counts[stage].of }), { n: 0, of: 0 }))
}

function measureAbstention(results: readonly CaseResult[]): Abstention {
  const isRight = ({ outcome, expected, acceptable }: CaseResult): boolean =>
    outcome !== null && rightOutcomes({ outcome: expected, acceptable }).includes(outcome)
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  const owed = results.filter(({ expected }) => expected === 'refused')
  return {
    precision: { n: refused.filter(isRight).length, of: refused.length },
    recall: { n: owed.filter(isRight).length, of: owed.length },
  }
}
