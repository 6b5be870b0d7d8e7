import { digest } from '@/lib/foundation'
import { followHistory } from './follow-history'
import { isNotePath } from './note-path'
import { isRegularFile, logFormat, parseGitLog, parseGitTree, type TreeEntry } from './parse-git-log'
import { findGitFolder, openBlobReader, runGit, type BlobReader } from './run-git'
import type { FailedFile, HistoryScan, Lineage, PathRules, ScanFault, SourceFile } from './source'
import { readSourceRules, type SourceRules } from './source-rules'

/** Above this many added and as many deleted files in one commit only renames without an edit are found: comparing all pairs is quadratic. */
const renameLimit = 1000

const objectName = /^[0-9a-f]{40,64}$/

/** Why this path cannot be read as a repository with its history; null when it can. */
export async function checkRepository(location: string): Promise<string | null> {
  const found = await openRepository(location)
  return found.kind === 'fault' ? found.reason : null
}

type Repository = { readonly kind: 'repository'; readonly gitFolder: string; readonly head: string | null } | ScanFault

async function openRepository(location: string): Promise<Repository> {
  const gitFolder = await findGitFolder(location)
  if (gitFolder === null) return { kind: 'fault', reason: `${location} is not a git repository. Name the folder that holds .git, or a bare repository.` }
  const repository = await runGit(gitFolder, ['rev-parse', '--git-dir'])
  if (repository.kind === 'failed') return { kind: 'fault', reason: `${location}: ${repository.reason}` }
  return { kind: 'repository', gitFolder, head: await headOf(gitFolder) }
}

/** The checked-out commit of a repository; null where there is none that can be read. Cheap: one look. */
export async function readHead(location: string): Promise<string | null> {
  const gitFolder = await findGitFolder(location)
  return gitFolder === null ? null : headOf(gitFolder)
}

/** Fails in a repository without any commit. */
async function headOf(gitFolder: string): Promise<string | null> {
  const head = await runGit(gitFolder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  return head.kind === 'output' ? head.bytes.toString('latin1').trim() : null
}

/**
 * Reads the commits of the checked-out branch, by first parents, since `base` (a commit that an earlier look ended at;
 * null: all), and the files of its last commit. The working tree is not looked at. Where the branch no longer contains
 * `base`, everything is read and the result's `base` is null.
 */
export async function scanRepository(location: string, base: string | null): Promise<HistoryScan> {
  const repository = await openRepository(location)
  if (repository.kind === 'fault') return repository
  const { gitFolder, head } = repository
  if (head === null) return { kind: 'fault', reason: `${location} has no commit yet, so there is no history to read.` }
  const start = base !== null && objectName.test(base) && (await isOnBranch(gitFolder, base, head)) ? base : null
  const [tree, startTree, log] = await Promise.all([
    runGit(gitFolder, ['ls-tree', '-r', '-z', '--full-tree', head]),
    start === null ? null : runGit(gitFolder, ['ls-tree', '-r', '-z', '--full-tree', start]),
    start === head ? null : runGit(gitFolder, ['log', '--reverse', '--first-parent', '--diff-merges=first-parent', '-M', `-l${renameLimit}`, ...logFormat, start === null ? head : `${start}..${head}`, '--']),
  ])
  for (const output of [tree, startTree, log]) if (output?.kind === 'failed') return { kind: 'fault', reason: `${location}: ${output.reason}` }
  if (tree.kind === 'failed' || startTree?.kind === 'failed' || log?.kind === 'failed') return { kind: 'fault', reason: location }

  const blobs = openBlobReader(gitFolder)
  const entries = parseGitTree(tree.bytes)
  const reading = await readRules(entries, blobs)
  if (reading.kind === 'fault') {
    await blobs.close()
    return reading
  }
  const { rules } = reading
  const isNote = (path: string) => isNotePath(path, rules) && !isMangled(path)
  const startPaths = new Set(startTree === null ? [] : parseGitTree(startTree.bytes).filter(({ path, mode }) => isRegularFile(mode) && isNote(path)).map(({ path }) => path))
  const followed = log === null ? [] : followHistory(parseGitLog(log.bytes), startPaths, isNote)
  return {
    kind: 'history', head, base: start,
    files: filesOf(entries, rules, blobs), failed: failuresOf(entries, rules),
    lineages: followed.map(({ startedAs, path, paths, ended, changes }): Lineage => ({
      startedAs, path, paths, ended, ...rulesFor(path, rules),
      changes: changes.map((change) => (change.kind === 'ended' ? change : { kind: 'text', path: change.path, version: { read: () => blobs.read(change.blob), modifiedAt: change.at, inForceFrom: change.day } })),
    })),
    rulesDigest: digest(reading.text ?? ''), rulesOf: (path) => (isNote(path) ? rulesFor(path, rules) : null),
    close: () => blobs.close(),
  }
}

/** Whether `base` is a first-parent ancestor of `head`, or `head` itself: only then are the commits in between all that happened. */
async function isOnBranch(gitFolder: string, base: string, head: string): Promise<boolean> {
  if (base === head) return true
  const between = await runGit(gitFolder, ['rev-list', '--first-parent', '--parents', `${base}..${head}`])
  if (between.kind === 'failed') return false
  const [, firstParent] = between.bytes.toString('latin1').trim().split('\n').at(-1)?.split(' ') ?? []
  return firstParent === base
}

async function readRules(entries: readonly TreeEntry[], blobs: BlobReader): Promise<{ readonly kind: 'rules'; readonly rules: SourceRules; readonly text: string | null } | ScanFault> {
  const entry = entries.find(({ path, mode }) => path === 'k81r.yaml' && isRegularFile(mode))
  const content = entry === undefined ? null : await blobs.read(entry.blob)
  if (content?.kind === 'unreadable') return { kind: 'fault', reason: `k81r.yaml: ${content.reason}` }
  const text = content === null ? null : Buffer.from(content.bytes).toString('utf8')
  const reading = readSourceRules(text)
  return reading.kind === 'fault' ? reading : { ...reading, text }
}

function rulesFor(path: string, rules: SourceRules): PathRules {
  return { scope: rules.scopeOf(path), project: rules.projectOf(path), localOnly: rules.localOnly(path) }
}

function filesOf(entries: readonly TreeEntry[], rules: SourceRules, blobs: BlobReader): SourceFile[] {
  return entries.filter(({ path, mode }) => isRegularFile(mode) && isNotePath(path, rules) && !isMangled(path)).map(({ path, blob }) => ({
    path, removed: false, ...rulesFor(path, rules), versions: [{ read: () => blobs.read(blob), modifiedAt: new Date(0), inForceFrom: null }],
  }))
}

function failuresOf(entries: readonly TreeEntry[], rules: SourceRules): FailedFile[] {
  return entries.filter(({ path, mode }) => isNotePath(path, rules) && (!isRegularFile(mode) || isMangled(path)))
    .map(({ path }) => ({ path, reason: isMangled(path) ? 'The name is not valid UTF-8.' : 'A link or another repository, not a file; it is not followed.' }))
}

/** Decoding leaves this character where bytes were no UTF-8; two such names could no longer be told apart. */
function isMangled(path: string): boolean {
  return path.includes('\ufffd')
}
