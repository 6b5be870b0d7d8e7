import type { Sessions } from './sessions'

/** The headers of a browser in which the owner has just signed in. */
export async function signedInHeaders(sessions: Sessions): Promise<Headers> {
  const token = new URL(await sessions.signInLink()).searchParams.get('token') ?? ''
  const redemption = await sessions.redeem(token, new Headers())
  if (redemption.outcome !== 'signed-in') throw new Error(`The fresh link was ${redemption.outcome}.`)
  return new Headers({ cookie: redemption.cookies.map((cookie) => cookie.split(';')[0]).join('; ') })
}
