import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '@/lib/foundation'

const secretPattern = /^[\w-]{43}$/

/**
 * The secret that signs session cookies, 32 random bytes as text: made once in the data folder, readable by its user
 * only. The caller holds the data folder's lock. Throws Fault `data-folder-unusable`.
 */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  try {
    const found = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '' // errors of the file system are errno exceptions
      throw error
    })
    if (secretPattern.test(found)) {
      await chmod(path, 0o600) // a copy or a restored backup may have come back readable by others
      return found
    }
    // Anything else is a torn write or somebody's edit: a new secret only signs browsers out.
    const secret = randomBytes(32).toString('base64url')
    await writeFile(`${path}.new`, secret, { mode: 0o600 })
    await rename(`${path}.new`, path)
    return secret
  } catch (cause) {
    throw new Fault('data-folder-unusable', `The file ${path} cannot be read or written. It must belong to you; put that right, or name another folder with K81R_DATA_DIR.`, { cause })
  }
}
