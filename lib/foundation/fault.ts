/** What can go wrong that is nobody's expected outcome. Expected outcomes (a refusal, a verdict, not found) are values. */
export type FaultCode =
  | 'bad-setting'
  | 'bad-input'
  | 'data-folder-busy'
  | 'data-folder-unusable'
  | 'database-unreachable'
  | 'source-unusable'
  | 'port-taken'
  | 'index-incomplete'
  | 'model-unavailable'
  | 'not-permitted'
  | 'internal'

/** The one error class. `message` is one plain sentence for a person: what is wrong and what to do. */
export class Fault extends Error {
  override readonly name = 'Fault'
  constructor(
    readonly code: FaultCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options)
  }
}

/**
 * The Fault in an error or among its causes, or null. By name and not by class, because the pages' bundle and the
 * command line's each have their own copy of the class.
 */
export function findFault(error: unknown): Fault | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++) {
    if (at.name === 'Fault' && 'code' in at) return at as Fault
  }
  return null
}
