import { z } from 'zod'
import { requireOwner } from '@/app/_server/require-owner'
import { readBody, respond } from '@/app/_server/respond'
import { Fault } from '@/lib/foundation'

const bodySchema = z.object({ dryRun: z.boolean().default(false) })

/** Compares files, revisions, indexes and lineage and repairs what differs, unless `{ "dryRun": true }`. The owner only. */
export function POST(request: Request): Promise<Response> {
  return respond(async (runtime, identity) => {
    requireOwner(identity, 'reconcile the index')
    const body = bodySchema.safeParse(await readBody(request))
    if (!body.success) throw new Fault('bad-input', '“dryRun” is not usable: true or false is expected.')
    return runtime.reconcile(body.data)
  })
}
