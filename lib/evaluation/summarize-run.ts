import { z } from 'zod'
import type { EvaluationRun } from './evaluation-run'
import { measureResults, measures, type Figure } from './measure'

const figureSchema = z.object({ value: z.number().nullable(), n: z.int().nullable(), of: z.int() })

/** Reads a stored summary. A measure that is newer than the run is not in it. */
export const runSummarySchema = z.object({
  cases: z.int(),
  generation: z.int().nullable(),
  figures: z.partialRecord(z.enum(measures), figureSchema),
  failing: z.int(),
  gates: z.object({ passed: z.int(), of: z.int() }).nullable(),
})

/** What a list tells of a run: figures over all its cases, and no text. */
export interface RunSummary {
  readonly cases: number
  readonly generation: number | null
  readonly figures: Readonly<Partial<Record<(typeof measures)[number], Figure>>>
  /** Cases in which something failed. */
  readonly failing: number
  /** Null when none were asked for. */
  readonly gates: { readonly passed: number; readonly of: number } | null
}

/** A run in figures alone. */
export function summarizeRun({ results, generation, gates }: EvaluationRun): RunSummary {
  return {
    cases: results.length, generation,
    figures: Object.fromEntries(measures.map((measure) => [measure, measureResults(measure, results)])),
    failing: results.filter(({ findings }) => findings.length > 0).length,
    gates: gates === null ? null : { passed: gates.filter(({ passed }) => passed).length, of: gates.length },
  }
}
