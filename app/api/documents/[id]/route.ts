import { parseRevision } from '@/app/_components/revision-number'
import { notFound, respond } from '@/app/_server/respond'
import { documentIdSchema } from '@/lib/foundation'

export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return respond(async (runtime, identity) => {
    const id = documentIdSchema.safeParse((await params).id)
    const revision = parseRevision(new URL(request.url).searchParams.get('revision') ?? undefined)
    return (id.success ? await runtime.document(identity, id.data, revision) : null) ?? notFound()
  })
}
