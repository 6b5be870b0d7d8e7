import { z } from 'zod'
import { answerIdSchema, Fault } from '@/lib/foundation'
import { refusalReasons } from '@/lib/answerability'
import { caseCategories, outcomes } from './case'
import { stages, type EvaluationRun } from './evaluation-run'
import { gateDirections } from './gate'
import { measures } from './measure'
import { parseJson } from './parse-json'

const outcome = z.enum(outcomes)
const count = z.object({ n: z.int().nonnegative(), of: z.int().nonnegative() })
const resultSchema = z.object({
  id: z.string(),
  category: z.enum(caseCategories),
  question: z.string(),
  as: z.string(),
  asOf: z.string().nullable(),
  trap: z.string().nullable(),
  expected: outcome,
  acceptable: z.array(outcome),
  outcome: outcome.nullable(),
  refusalReason: z.enum(refusalReasons).nullable(),
  fault: z.string().nullable(),
  answerId: answerIdSchema.nullable(),
  // Of runs saved before this was told it is not known.
  closestOnly: z.boolean().default(false),
  claims: z.array(z.string()),
  counts: z.record(z.enum(stages), count),
  findings: z.array(z.object({ stage: z.enum(stages), message: z.string() })),
  // Runs saved before these were measured have none.
  ranks: z.object({ 'nDCG@10': z.number(), MRR: z.number() }).nullable().default(null),
  measures: z.array(z.object({ stage: z.string(), ms: z.number(), inputTokens: z.number(), outputTokens: z.number(), usd: z.number() })),
})
const gateResultSchema = z.object({
  gate: z.object({
    measure: z.enum(measures), category: z.enum(caseCategories).nullable(), direction: z.enum(gateDirections),
    value: z.number(), minimumSample: z.int(), absolute: z.boolean(),
  }),
  figure: z.object({ value: z.number().nullable(), n: z.int().nullable(), of: z.int() }),
  passed: z.boolean(),
  reason: z.string().nullable(),
})
const runSchema = z.object({
  version: z.literal(1),
  startedAt: z.string(),
  finishedAt: z.string(),
  generation: z.int().nullable(),
  corpusDigest: z.string(),
  casesDigest: z.string(),
  configuration: z.record(z.string(), z.unknown()),
  results: z.array(resultSchema),
  gates: z.array(gateResultSchema).nullable().default(null),
})

/** Reads a run back from its JSON text. Throws Fault `bad-input` when it is not one, or was written in another form. */
export function parseRun(text: string): EvaluationRun {
  return checkRun(parseJson(text))
}

/** The same for a value that was JSON. */
export function checkRun(value: unknown): EvaluationRun {
  const parsed = runSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Fault('bad-input', 'This is not the JSON of an evaluation run. Write one with the evaluation command and its JSON form.', { cause: parsed.error })
}
