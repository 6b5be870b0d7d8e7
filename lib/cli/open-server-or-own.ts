import { readSettings, type Settings } from '@/lib/foundation'
import { openRuntime, type OpenedRuntime } from '@/lib/runtime'
import { findServer, type ServerClient } from './client'

/** How a command does its work: through the server that runs on the data folder, or by a runtime of its own. */
export interface ServerOrOwn<T> {
  remote(server: ServerClient, settings: Settings): T
  own(runtime: OpenedRuntime): T
}

/**
 * The session of one command over the running server, or over a runtime opened for this command alone where none runs;
 * `close` ends the latter. `as`: an identity in words that the server is asked as. Throws what `findServer` and `openRuntime` throw.
 */
export async function openServerOrOwn<T extends object>(command: string, as: string | null, choice: ServerOrOwn<T>): Promise<T & { close(): Promise<void> }> {
  const settings = readSettings()
  const server = await findServer(settings, as)
  if (server !== null) return { ...choice.remote(server, settings), close: async () => undefined }
  const runtime = await openRuntime(settings, `k81r ${command}`)
  return { ...choice.own(runtime), close: () => runtime.close() }
}

/** Works with a session and closes it, however the work ends. */
export async function closing<S extends { close(): Promise<void> }, T>(opening: Promise<S>, work: (session: S) => Promise<T>): Promise<T> {
  const session = await opening
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}
