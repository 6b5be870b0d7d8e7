import { requireOwner } from '@/app/_server/require-owner'
import { readBody, respond } from '@/app/_server/respond'
import { checkRun, listRuns, storeRun } from '@/lib/evaluation'

export const dynamic = 'force-dynamic'

const mostRuns = 1_000

/** The stored evaluation runs in figures, the one that finished last first. The owner only. */
export function GET(): Promise<Response> {
  return respond(async ({ database }, identity) => {
    requireOwner(identity, 'see the evaluation runs')
    return { runs: await listRuns(database, mostRuns) }
  })
}

/** Stores a run as `k81r eval` makes it, and names it: `{ runId }`. The owner only. */
export function POST(request: Request): Promise<Response> {
  return respond(async ({ database }, identity) => {
    requireOwner(identity, 'store an evaluation run')
    return { runId: await storeRun(database, checkRun(await readBody(request))) }
  })
}
