import { parseRevision } from '@/app/_components/revision-number'
import { notFound, respond } from '@/app/_server/respond'
import { evidenceShape } from '@/lib/answers'
import { evidenceSetIdSchema } from '@/lib/foundation'

export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return respond(async (runtime, identity) => {
    const id = evidenceSetIdSchema.safeParse((await params).id)
    const revision = parseRevision(new URL(request.url).searchParams.get('revision') ?? undefined)
    const set = id.success ? await runtime.evidenceSet(identity, id.data, revision) : null
    return set === null ? notFound() : evidenceShape(set)
  })
}
