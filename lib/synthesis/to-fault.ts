import { APICallError, RetryError } from 'ai'
import { Fault, findFault } from '@/lib/foundation'

/** The Fault a person reads for a provider's failure. */
export function toFault(error: unknown): Fault {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  const own = findFault(cause)
  if (own !== null) return own
  const fault = (message: string) => new Fault('model-unavailable', message, { cause: error })
  const status = APICallError.isInstance(cause) ? cause.statusCode : 200
  // A reply that began well and failed later carries its first status.
  if (status !== undefined && status < 300) return fault('The connection to the language model broke off before its reply was complete. Ask again.')
  if (status === undefined) return fault('The language model cannot be reached. Check that its server is running and that its address in the settings is right.')
  if (status === 429) return fault(`The language model accepts no more requests at present, because its rate or spending limit is reached. Wait ${waitWords(pauseMsOf(cause))} and ask again.`)
  if (status === 401 || status === 403) return fault('The language model refused the key in the settings.')
  if (status === 404) return fault('The language model named in the settings does not exist at its address.')
  return fault(`The language model failed with status ${status}.`)
}

function waitWords(pauseMs: number | null): string {
  if (pauseMs === null || pauseMs < 1000) return 'a minute'
  const seconds = Math.ceil(pauseMs / 1000)
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

/** How long a provider that failed asks to be left alone, in milliseconds; null when it does not say. */
export function pauseMsOf(error: unknown): number | null {
  const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined
  const ms = Number.parseFloat(headers?.['retry-after-ms'] ?? '')
  if (Number.isFinite(ms) && ms >= 0) return ms
  const given = headers?.['retry-after']
  if (given === undefined) return null
  const seconds = Number(given)
  const pause = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now()
  return Number.isFinite(pause) ? Math.max(0, pause) : null
}
