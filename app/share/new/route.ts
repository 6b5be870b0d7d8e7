import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { madeLinkCookie } from '@/app/_server/made-link'
import { currentIdentity } from '@/app/_server/identity'
import { parseFields, revisionFields, shareFields } from '@/app/_server/record-fields'
import { getRuntime } from '@/app/_server/runtime'
import { seeAnswer } from '@/app/_server/see-answer'
import { findFault } from '@/lib/foundation'

/** Makes a link to one answer revision and leads to the page that tells it. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const about = parseFields(revisionFields, read)
    if ('problem' in about) return seeProblem('gone')
    const given = parseFields(shareFields, read)
    if ('problem' in given) return seeAnswer(about.data, given.problem, '/share')
    try {
      const made = await getRuntime().records.share(await currentIdentity(), about.data.answerId, about.data.revision, given.data.days)
      if (made === null) return seeProblem('gone')
      const response = seeAnswer(about.data, '', '/share')
      response.headers.append('set-cookie', madeLinkCookie(about.data, made.token))
      return response
    } catch (error) {
      if (findFault(error)?.code === 'bad-input') return seeAnswer(about.data, 'share-nothing', '/share')
      throw error
    }
  })
}

/** A visit changes nothing. */
export function GET(): Response {
  return seeOther('/share')
}
