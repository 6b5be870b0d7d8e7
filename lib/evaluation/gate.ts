import type { CaseCategory } from './case'
import type { EvaluationRun } from './evaluation-run'
import { measureResults, type Figure, type Measure } from './measure'

/** What a run must reach before a change may go in. */
export interface Gate {
  readonly measure: Measure
  /** Null: over all cases. */
  readonly category: CaseCategory | null
  readonly direction: 'at-least' | 'at-most'
  /** In 0..1. */
  readonly value: number
  /** With fewer labels, claims or cases than this the figure says nothing, and the gate fails. */
  readonly minimumSample: number
  /** Every single one must be right: a share that rounds to 1 is no pass. */
  readonly absolute: boolean
}

export interface GateResult {
  readonly gate: Gate
  readonly figure: Figure
  readonly passed: boolean
  /** Why it did not pass, in a sentence; null when it did. */
  readonly reason: string | null
}

export const gateDirections = ['at-least', 'at-most'] as const satisfies readonly Gate['direction'][]

/** Holds a run against each gate, in the gates' order. */
export function checkGates({ results }: Pick<EvaluationRun, 'results'>, gates: readonly Gate[]): readonly GateResult[] {
  return gates.map((gate) => {
    const own = gate.category === null ? results : results.filter(({ category }) => category === gate.category)
    const figure = measureResults(gate.measure, own)
    const reason = failureOf(gate, figure)
    return { gate, figure, passed: reason === null, reason }
  })
}

// Shares do not come out even in binary: 3 of 10 must pass a gate of 0.3.
const roundingError = 1e-9

function failureOf({ direction, value, minimumSample, absolute }: Gate, figure: Figure): string | null {
  if (figure.of < minimumSample) return `The sample of ${figure.of} is below the minimum of ${minimumSample}.`
  if (figure.value === null) return 'Nothing was measured.'
  if (absolute) return figure.n === figure.of ? null : `${figure.of - (figure.n ?? 0)} of ${figure.of} failed, and none may.`
  if (direction === 'at-least') return figure.value >= value - roundingError ? null : 'The figure is too low.'
  return figure.value <= value + roundingError ? null : 'The figure is too high.'
}
