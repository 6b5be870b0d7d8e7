import type { CaseResult } from './evaluation-run'

/** What one stage of the answers took and cost, over the cases that came to it. */
export interface StageTime {
  readonly stage: string
  readonly answers: number
  readonly medianMs: number
  /** Ninety-five of a hundred answers took at most this. */
  readonly p95Ms: number
  /** Totals. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly usd: number
}

/** Time and cost by stage, in the order in which stages first appear; nothing where nothing was measured. */
export function timeStages(results: readonly Pick<CaseResult, 'measures'>[]): readonly StageTime[] {
  const measured = results.flatMap(({ measures }) => measures)
  return [...new Set(measured.map(({ stage }) => stage))].map((stage) => {
    const own = measured.filter((measure) => measure.stage === stage)
    const times = own.map(({ ms }) => ms).sort((left, right) => left - right)
    const total = (of: (measure: (typeof own)[number]) => number): number => own.reduce((sum, measure) => sum + of(measure), 0)
    return {
      stage, answers: own.length, medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95),
      inputTokens: total(({ inputTokens }) => inputTokens), outputTokens: total(({ outputTokens }) => outputTokens), usd: total(({ usd }) => usd),
    }
  })
}

/** The nearest rank: always a time that was measured. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
