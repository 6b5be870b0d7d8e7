import { constants, type BigIntStats } from 'node:fs'
import { access, lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isDocumentName, isSkippedName } from './note-path'
import { readFileVersion } from './read-file-version'
import type { FailedFile, FileVersion, Scan, SourceFile } from './source'
import { readSourceRules, type SourceRules } from './source-rules'

/** Bytes: a folder's path and one name more still fit a database's index. Links and mounts can make longer ones without end. */
const longestFolderPath = 1_000

const revisionFolder = /^\d{4}-\d{2}-\d{2}$/

/**
 * Looks at every file under a folder without reading any. Follows no link out of the root, writes nothing. Hidden
 * folders (`.git`, `.obsidian`) and `k81r.yaml` itself are no notes.
 */
export async function scanFolder(root: string): Promise<Scan> {
  try {
    await access(root, constants.R_OK | constants.X_OK)
    if (!(await lstat(await realpath(root))).isDirectory()) return { kind: 'fault', reason: `${root} is not a folder.` }
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT' // errors of fs are errno exceptions
    return { kind: 'fault', reason: missing ? `${root} does not exist.` : `${root} cannot be read.` }
  }
  const ruleText = await readFile(join(root, 'k81r.yaml'), 'utf8').catch(() => null)
  const reading = readSourceRules(ruleText)
  if (reading.kind === 'fault') return reading
  const walk: Walk = { root: await realpath(root), rules: reading.rules, found: [], failed: [] }
  await walkFolder(walk, '')
  return { kind: 'scan', files: withHistory(walk), failed: walk.failed.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

interface Found extends FileVersion { readonly path: string }
interface Walk {
  readonly root: string
  readonly rules: SourceRules
  readonly found: Found[]
  readonly failed: FailedFile[]
}

async function walkFolder(walk: Walk, folder: string): Promise<void> {
  if (Buffer.byteLength(folder) > longestFolderPath) {
    walk.failed.push({ path: folder, reason: `The folder’s path has more than ${longestFolderPath.toLocaleString('en')} bytes, so nothing in it is read.` })
    return
  }
  const entries = await readdir(join(walk.root, folder), { withFileTypes: true }).catch((): null => null)
  if (entries === null) {
    walk.failed.push({ path: folder, reason: 'The folder cannot be read. Check its permissions.' })
    return
  }
  // Side by side: most of the time goes into waiting for the file system. What is found is put in order afterwards.
  await Promise.all(entries.map(async (entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isSkippedName(entry.name, path) || walk.rules.ignores(path)) return
    if (entry.isDirectory()) {
      if (!walk.rules.ignores(`${path}/x`)) await walkFolder(walk, path)
    } else if (entry.isSymbolicLink()) await noteLink(walk, path)
    else if (isDocumentName(entry.name)) {
      if (entry.isFile()) await noteFile(walk, path)
      else walk.failed.push({ path, reason: 'Not a regular file.' })
    }
  }))
}

/** A link inside the root adds nothing (its target is indexed under its own name); one that leads out is not followed. */
async function noteLink(walk: Walk, path: string): Promise<void> {
  if (!isDocumentName(path)) return
  const target = await realpath(join(walk.root, path)).catch((): null => null)
  if (target === null) walk.failed.push({ path, reason: 'A link whose target does not exist.' })
  else if (relative(walk.root, target).split(sep)[0] === '..') walk.failed.push({ path, reason: 'A link out of the folder; it is not followed.' })
}

async function noteFile(walk: Walk, path: string): Promise<void> {
  const absolutePath = join(walk.root, path)
  try {
    const [stats] = await Promise.all([lstat(absolutePath, { bigint: true }), access(absolutePath, constants.R_OK)])
    walk.found.push({ path, read: () => readFileVersion(absolutePath), modifiedAt: stats.mtime, inForceFrom: null, state: stateOf(stats) })
  } catch {
    // What a name holds that is no UTF-8 is lost when it is listed, so that the file is not found by it.
    walk.failed.push({ path, reason: path.includes('\uFFFD') ? 'The file cannot be read. Its name may not be valid UTF-8.' : 'The file cannot be read. Check its permissions.' })
  }
}

/** Times this young may come from a clock so coarse that a second change within one tick would not show: git's “racily clean” entries. */
const youngMs = 3_000

function stateOf({ ino, size, mtimeNs, ctimeNs, ctimeMs }: BigIntStats): string | null {
  return Date.now() - Number(ctimeMs) < youngMs ? null : `${ino} ${size} ${mtimeNs} ${ctimeNs}`
}

/** Puts `revisions/<date>/x` under the file it is an older version of, in date order. */
function withHistory({ rules, found }: Walk): SourceFile[] {
  const older = new Map<string, FileVersion[]>()
  const now = new Map<string, FileVersion>()
  for (const { path, ...version } of found) {
    const inside = rules.revisions !== null && path.startsWith(`${rules.revisions}/`) ? path.slice(rules.revisions.length + 1) : null
    const [date = '', ...rest] = inside?.split('/') ?? []
    if (inside === null || !revisionFolder.test(date) || rest.length === 0) now.set(path, version)
    else {
      const target = [...(rules.notes === '' ? [] : [rules.notes]), ...rest].join('/')
      older.set(target, [...(older.get(target) ?? []), { ...version, inForceFrom: date }])
    }
  }
  const paths = [...new Set([...now.keys(), ...older.keys()])].sort()
  return paths.map((path) => {
    const current = now.get(path)
    const history = (older.get(path) ?? []).sort((a, b) => ((a.inForceFrom ?? '') < (b.inForceFrom ?? '') ? -1 : 1))
    return {
      path,
      versions: current === undefined ? history : [...history, current],
      removed: current === undefined,
      scope: rules.scopeOf(path),
      project: rules.projectOf(path),
      localOnly: rules.localOnly(path),
    }
  })
}
