import { parseRevision } from '@/app/_components/revision-number'
import { notFound, respond } from '@/app/_server/respond'
import { answerIdSchema } from '@/lib/foundation'

/** One answer revision (`?revision=N`, else the newest) as Markdown and as JSON, for the command line. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return respond(async (runtime, identity) => {
    const id = answerIdSchema.safeParse((await params).id)
    const revision = parseRevision(new URL(request.url).searchParams.get('revision') ?? undefined)
    return (id.success ? await runtime.records.export(identity, id.data, revision) : null) ?? notFound()
  })
}
