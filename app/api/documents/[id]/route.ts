import { notFound, respond } from '@/app/_server/respond'
import { documentIdSchema } from '@/lib/foundation'

export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return respond(async (runtime, identity) => {
    const id = documentIdSchema.safeParse((await params).id)
    const revision = Number(new URL(request.url).searchParams.get('revision') ?? Number.NaN)
    return (id.success ? await runtime.document(identity, id.data, Number.isInteger(revision) ? revision : null) : null) ?? notFound()
  })
}
