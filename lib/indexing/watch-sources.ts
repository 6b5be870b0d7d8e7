import { stat, readFile } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { watch, type ChokidarOptions, type FSWatcher } from 'chokidar'
import { isDocumentName, isSkippedName, readSourceRules, type SourceRules } from '@/lib/sources'

/** How changes of the folders are noticed. */
export interface WatchState {
  /** `scanning`: the system gives no notice, so the folders are looked through at intervals. */
  readonly mode: 'watching' | 'scanning'
  /** Folders that are there and watched. */
  readonly folders: readonly string[]
  /** Why it scans, in a sentence; null while it watches. */
  readonly reason: string | null
}

export interface SourceWatcher {
  /** Watches exactly these folders from now on, with the `k81r.yaml` they have now. */
  follow(folders: readonly string[]): Promise<void>
  state(): WatchState
  close(): Promise<void>
}

interface WatchOptions {
  /** Called once a burst of changes has been quiet for a while, or has lasted too long to wait for its end. */
  readonly onChange: () => void
  readonly onState?: (state: WatchState) => void
  readonly quietMs?: number
  readonly longestMs?: number
  /** How often folders that cannot be watched are looked for or looked through. */
  readonly scanMs?: number
  /** Stands in for chokidar in tests. */
  readonly startWatching?: (root: string, options: ChokidarOptions) => FSWatcher
}

interface Watched {
  readonly watcher: FSWatcher
  /** The rules it was started with. */
  readonly ruleText: string
  /** Which folder it watches: one that was deleted and made anew under the same name is another. */
  readonly place: string
}

/**
 * Notices changes in folders and says so; it reads and writes nothing in them but their rules. A folder that vanishes
 * is a change, and is watched again when it is back.
 */
export function watchSources({ onChange, onState = () => undefined, quietMs = 300, longestMs = 5_000, scanMs = 60_000, startWatching = watch }: WatchOptions): SourceWatcher {
  const watched = new Map<string, Watched>()
  let wanted: readonly string[] = []
  let scanningReason: string | null = null
  let closed = false
  const notice = debounce(onChange, quietMs, longestMs)
  const state = (): WatchState => ({ mode: scanningReason === null ? 'watching' : 'scanning', folders: [...watched.keys()], reason: scanningReason })
  const drop = async (root: string) => {
    const own = watched.get(root)
    watched.delete(root)
    await own?.watcher.close()
  }
  const fallBack = (error: unknown) => {
    if (scanningReason !== null || closed) return
    scanningReason = `The folders cannot be watched (${describeError(error)}), so they are looked through every ${Math.round(scanMs / 1000)} seconds instead.`
    for (const root of [...watched.keys()]) void drop(root)
    onState(state())
    notice()
  }
  const add = async (root: string, place: string) => {
    const ruleText = await readRules(root)
    if (watched.get(root)?.ruleText === ruleText || closed || scanningReason !== null) return
    await drop(root)
    const watcher = startWatching(root, { ignored: ignoring(root, ruleText), ignoreInitial: true, followSymlinks: false, persistent: true })
    watched.set(root, { watcher, ruleText, place })
    watcher.on('all', (event, path) => {
      if (event === 'unlinkDir' && path === root) void drop(root).then(() => onState(state()))
      notice()
    })
    // What changed while the folder was being walked made no event.
    watcher.on('ready', notice)
    watcher.on('error', fallBack)
  }
  let following = Promise.resolve()
  // One after the other: two at once would watch a folder twice.
  const follow = (folders: readonly string[]) => (following = following.then(() => change(folders)))
  const change = async (folders: readonly string[]) => {
    wanted = folders
    const places = new Map(await Promise.all(folders.map(async (root) => [root, await placeOf(root)] as const)))
    for (const [root, { place }] of watched) if (places.get(root) !== place) await drop(root)
    for (const [root, place] of places) if (place !== null) await add(root, place)
    onState(state())
  }
  // The system does not always tell that a watched folder itself went, and never that it is back.
  const look = async () => {
    if (scanningReason !== null) {
      notice()
      return
    }
    const moved = await Promise.all(wanted.map(async (root) => (await placeOf(root)) !== (watched.get(root)?.place ?? null)))
    if (closed || !moved.includes(true)) return
    notice()
    await follow(wanted)
  }
  const timer = setInterval(() => void look(), scanMs)
  timer.unref()
  return {
    follow, state,
    close: async () => {
      closed = true
      clearInterval(timer)
      notice.cancel()
      for (const root of [...watched.keys()]) await drop(root)
    },
  }
}

/** Names the folder at this path; null where there is none. */
async function placeOf(path: string): Promise<string | null> {
  const found = await stat(path).catch((): null => null)
  return found?.isDirectory() === true ? `${found.dev} ${found.ino} ${found.birthtimeMs}` : null
}

async function readRules(root: string): Promise<string> {
  return readFile(join(root, 'k81r.yaml'), 'utf8').catch(() => '')
}

/** What a scan passes over, seen from a watcher. Rules that cannot be read ignore nothing: the scan will say what is wrong. */
function ignoring(root: string, ruleText: string): (path: string, stats?: Stats) => boolean {
  const reading = readSourceRules(ruleText)
  const rules: Pick<SourceRules, 'ignores'> = reading.kind === 'rules' ? reading.rules : { ignores: () => false }
  return (path, stats) => {
    const inside = relative(root, path).split(sep).join('/')
    if (inside === '' || inside === 'k81r.yaml') return false
    if (inside.split('/').some((name) => isSkippedName(name, inside)) || rules.ignores(inside)) return true
    if (stats?.isDirectory() === true) return rules.ignores(`${inside}/x`)
    return stats?.isFile() === true && !isDocumentName(inside)
  }
}

function describeError(error: unknown): string {
  const code = (error as { code?: unknown }).code // errors of fs are errno exceptions
  if (code === 'ENOSPC') return 'the system allows no more file watches; fs.inotify.max_user_watches raises that'
  if (code === 'EMFILE') return 'the system allows no more open files'
  return typeof code === 'string' ? code : String(error instanceof Error ? error.message : error)
}

/** Calls `work` after `quietMs` without another call, at the latest `longestMs` after the first. */
function debounce(work: () => void, quietMs: number, longestMs: number): (() => void) & { cancel: () => void } {
  let timer: NodeJS.Timeout | null = null
  let since = 0
  const fire = () => { timer = null; work() }
  const call = () => {
    const now = performance.now()
    if (timer === null) since = now
    else clearTimeout(timer)
    timer = setTimeout(fire, Math.max(0, Math.min(quietMs, since + longestMs - now)))
  }
  return Object.assign(call, { cancel: () => { if (timer !== null) clearTimeout(timer) } })
}
