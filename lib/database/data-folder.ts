import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import lockfile from 'proper-lockfile'
import { z } from 'zod'
import { Fault } from '@/lib/foundation'

const holderSchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  /** The operating system's word for when the process began, so that a reused pid is not taken for the holder. */
  began: z.string().nullable(),
  command: z.string(),
  /** Where the holder serves, and the secret that the command line shows it; null while it does not serve. */
  server: z.object({ url: z.string(), token: z.string() }).nullable(),
})
export type Holder = z.infer<typeof holderSchema>

export interface DataFolderLock {
  /** Publishes where this process serves, so that the command line can find it. */
  publish(server: { readonly url: string; readonly token: string }): Promise<void>
  release(): Promise<void>
}

const heartbeatMs = 5_000
/** The pid decides whether a lock on this host is stale; a heartbeat only decides for a holder on another host. */
const foreignStaleMs = 60_000
const neverMs = 2 ** 40

function beganAt(pid: number): string | null {
  try {
    // State (field 3) and start time (field 22) of stat, counted after the parenthesised name, which may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // A killed process that its parent has not reaped yet holds nothing any more.
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null)
  } catch {
    try {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null
    } catch {
      return null
    }
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false // errors of kill are errno exceptions
  }
  const began = beganAt(holder.pid)
  // Where the system does not say, the pid alone decides: better a lock too long than two processes in one database.
  return began === null || holder.began === null || began === holder.began
}

/** Who holds the data folder, or null. A holder that died is nobody. */
export async function findHolder(dataDir: string): Promise<Holder | null> {
  let holder: Holder
  try {
    holder = holderSchema.parse(JSON.parse(await readFile(join(dataDir, 'holder.json'), 'utf8')))
  } catch {
    return null
  }
  if (holder.host !== hostname()) {
    const held = await lockfile.check(dataDir, { lockfilePath: join(dataDir, 'lock'), stale: foreignStaleMs })
    return held ? holder : null
  }
  return isAlive(holder) ? holder : null
}

async function writeHolder(dataDir: string, holder: Holder): Promise<void> {
  const path = join(dataDir, 'holder.json')
  await writeFile(`${path}.new`, JSON.stringify(holder), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/**
 * Takes the data folder for this process alone, creating it where it is missing. Two processes in one embedded
 * database lose data silently, so there is no way around this lock. Throws Fault `data-folder-busy` naming the holder,
 * or `data-folder-unusable` when the folder cannot be written.
 */
export async function lockDataFolder(dataDir: string, command: string): Promise<DataFolderLock> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Fault('data-folder-unusable', `The data folder ${dataDir} cannot be created or written. Name another with K81R_DATA_DIR.`, { cause })
  }
  const lockfilePath = join(dataDir, 'lock')
  const lock = () => lockfile.lock(dataDir, {
    lockfilePath, stale: neverMs, update: heartbeatMs,
    onCompromised: (cause) => { throw new Fault('data-folder-busy', `The lock on the data folder ${dataDir} was lost, so K81R stops before anything is damaged.`, { cause }) },
  })
  let release: () => Promise<void>
  try {
    release = await lock()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ELOCKED') {
      throw new Fault('data-folder-unusable', `The data folder ${dataDir} cannot be locked. It must be a folder that you can write to; name another with K81R_DATA_DIR.`, { cause })
    }
    release = await takeOver(dataDir, lockfilePath, lock)
  }
  const holder: Holder = { pid: process.pid, host: hostname(), began: beganAt(process.pid), command, server: null }
  await writeHolder(dataDir, holder)
  return {
    publish: (server) => writeHolder(dataDir, { ...holder, server }),
    release: async () => {
      await rm(join(dataDir, 'holder.json'), { force: true })
      await release().catch(() => undefined)
    },
  }
}

/** Replaces the lock of a process that died. Takers exclude each other by a second, short-lived lock. */
async function takeOver(dataDir: string, lockfilePath: string, lock: () => Promise<() => Promise<void>>): Promise<() => Promise<void>> {
  // Under a name of its own: the library keeps one lock per file name and process.
  const releaseTakeover = await lockfile
    .lock(join(dataDir, 'takeover'), { realpath: false, stale: heartbeatMs, retries: { retries: 20, minTimeout: 100, maxTimeout: 500 } })
    .catch((cause: unknown) => { throw new Fault('data-folder-busy', `The data folder ${dataDir} is being opened by another process. Try again in a moment.`, { cause }) })
  try {
    // A holder writes its name just after it locks: give one that is about to the time to do so.
    const holder = (await findHolder(dataDir)) ?? (await new Promise((done) => setTimeout(done, 300)).then(() => findHolder(dataDir)))
    if (holder !== null) {
      const what = holder.server === null ? `“${holder.command}”` : `the server at ${holder.server.url}`
      throw new Fault('data-folder-busy', `The data folder ${dataDir} is in use by ${what} (process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}). Use that one, stop it, or name another folder with K81R_DATA_DIR.`)
    }
    await rm(lockfilePath, { recursive: true, force: true })
    return await lock().catch((cause: unknown) => { throw new Fault('data-folder-busy', `The data folder ${dataDir} was just taken by another process. Try again in a moment.`, { cause }) })
  } finally {
    await releaseTakeover().catch(() => undefined)
  }
}
