import { z } from 'zod'
import { answerIdSchema, Fault } from '@/lib/foundation'
import { refusalReasons } from '@/lib/answerability'
import { caseCategories, outcomes } from './case'
import { stages, type EvaluationRun } from './evaluation-run'

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
  claims: z.array(z.string()),
  counts: z.record(z.enum(stages), count),
  findings: z.array(z.object({ stage: z.enum(stages), message: z.string() })),
  measures: z.array(z.object({ stage: z.string(), ms: z.number(), inputTokens: z.number(), outputTokens: z.number(), usd: z.number() })),
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
})

/** Reads a run back from its JSON text. Throws Fault `bad-input` when it is not one, or was written in another form. */
export function parseRun(text: string): EvaluationRun {
  try {
    return runSchema.parse(JSON.parse(text))
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause
    throw new Fault('bad-input', 'This is not the JSON of an evaluation run. Write one with the evaluation command and its JSON form.', { cause })
  }
}
