import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { parseRevision } from '@/app/_components/revision-number'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { answerIdSchema } from '@/lib/foundation'

/** Stops one run, which keeps what was verified, and leads to its answer. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const id = answerIdSchema.safeParse(read('answerId')[0])
    const revision = parseRevision(read('revision')[0])
    if (!id.success || revision === null || !(await getRuntime().stop(await currentIdentity(), id.data, revision))) return seeProblem('gone')
    return seeOther(`/answers/${id.data}/r/${revision}`)
  })
}

/** Stopping changes something, so a plain visit does not. */
export function GET(): Response {
  return seeOther('/')
}
