import { caseCategories, type CaseCategory } from './case'
import type { CaseResult, Count, EvaluationRun, StageCounts } from './evaluation-run'
import { measureAbstention, measureResults, sumStage, type Abstention, type Figure } from './measure'
import { countsOf } from './score-case'
import { timeStages, type StageTime } from './time-stages'

export interface CategoryTally {
  readonly category: CaseCategory
  readonly cases: number
  readonly counts: StageCounts
}

/** Answers that say of themselves that they are the closest evidence only. */
export interface ClosestTally {
  /** Among all that were answered, in full or in part. */
  readonly shown: Count
  /** Of those with required claims, the ones that show all of them; and the same of the other answers. */
  readonly right: Count
  readonly othersRight: Count
}

/** A run's counts, stage by stage; there is no total over stages. */
export interface RunTally {
  /** In the categories' own order, without those that have no case. */
  readonly categories: readonly CategoryTally[]
  readonly counts: StageCounts
  /** How high search set the labelled passages: means over the cases that have some. */
  readonly ranks: Readonly<Record<'nDCG@10' | 'MRR', Figure>>
  readonly abstention: Abstention
  readonly closest: ClosestTally
  /** The answers' own stages, in the order in which they first ended. */
  readonly times: readonly StageTime[]
}

/** Adds up a run's counts by category and stage, its ranks, its abstention, and the time and cost of each stage. */
export function tallyRun({ results }: Pick<EvaluationRun, 'results'>): RunTally {
  const categories = caseCategories.flatMap((category) => {
    const own = results.filter((result) => result.category === category)
    return own.length === 0 ? [] : [{ category, cases: own.length, counts: sumCounts(own) }]
  })
  return {
    categories, counts: sumCounts(results), abstention: measureAbstention(results), closest: tallyClosest(results), times: timeStages(results),
    ranks: { 'nDCG@10': measureResults('nDCG@10', results), MRR: measureResults('MRR', results) },
  }
}

function sumCounts(results: readonly CaseResult[]): StageCounts {
  return countsOf((stage) => sumStage(stage, results))
}

function tallyClosest(results: readonly CaseResult[]): ClosestTally {
  const answered = results.filter(({ outcome }) => outcome === 'answered' || outcome === 'partial')
  const rightOf = (shown: readonly CaseResult[]): Count => {
    const asked = shown.filter(({ counts: { required } }) => required.of > 0)
    return { n: asked.filter(({ counts: { required } }) => required.n === required.of).length, of: asked.length }
  }
  const closest = answered.filter(({ closestOnly }) => closestOnly)
  return { shown: { n: closest.length, of: answered.length }, right: rightOf(closest), othersRight: rightOf(answered.filter(({ closestOnly }) => !closestOnly)) }
}
