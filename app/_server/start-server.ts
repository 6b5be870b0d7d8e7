import { readSettings } from '@/lib/foundation'
import { openRuntime } from '@/lib/runtime'
import { runtimeKey, type RuntimeWithSessions } from './runtime'

/** Opens the instance and puts it where every bundle of the server finds it. Reading the sources starts with the first `index`. */
export async function startServer(): Promise<void> {
  const place = globalThis as { [runtimeKey]?: RuntimeWithSessions } // the one name that pages read it under
  place[runtimeKey] ??= await openRuntime(readSettings(), 'k81r serve')
}
