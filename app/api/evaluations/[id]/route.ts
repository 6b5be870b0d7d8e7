import { requireOwner } from '@/app/_server/require-owner'
import { notFound, respond } from '@/app/_server/respond'
import { readRun } from '@/lib/evaluation'
import { evaluationRunIdSchema } from '@/lib/foundation'

/** One stored run whole: `{ runId, run }`. The owner only. */
export function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return respond(async ({ database }, identity) => {
    requireOwner(identity, 'see the evaluation runs')
    const id = evaluationRunIdSchema.safeParse((await params).id)
    const run = id.success ? await readRun(database, id.data) : null
    return run === null ? notFound() : { runId: id.data, run }
  })
}
