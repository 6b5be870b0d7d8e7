import { Fault, findFault, log, toStorable, type FaultCode } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { currentIdentity } from './identity'
import { getRuntime, type RuntimeWithSessions } from './runtime'

const statuses: Readonly<Record<FaultCode, number>> = {
  'bad-input': 400, 'bad-setting': 500, 'data-folder-busy': 503, 'data-folder-unusable': 500, 'database-unreachable': 503, 'source-unusable': 422,
  'port-taken': 500, 'index-incomplete': 503, 'model-unavailable': 503, 'not-permitted': 401, internal: 500,
}

/** The same answer for what does not exist and what this identity may not see. */
export function notFound(): Response {
  return Response.json({ error: { code: 'not-found', message: 'There is nothing at this address.' } }, { status: 404 })
}

/** Runs one API request and gives its JSON; a Fault becomes `{ error: { code, message } }`, anything else a plain 500. */
export async function respond(work: (runtime: RuntimeWithSessions, identity: Identity) => Promise<unknown>): Promise<Response> {
  try {
    const result = await work(getRuntime(), await currentIdentity())
    return result instanceof Response ? result : Response.json(result)
  } catch (error) {
    // By name: the runtime's bundle has its own copy of the class.
    const fault = findFault(error)
    if (fault !== null) return Response.json({ error: { code: fault.code, message: fault.message } }, { status: statuses[fault.code] })
    log().error({ err: error }, 'an API request failed')
    return Response.json({ error: { code: 'internal', message: 'K81R failed at this request; its log names the fault.' } }, { status: 500 })
  }
}

/** A JSON body. Throws Fault `bad-input` when it is none. */
export async function readBody(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await request.text(), (_key, value: unknown) => (typeof value === 'string' ? toStorable(value) : value))
  } catch (cause) {
    throw new Fault('bad-input', 'The request’s body is not JSON.', { cause })
  }
}
