import { respond } from '@/app/_server/respond'
import { bearerToken } from '@/lib/access'
import { Fault } from '@/lib/foundation'

/** A fresh one-time link, for the command line of this machine only: a browser session cannot make another. */
export function POST(request: Request): Promise<Response> {
  return respond(async (runtime, identity) => {
    if (identity.scopes !== 'all' || bearerToken(request.headers.get('authorization')) === null) throw new Fault('not-permitted', 'A sign-in link is printed by the command line only.')
    return { link: await runtime.sessions.signInLink() }
  })
}
