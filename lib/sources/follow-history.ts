import type { Commit, CommitChange } from './parse-git-log'

export type FollowedChange =
  | { readonly kind: 'text'; readonly path: string; readonly blob: string; readonly day: string; readonly at: Date }
  | { readonly kind: 'ended'; readonly day: string; readonly at: Date }

/** One file's life: see Lineage, before anything of it can be read. */
export interface FollowedFile {
  readonly startedAs: string | null
  path: string
  readonly paths: string[]
  ended: boolean
  readonly changes: FollowedChange[]
  /** Where its first change stands among all changes. */
  readonly order: readonly [commit: number, kind: 0 | 1]
}

/**
 * Follows files through commits, oldest first: through renames, to their deletion, and on when a file comes back to the
 * path it was deleted from. `startPaths` are the notes there were before the first commit; `isNote` judges a path.
 * Files come in the order of their first change, within a commit those that end first.
 */
export function followHistory(commits: readonly Commit[], startPaths: ReadonlySet<string>, isNote: (path: string) => boolean): FollowedFile[] {
  const living = new Map<string, FollowedFile>()
  const ended = new Map<string, FollowedFile>()
  const files: FollowedFile[] = []
  const untouched = new Set(startPaths)

  const begin = (path: string, startedAs: string | null, order: FollowedFile['order']): FollowedFile => {
    const file: FollowedFile = { startedAs, path, paths: [path], ended: false, changes: [], order }
    files.push(file)
    return file
  }
  const at = (path: string, order: FollowedFile['order']): FollowedFile => living.get(path) ?? ended.get(path) ?? begin(path, untouched.delete(path) ? path : null, order)
  const write = (file: FollowedFile, { path, blob }: CommitChange, { day, at: moment }: Commit) => {
    ended.delete(path)
    living.set(path, file)
    file.path = path
    file.ended = false
    if (!file.paths.includes(path)) file.paths.push(path)
    if (blob !== null) file.changes.push({ kind: 'text', path, blob, day, at: moment })
  }
  const end = (path: string, commit: Commit, index: number) => {
    const file = at(path, [index, 0])
    living.delete(path)
    ended.set(path, file)
    if (!file.ended) file.changes.push({ kind: 'ended', day: commit.day, at: commit.at })
    file.ended = true
  }

  for (const [index, commit] of commits.entries()) {
    const notes = commit.changes.map((change) => ({ change, isNow: change.blob !== null && isNote(change.path), wasBefore: change.status !== 'added' && isNote(change.previousPath ?? change.path) }))
    // All that leave their paths do so before any comes to one: names may be exchanged within a commit.
    const moving = new Map<CommitChange, FollowedFile>()
    for (const { change, isNow, wasBefore } of notes) {
      const from = change.previousPath ?? change.path
      if (!wasBefore || (isNow && change.status === 'modified')) continue
      if (!isNow) end(from, commit, index)
      else if (change.status === 'renamed') {
        moving.set(change, at(from, [index, 1]))
        living.delete(from)
      }
    }
    for (const { change, isNow } of notes) {
      if (!isNow) continue
      const file = moving.get(change)
      // A change of the mode alone is no change of the text.
      if (file === undefined && change.status === 'modified' && change.sameText) continue
      write(file ?? at(change.path, [index, 1]), change, commit)
    }
  }
  return files.filter(({ changes }) => changes.length > 0).sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1])
}
