import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { currentIdentity } from '@/app/_server/identity'
import { feedbackFields, parseFields, revisionFields } from '@/app/_server/record-fields'
import { getRuntime } from '@/app/_server/runtime'
import { seeAnswer } from '@/app/_server/see-answer'

/** Notes what is wrong with one answer revision. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const about = parseFields(revisionFields, read)
    if ('problem' in about) return seeProblem('gone')
    const given = parseFields(feedbackFields, read)
    if ('problem' in given) return seeAnswer(about.data, given.problem)
    const id = await getRuntime().records.giveFeedback(await currentIdentity(), { ...about.data, ...given.data })
    return id === null ? seeProblem('gone') : seeAnswer(about.data, 'feedback-given')
  })
}

/** A visit changes nothing. */
export function GET(): Response {
  return seeOther('/feedback')
}
