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
