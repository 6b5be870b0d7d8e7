import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { currentIdentity } from '@/app/_server/identity'
import { parseFields, revisionFields } from '@/app/_server/record-fields'
import { getRuntime } from '@/app/_server/runtime'

/** Takes a question off the list of saved ones. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const about = parseFields(revisionFields, read)
    if ('problem' in about) return seeProblem('gone')
    await getRuntime().records.removeSaved(await currentIdentity(), about.data.answerId, about.data.revision)
    return seeOther('/saved?notice=saved-removed')
  })
}

/** A visit changes nothing. */
export function GET(): Response {
  return seeOther('/saved')
}
