import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { currentIdentity } from '@/app/_server/identity'
import { bookmarkFields, parseFields } from '@/app/_server/record-fields'
import { getRuntime } from '@/app/_server/runtime'
import { seeAnswer } from '@/app/_server/see-answer'

/** Sets or takes away a bookmark. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const fields = parseFields(bookmarkFields, read)
    if ('problem' in fields) return seeProblem('gone')
    const wanted = fields.data.wanted === 'yes'
    const done = await getRuntime().records.bookmark(await currentIdentity(), fields.data.answerId, wanted)
    return done ? seeAnswer(fields.data, wanted ? 'bookmarked' : 'bookmark-removed') : seeProblem('gone')
  })
}

/** A visit changes nothing. */
export function GET(): Response {
  return seeOther('/answers')
}
