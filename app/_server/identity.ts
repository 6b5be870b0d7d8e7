import { headers } from 'next/headers'
import { cache } from 'react'
import { bearerToken, identifyProgram, type Identity } from '@/lib/access'
import { Fault } from '@/lib/foundation'
import { getRuntime } from './runtime'

/**
 * Who asks in this request, decided once for it: a program by its bearer token and `k81r-as`, else a browser by its
 * session, else a stranger. Throws Fault `not-permitted` for a wrong token, so that a program with an old one learns of
 * it instead of seeing the public part only.
 */
export const currentIdentity = cache(async (): Promise<Identity> => {
  const given = await headers()
  const runtime = getRuntime()
  const authorization = given.get('authorization')
  if (bearerToken(authorization) === null) return runtime.sessions.identify(given)
  const program = identifyProgram(authorization, runtime.localToken, given.get('k81r-as'))
  if (program === null) throw new Fault('not-permitted', 'This token is not valid here. Start the command again, so that it reads the running server’s token.')
  return program
})
