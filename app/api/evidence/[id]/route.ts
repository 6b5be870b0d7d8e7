import { notFound, respond } from '@/app/_server/respond'
import { evidenceShape } from '@/lib/answers'
import { evidenceSetIdSchema } from '@/lib/foundation'

export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return respond(async (runtime, identity) => {
    const id = evidenceSetIdSchema.safeParse((await params).id)
    const revision = Number(new URL(request.url).searchParams.get('revision') ?? Number.NaN)
    const set = id.success ? await runtime.evidenceSet(identity, id.data, Number.isInteger(revision) ? revision : null) : null
    return set === null ? notFound() : evidenceShape(set)
  })
}
