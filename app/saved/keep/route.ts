import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { currentIdentity } from '@/app/_server/identity'
import { noteFields, parseFields, revisionFields } from '@/app/_server/record-fields'
import { getRuntime } from '@/app/_server/runtime'
import { seeAnswer } from '@/app/_server/see-answer'
import { findFault } from '@/lib/foundation'

/** Saves a question that was not answered whole, with a private note. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const about = parseFields(revisionFields, read)
    if ('problem' in about) return seeProblem('gone')
    const given = parseFields(noteFields, read)
    if ('problem' in given) return seeAnswer(about.data, given.problem)
    try {
      const kept = await getRuntime().records.save(await currentIdentity(), about.data.answerId, about.data.revision, given.data.note)
      return kept ? seeAnswer(about.data, 'saved') : seeProblem('gone')
    } catch (error) {
      if (findFault(error)?.code === 'bad-input') return seeAnswer(about.data, 'not-a-gap')
      throw error
    }
  })
}

/** A visit changes nothing. */
export function GET(): Response {
  return seeOther('/saved')
}
