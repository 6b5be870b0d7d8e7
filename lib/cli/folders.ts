import { access, constants, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { Fault } from '@/lib/foundation'

/** Absolute real paths of folders that can be read and hold something. Throws Fault `source-unusable` naming the first that cannot. */
export async function checkFolders(given: readonly string[]): Promise<string[]> {
  return Promise.all(given.map(async (folder) => {
    const path = resolve(folder.replace(/^~(?=\/|$)/, homedir()))
    const found = await stat(path).catch((): null => null)
    if (found === null) throw new Fault('source-unusable', `The folder ${path} does not exist. Check the path.`)
    if (!found.isDirectory()) throw new Fault('source-unusable', `${path} is a file; a folder of notes is expected.`)
    await access(path, constants.R_OK | constants.X_OK).catch((cause: unknown) => { throw new Fault('source-unusable', `The folder ${path} cannot be read. Check its permissions.`, { cause }) })
    if ((await readdir(path)).length === 0) throw new Fault('source-unusable', `The folder ${path} is empty. Name one that holds notes.`)
    return realpath(path)
  }))
}
