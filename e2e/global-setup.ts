import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, shareProduct, startServer, waitForIndex } from './product'

/**
 * A first start on an empty data folder, as a new user has it; then a second start, which the tests use. Between the
 * two nobody has the folder open, so that it can be copied for the commands that run without a server.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'k81r-e2e-'))
  const dataDir = join(folder, 'served')
  const unservedDataDir = join(folder, 'unserved')
  const port = await freePort()
  try {
    const first = await startServer(dataDir, port)
    try {
      await waitForIndex(dataDir)
    } finally {
      await first.stop()
    }
    await cp(dataDir, unservedDataDir, { recursive: true })
    const server = await startServer(dataDir, port)
    shareProduct({ url: `http://127.0.0.1:${port}`, port, dataDir, unservedDataDir, signInLink: server.signInLink, ownerState: join(folder, 'owner.json') })
    return async () => {
      await server.stop().finally(() => rm(folder, { recursive: true, force: true }))
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
