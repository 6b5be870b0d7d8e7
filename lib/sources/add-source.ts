import { access, constants, readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { Fault } from '@/lib/foundation'
import type { Database } from '@/lib/database'
import { isAddress } from './scan-published'
import { checkRepository } from './scan-repository'
import type { SourceKind } from './source'
import { rememberSources } from './store'

/**
 * Checks a location (an absolute path, or for `llms-full` also an http(s) address) and remembers it as a source of this
 * kind. Reads none of its documents. Throws Fault `source-unusable` with one sentence for what cannot be used.
 */
export async function addSource(database: Database, kind: SourceKind, location: string): Promise<void> {
  await rememberSources(database, [{ kind, location: await check(kind, location), sample: false }])
}

function check(kind: SourceKind, location: string): Promise<string> {
  switch (kind) {
    case 'folder': return checkFolder(location)
    case 'git': return checkGit(location)
    case 'llms-full': return isAddress(location) ? Promise.resolve(checkAddress(location)) : checkFile(location)
  }
}

async function place(location: string, isWanted: (found: Awaited<ReturnType<typeof stat>>) => boolean, wanted: string): Promise<string> {
  if (!isAbsolute(location)) throw new Fault('source-unusable', `“${location}” is not an absolute path.`)
  const found = await stat(location).catch((): null => null)
  if (found === null) throw new Fault('source-unusable', `${location} does not exist. Check the path.`)
  if (!isWanted(found)) throw new Fault('source-unusable', `${location} is not ${wanted}.`)
  return realpath(location)
}

async function checkFolder(location: string): Promise<string> {
  const path = await place(location, (found) => found.isDirectory(), 'a folder')
  await access(path, constants.R_OK | constants.X_OK).catch((cause: unknown) => { throw new Fault('source-unusable', `The folder ${path} cannot be read. Check its permissions.`, { cause }) })
  if ((await readdir(path)).length === 0) throw new Fault('source-unusable', `The folder ${path} is empty. Name one that holds notes.`)
  return path
}

async function checkGit(location: string): Promise<string> {
  const path = await place(location, (found) => found.isDirectory(), 'a folder')
  const reason = await checkRepository(path)
  if (reason !== null) throw new Fault('source-unusable', reason)
  return path
}

async function checkFile(location: string): Promise<string> {
  const path = await place(location, (found) => found.isFile(), 'a file')
  await access(path, constants.R_OK).catch((cause: unknown) => { throw new Fault('source-unusable', `The file ${path} cannot be read. Check its permissions.`, { cause }) })
  return path
}

function checkAddress(location: string): string {
  if (!URL.canParse(location)) throw new Fault('source-unusable', `“${location}” is not an address.`)
  const url = new URL(location)
  if (url.username !== '' || url.password !== '') throw new Fault('source-unusable', 'An address with a name or password in it is not remembered. Give a public one.')
  url.hash = ''
  return url.href
}
