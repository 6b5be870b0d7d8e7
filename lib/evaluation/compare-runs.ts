import type { AnswerRecord } from '@/lib/answers'
import type { CaseCategory } from './case'
import { stages, type CaseResult, type Count, type EvaluationRun, type Stage } from './evaluation-run'

export interface StageChange {
  readonly stage: Stage
  readonly before: Count
  readonly after: Count
  readonly direction: 'better' | 'worse' | 'measured-otherwise'
}

export interface CaseChange {
  readonly id: string
  readonly category: CaseCategory
  readonly outcome: { readonly before: AnswerRecord['outcome'] | null; readonly after: AnswerRecord['outcome'] | null }
  readonly claimsChanged: boolean
  readonly stages: readonly StageChange[]
}

export interface RunComparison {
  /** Cases in both runs of which anything differs, in the order of the later run. */
  readonly changed: readonly CaseChange[]
  readonly unchanged: number
  readonly onlyBefore: readonly string[]
  readonly onlyAfter: readonly string[]
  /** Cases that got better and worse, stage by stage within a category, so that neither hides the other; only where one did. */
  readonly movements: readonly { readonly category: CaseCategory; readonly stage: Stage; readonly better: number; readonly worse: number }[]
  /** Top-level settings that differ, by name. */
  readonly configuration: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[]
  readonly sameCorpus: boolean
  readonly sameCases: boolean
}

/** Compares two runs case by case. A stage is better or worse by its share; a case counts in neither where one run measured nothing. */
export function compareRuns(before: EvaluationRun, after: EvaluationRun): RunComparison {
  const earlier = new Map(before.results.map((result) => [result.id, result]))
  const pairs = after.results.flatMap((result) => {
    const old = earlier.get(result.id)
    return old === undefined ? [] : [compareCase(old, result)]
  })
  const later = new Set(after.results.map(({ id }) => id))
  const changed = pairs.filter(({ outcome, claimsChanged, stages }) => claimsChanged || outcome.before !== outcome.after || stages.length > 0)
  return {
    changed,
    unchanged: pairs.length - changed.length,
    onlyBefore: before.results.filter(({ id }) => !later.has(id)).map(({ id }) => id),
    onlyAfter: after.results.filter(({ id }) => !earlier.has(id)).map(({ id }) => id),
    movements: countMovements(changed),
    configuration: compareConfiguration(before.configuration, after.configuration),
    sameCorpus: before.corpusDigest === after.corpusDigest,
    sameCases: before.casesDigest === after.casesDigest,
  }
}

function compareCase(before: CaseResult, after: CaseResult): CaseChange {
  return {
    id: after.id,
    category: after.category,
    outcome: { before: before.outcome, after: after.outcome },
    claimsChanged: JSON.stringify(before.claims) !== JSON.stringify(after.claims),
    stages: stages.flatMap((stage) => compareStage(stage, before.counts[stage], after.counts[stage])),
  }
}

function compareStage(stage: Stage, before: Count, after: Count): StageChange[] {
  if (before.of === 0 && after.of === 0) return []
  if (before.of === 0 || after.of === 0) return [{ stage, before, after, direction: 'measured-otherwise' }]
  const difference = after.n * before.of - before.n * after.of
  return difference === 0 ? [] : [{ stage, before, after, direction: difference > 0 ? 'better' : 'worse' }]
}

function countMovements(changed: readonly CaseChange[]): RunComparison['movements'] {
  const categories = [...new Set(changed.map(({ category }) => category))]
  return categories.flatMap((category) => stages.flatMap((stage) => {
    const moved = changed.filter((change) => change.category === category).flatMap((change) => change.stages.filter((found) => found.stage === stage))
    const better = moved.filter(({ direction }) => direction === 'better').length
    const worse = moved.filter(({ direction }) => direction === 'worse').length
    return better + worse === 0 ? [] : [{ category, stage, better, worse }]
  }))
}

function compareConfiguration(before: EvaluationRun['configuration'], after: EvaluationRun['configuration']): RunComparison['configuration'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
}
