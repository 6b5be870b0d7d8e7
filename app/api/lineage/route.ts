import { parseLineageTarget } from '@/app/_server/lineage-target'
import { notFound, respond } from '@/app/_server/respond'
import { Fault } from '@/lib/foundation'

/** From a citation (`?answer=&revision=&number=`), a passage (`?passage=psg_…`) or a revision (`?document=&revision=`) back to the file. */
export function GET(request: Request): Promise<Response> {
  return respond(async (runtime, identity) => {
    const target = parseLineageTarget(Object.fromEntries(new URL(request.url).searchParams))
    if (target === null) throw new Fault('bad-input', 'Lineage is asked for by “answer” and “number”, by “passage”, or by “document”.')
    return (await runtime.lineage(identity, target)) ?? notFound()
  })
}
