import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { currentIdentity } from '@/app/_server/identity'
import { shareIdSchema } from '@/app/_server/record-fields'
import { getRuntime } from '@/app/_server/runtime'

/** Ends a link for good. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const id = shareIdSchema.safeParse(read('shareId')[0])
    if (!id.success) return seeProblem('gone')
    await getRuntime().records.revoke(await currentIdentity(), id.data)
    return seeOther('/share?notice=share-revoked')
  })
}

/** A visit changes nothing. */
export function GET(): Response {
  return seeOther('/share')
}
