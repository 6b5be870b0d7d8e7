import { z } from 'zod'
import { readBody, respond } from '@/app/_server/respond'
import { parseSearchRequest } from '@/app/_server/search-parameters'
import { answerShape } from '@/lib/answers'
import { evidenceSetIdSchema, Fault } from '@/lib/foundation'

const fromSchema = z.object({ evidenceSetId: evidenceSetIdSchema, evidenceSetRevision: z.number().int().positive() })

/** Asks and waits for the end. The run belongs to the server: a client that leaves finds it at `/api/answers/ID`. */
export function POST(request: Request): Promise<Response> {
  return respond(async (runtime, identity) => {
    const body = await readBody(request)
    const asked = parseSearchRequest(body)
    if (asked.query.trim() === '') throw new Fault('bad-input', '“query” is empty: a question in words is expected.')
    const from = fromSchema.safeParse(body)
    const { answerId, revision } = await runtime.ask(identity, asked, from.success ? { evidenceSetId: from.data.evidenceSetId, revision: from.data.evidenceSetRevision } : undefined)
    const end = await (await runtime.answer(identity, answerId, revision))?.end()
    if (end === undefined || !('claims' in end)) throw new Fault('internal', end?.message ?? 'The answer did not come to an end.')
    return answerShape(end, await runtime.evidenceSet(identity, end.evidenceSetId, end.evidenceSetRevision))
  })
}
