import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyHome, makeHome, type Home } from './home'
import { freePort, shareProduct, startServer, waitForIndex } from './product'

/**
 * A first start on an empty data folder, as a new user has it; then a second start, which the tests use. Between the
 * two nobody has the folder open, so that it can be copied for the commands that run without a server.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'k81r-e2e-'))
  const homes: Home[] = []
  const cleanUp = async (): Promise<void> => {
    for (const home of homes) await home.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const port = await freePort()
  try {
    const served = await makeHome(join(folder, 'served'))
    homes.push(served)
    const { dataDir, databaseUrl } = served
    const first = await startServer(dataDir, port, { databaseUrl })
    try {
      await waitForIndex(dataDir)
    } finally {
      await first.stop()
    }
    const unserved = await copyHome(served, join(folder, 'unserved'))
    homes.push(unserved)
    const server = await startServer(dataDir, port, { databaseUrl })
    shareProduct({ url: `http://127.0.0.1:${port}`, port, dataDir, environment: served.environment, unservedEnvironment: unserved.environment, signInLink: server.signInLink, ownerState: join(folder, 'owner.json') })
    return async () => {
      await server.stop().finally(cleanUp)
    }
  } catch (error) {
    await cleanUp()
    throw error
  }
}
