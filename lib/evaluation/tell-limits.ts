import type { CaseCategory } from './case'
import type { EvaluationRun } from './evaluation-run'

/** How often each kind of question came out right in a run, for whoever reads an answer. Plain JSON. */
export interface KnownLimits {
  /** ISO date of the run. */
  readonly day: string
  readonly questions: number
  /** Worst first. */
  readonly kinds: readonly { readonly category: CaseCategory; readonly right: number; readonly of: number }[]
  /** Claims that no labelled passage carries, of all that were shown. */
  readonly loose: { readonly n: number; readonly of: number }
}

/** The outcomes of a run by kind of question, worst first: right is what the labels call right. */
export function tellLimits({ results, finishedAt }: EvaluationRun): KnownLimits {
  const kinds = [...new Set(results.map(({ category }) => category))].map((category) => {
    const own = results.filter((result) => result.category === category)
    return { category, right: own.reduce((sum, { counts }) => sum + counts.outcome.n, 0), of: own.length }
  })
  const shown = results.reduce((sum, { counts }) => sum + counts.support.of, 0)
  return {
    day: finishedAt.slice(0, 10), questions: results.length, kinds: kinds.sort((a, b) => a.right / a.of - b.right / b.of),
    loose: { n: shown - results.reduce((sum, { counts }) => sum + counts.support.n, 0), of: shown },
  }
}
