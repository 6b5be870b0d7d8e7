import type { Sessions } from '@/lib/access'
import { Fault } from '@/lib/foundation'
import type { Runtime } from '@/lib/runtime'

/** What the server instance keeps for its pages. */
export interface RuntimeWithSessions extends Runtime {
  readonly sessions: Sessions
  /** The bearer token of this machine's own programs. */
  readonly localToken: string
}

/** The name of the one instance on `globalThis`: Next bundles pages apart from `instrumentation.ts`, which makes it. */
export const runtimeKey = Symbol.for('k81r.runtime')

/** The running instance. Throws Fault `internal` when the server was started without one. */
export function getRuntime(): RuntimeWithSessions {
  const runtime = (globalThis as { [runtimeKey]?: RuntimeWithSessions })[runtimeKey] // only instrumentation.ts writes it
  if (runtime === undefined) throw new Fault('internal', 'The server runs without its index. Stop it and start it with: npm start')
  return runtime
}
