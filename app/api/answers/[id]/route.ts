import { parseRevision } from '@/app/_components/revision-number'
import { notFound, respond } from '@/app/_server/respond'
import { answerShape } from '@/lib/answers'
import { answerIdSchema } from '@/lib/foundation'

export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return respond(async (runtime, identity) => {
    const id = answerIdSchema.safeParse((await params).id)
    const revision = parseRevision(new URL(request.url).searchParams.get('revision') ?? undefined)
    const feed = id.success ? await runtime.answer(identity, id.data, revision) : null
    if (feed === null) return notFound()
    if (feed.record === null) return feed.run
    return answerShape(feed.record, await runtime.evidenceSet(identity, feed.record.evidenceSetId, feed.record.evidenceSetRevision))
  })
}
