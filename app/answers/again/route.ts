import { askAgainCause, askAgainCauses } from '@/app/_components/ask-again'
import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { answerIdSchema } from '@/lib/foundation'

/** Makes the next revision of an answer and leads to it. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const id = answerIdSchema.safeParse(read('answerId')[0])
    if (!id.success) return seeProblem('gone')
    const cause = askAgainCause(read('cause')[0])
    const next = await getRuntime().askAgain(await currentIdentity(), id.data, askAgainCauses[cause])
    return next === null ? seeProblem('gone') : seeOther(`/answers/${next.answerId}/r/${next.revision}`)
  })
}

/** Asking changes something, so a plain visit does not. */
export function GET(): Response {
  return seeOther('/')
}
