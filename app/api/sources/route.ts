import { z } from 'zod'
import { requireOwner } from '@/app/_server/require-owner'
import { readBody, respond } from '@/app/_server/respond'
import { Fault, toStorable } from '@/lib/foundation'
import type { Runtime } from '@/lib/runtime'
import { addSource, readIdenticalFiles, readSourceStates, removeSource } from '@/lib/sources'

export const dynamic = 'force-dynamic'

const bodySchema = z.object({ kind: z.enum(['folder', 'git', 'llms-full']).default('folder'), location: z.string().min(1).max(4096) })

async function list({ database }: Runtime) {
  return { sources: await readSourceStates(database), identical: await readIdenticalFiles(database) }
}

/** The sources in view with their files counted, and files that hold the same text. The owner only. */
export function GET(): Promise<Response> {
  return respond(async (runtime, identity) => {
    requireOwner(identity, 'see and change the sources')
    return list(runtime)
  })
}

/** Remembers `{ kind, location }` (an absolute path, or an address for `llms-full`) and starts reading it in the background. The owner only. */
export function POST(request: Request): Promise<Response> {
  return respond(async (runtime, identity) => {
    requireOwner(identity, 'see and change the sources')
    const body = bodySchema.safeParse(await readBody(request))
    if (!body.success) throw new Fault('bad-input', 'A source is { "kind": "folder", "git" or "llms-full", "location": an absolute path or an address }.')
    await addSource(runtime.database, body.data.kind, body.data.location)
    await runtime.index([])
    return list(runtime)
  })
}

/** Forgets `?source=` (its location or id) and starts taking its documents out of the index. Its files are not touched. The owner only. */
export function DELETE(request: Request): Promise<Response> {
  return respond(async (runtime, identity) => {
    requireOwner(identity, 'see and change the sources')
    const source = toStorable(new URL(request.url).searchParams.get('source') ?? '')
    if ((await removeSource(runtime.database, source)) === null) throw new Fault('bad-input', `No source is remembered as ${source}. See: k81r source list`)
    await runtime.index([])
    return list(runtime)
  })
}
