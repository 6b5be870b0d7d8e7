import { z } from 'zod'
import { requireOwner } from '@/app/_server/require-owner'
import { readBody, respond } from '@/app/_server/respond'
import { Fault } from '@/lib/foundation'

const bodySchema = z.object({ document: z.string().min(1).max(4096), keepFile: z.boolean().default(false) })

/** Forgets `{ document, keepFile? }` for good: an id, or a path within its source. The owner only. */
export function POST(request: Request): Promise<Response> {
  return respond(async (runtime, identity) => {
    requireOwner(identity, 'forget a document')
    const body = bodySchema.safeParse(await readBody(request))
    if (!body.success) throw new Fault('bad-input', 'A purge is { "document": an id or a path, "keepFile": true or false }.')
    return runtime.purge(body.data)
  })
}
