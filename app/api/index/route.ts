import { z } from 'zod'
import { requireOwner } from '@/app/_server/require-owner'
import { readBody, respond } from '@/app/_server/respond'
import { Fault } from '@/lib/foundation'

const bodySchema = z.object({ folders: z.array(z.string().startsWith('/')).default([]), automatic: z.boolean().default(false) })

/** Registers folders and starts reading in the background; with none, reads again what is registered (`automatic`: unless a roll-back stands). The owner only. */
export function POST(request: Request): Promise<Response> {
  return respond(async (runtime, identity) => {
    requireOwner(identity, 'change what is indexed')
    const body = bodySchema.safeParse(await readBody(request))
    if (!body.success) throw new Fault('bad-input', '“folders” is not usable: absolute paths are expected.')
    await runtime.index(body.data.folders, { automatic: body.data.automatic })
    return runtime.status(identity)
  })
}
