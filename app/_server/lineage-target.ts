import { z } from 'zod'
import { answerIdSchema, documentIdSchema, passageIdSchema } from '@/lib/foundation'
import type { CitationTarget, Runtime } from '@/lib/runtime'

type LineageTarget = Parameters<Runtime['lineage']>[1] | CitationTarget

const whole = z.string().regex(/^\d{1,9}$/).transform(Number)
const addressSchema = z.union([
  z.object({ answer: answerIdSchema, revision: whole.optional(), number: whole }).transform(({ answer, revision, number }): LineageTarget => ({ kind: 'citation', answerId: answer, revision: revision ?? null, number })),
  z.object({ passage: passageIdSchema }).transform(({ passage }): LineageTarget => ({ kind: 'passage', passage })),
  z.object({ document: documentIdSchema, revision: whole.optional() }).transform(({ document, revision }): LineageTarget => ({ kind: 'revision', documentId: document, revision: revision ?? null })),
])

/** What an address asks the lineage of: `answer`, `revision`, `number`; or `passage`; or `document`, `revision`. Null when none of these. */
export function parseLineageTarget(parameters: Readonly<Record<string, unknown>>): LineageTarget | null {
  const parsed = addressSchema.safeParse(parameters)
  return parsed.success ? parsed.data : null
}
