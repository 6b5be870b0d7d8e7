import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { parseRevision } from '@/app/_components/revision-number'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { evidenceSetIdSchema } from '@/lib/foundation'

/** Answers from exactly one revision of an evidence set and leads there: to a new answer, or to the next revision of the set's own. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const id = evidenceSetIdSchema.safeParse(read('evidenceSetId')[0])
    const revision = parseRevision(read('revision')[0])
    const started = id.success && revision !== null ? await getRuntime().evidence.answer(await currentIdentity(), id.data, revision) : null
    if (started === null) return seeProblem('gone')
    return seeOther(`/answers/${started.answerId}${started.revision === 1 ? '' : `/r/${started.revision}`}`)
  })
}

/** Asking changes something, so a plain visit does not. */
export function GET(): Response {
  return seeOther('/')
}
