import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { currentIdentity } from '@/app/_server/identity'
import { feedbackIdSchema } from '@/app/_server/record-fields'
import { getRuntime } from '@/app/_server/runtime'

/** Takes feedback off the owner's list. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const id = feedbackIdSchema.safeParse(read('feedbackId')[0])
    if (!id.success) return seeProblem('gone')
    await getRuntime().records.removeFeedback(await currentIdentity(), id.data)
    return seeOther('/feedback?notice=feedback-removed')
  })
}

/** A visit changes nothing. */
export function GET(): Response {
  return seeOther('/feedback')
}
