import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { problemOf } from '@/app/_components/question-problem'
import { parseSearch } from '@/app/_components/search-address'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'

/** Assembles an evidence set for a question and leads to it. */
export async function POST(request: Request): Promise<Response> {
  const search = parseSearch(await postedFields(request))
  const problem = problemOf(search.query)
  if (problem !== null) return seeProblem(problem)
  return answerForm(async () => seeOther(`/evidence/${(await getRuntime().assembleEvidence(await currentIdentity(), search)).evidenceSetId}`))
}

/** Assembling stores something, so a plain visit does not. */
export function GET(): Response {
  return seeOther('/')
}
