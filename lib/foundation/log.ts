import { pino, type Logger } from 'pino'

let logger: Logger | null = null

/**
 * The log of faults, one JSON line each on standard error. Of an error it keeps the kind, the message up to a query's
 * parameters, and where it was thrown: no passage's and no question's text.
 */
export function log(): Logger {
  logger ??= pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutText } }, pino.destination({ dest: 2, sync: true }))
  return logger
}

interface LoggedError {
  readonly name: string
  readonly code?: unknown
  readonly message: string
  readonly thrownAt: readonly string[]
  readonly cause?: LoggedError
}

/** Exported for its test. A failed query's message lists its parameters after the statement. */
export function withoutText(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { name: typeof error, message: '', thrownAt: [] }
  return {
    name: error.name, ...('code' in error ? { code: error.code } : {}),
    message: error.message.split(/\n?params:/)[0] ?? '',
    thrownAt: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)).slice(0, 8).map((line) => line.trim()),
    ...(error.cause instanceof Error ? { cause: withoutText(error.cause) } : {}),
  }
}
