import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { problemOf } from '@/app/_components/question-problem'
import { parseRevision } from '@/app/_components/revision-number'
import { parseSearch } from '@/app/_components/search-address'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { evidenceSetIdSchema } from '@/lib/foundation'

/** Asks a question, or asks it of one evidence set, and leads to its answer. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const runtime = getRuntime()
    const identity = await currentIdentity()
    const setId = read('evidenceSetId')[0]
    if (setId === undefined) {
      const search = parseSearch(read)
      const problem = problemOf(search.query)
      if (problem !== null) return seeProblem(problem, search.query)
      return seeOther(`/answers/${(await runtime.ask(identity, search)).answerId}`)
    }
    const id = evidenceSetIdSchema.safeParse(setId)
    const set = id.success ? await runtime.evidenceSet(identity, id.data, parseRevision(read('revision')[0])) : null
    if (set === null) return seeProblem('gone')
    const { answerId } = await runtime.ask(identity, set.request, { evidenceSetId: set.evidenceSetId, revision: set.revision })
    return seeOther(`/answers/${answerId}`)
  })
}

/** Asking changes something, so a plain visit does not. */
export function GET(): Response {
  return seeOther('/')
}
