import { readSettings } from '@/lib/foundation'
import { openRuntime } from '@/lib/runtime'
import { runtimeKey, type RuntimeWithSessions } from './runtime'

const faultKey = Symbol.for('k81r.runtime-fault')

/**
 * Opens the instance and puts it where every bundle of the server finds it, or the fault that prevented it, where the
 * command line finds that. Reading the sources starts with the first `index`.
 */
export async function startServer(): Promise<void> {
  const place = globalThis as { [runtimeKey]?: RuntimeWithSessions; [faultKey]?: unknown } // the names under which others read them
  try {
    if (place[runtimeKey] === undefined) place[runtimeKey] = await openRuntime(readSettings(), 'k81r serve')
  } catch (error) {
    place[faultKey] = error
    throw error
  }
}
