/** One file's part in a commit, compared with the commit's first parent. */
export interface CommitChange {
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly path: string
  /** Only where it was renamed. */
  readonly previousPath: string | null
  /** Object name of the new text; null for a deletion and for what is no regular file (a link, a submodule). */
  readonly blob: string | null
  readonly sameText: boolean
}

export interface Commit {
  readonly id: string
  /** The author's day, in the author's own zone. */
  readonly day: string
  readonly at: Date
  readonly changes: readonly CommitChange[]
}

/** What `git log --raw -z` must be told so that parseGitLog reads it. */
export const logFormat = ['--raw', '-z', '--no-abbrev', '--no-ext-diff', '--no-textconv', '--no-color', '--no-notes', '--format=%x01%H%x00%as%x00%at']

const statuses: Readonly<Record<string, CommitChange['status']>> = { A: 'added', C: 'added', D: 'deleted', R: 'renamed' }

/** Reads the output of `git log` in that format, in its order. A name that is not UTF-8 keeps a replacement character per byte. */
export function parseGitLog(output: Buffer): Commit[] {
  const tokens = output.toString('utf8').split('\0')
  const commits: { id: string; day: string; at: Date; changes: CommitChange[] }[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = (tokens[at] ?? '').replace(/^\n/, '')
    if (token.startsWith('\x01')) {
      commits.push({ id: token.slice(1), day: tokens[at + 1] ?? '', at: new Date(Number(tokens[at + 2]) * 1000), changes: [] })
      at += 2
    } else if (token.startsWith(':')) {
      const [, newMode = '', oldBlob = '', newBlob = '', letter = ''] = token.slice(1).split(' ')
      const two = /^[RC]/.test(letter)
      const first = tokens[++at] ?? ''
      const path = two ? (tokens[++at] ?? '') : first
      commits.at(-1)?.changes.push({
        status: statuses[letter.charAt(0)] ?? 'modified', path, previousPath: letter.startsWith('R') ? first : null,
        blob: isRegularFile(newMode) ? newBlob : null, sameText: oldBlob === newBlob,
      })
    }
  }
  return commits
}

export function isRegularFile(mode: string): boolean {
  return mode.startsWith('100')
}

export interface TreeEntry {
  readonly path: string
  readonly mode: string
  readonly blob: string
}

/** Reads the output of `git ls-tree -r -z`. */
export function parseGitTree(output: Buffer): TreeEntry[] {
  return output.toString('utf8').split('\0').flatMap((line) => {
    const tab = line.indexOf('\t')
    const [mode = '', , blob = ''] = line.slice(0, tab).split(' ')
    return tab < 0 ? [] : [{ path: line.slice(tab + 1), mode, blob }]
  })
}
