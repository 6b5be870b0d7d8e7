import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A real repository in a temporary folder, for tests. */
export interface TestRepository {
  readonly path: string
  git(...parameters: readonly string[]): string
  write(path: string, content: string | Uint8Array): void
  /** Commits everything as it stands in the folder, at this day in the author's zone (+02:00), and gives the commit. */
  commit(day: string, message?: string): string
  remove(): void
}

export function makeRepository(): TestRepository {
  const path = mkdtempSync(join(tmpdir(), 'k81r-repository-'))
  const run = (parameters: readonly string[], dates: Readonly<Record<string, string>> = {}): string =>
    execFileSync('git', ['-C', path, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false', '-c', 'core.hooksPath=/dev/null', ...parameters], {
      encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', HOME: path, GIT_CONFIG_NOSYSTEM: '1', NODE_ENV: 'test', ...dates },
    }).trim()
  run(['init', '--quiet', '--initial-branch=main'])
  return {
    path,
    git: (...parameters) => run(parameters),
    write: (file, content) => {
      mkdirSync(dirname(join(path, file)), { recursive: true })
      writeFileSync(join(path, file), content)
    },
    commit: (day, message = 'change') => {
      run(['add', '--all'])
      // Half past midnight in the author's zone is the day before in UTC.
      const moment = `${day}T00:30:00+02:00`
      run(['commit', '--quiet', '--allow-empty', '-m', message], { GIT_AUTHOR_DATE: moment, GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' })
      return run(['rev-parse', 'HEAD'])
    },
    remove: () => { rmSync(path, { recursive: true, force: true }) },
  }
}

/** What stands in a folder beside files: its path, and how the reason starts with which it is listed; null for what is read. */
export type HostileEntry = readonly [path: string, reason: string | null]

/** Puts links, pipes, folders named like notes and paths of every length into a folder, in a folder of their own. */
export function placeHostileEntries(root: string): readonly HostileEntry[] {
  const folder = (path: string) => { mkdirSync(join(root, 'odd', path), { recursive: true }) }
  const file = (path: string) => { folder(dirname(path)); writeFileSync(join(root, 'odd', path), `# Odd\n\nReadable ${path.length}.\n`) }
  const link = (target: string, path: string) => { symlinkSync(target, join(root, 'odd', path)) }
  file('plain.md')
  link('/etc/hostname', 'out.md')
  link('../..', 'up.md')
  link('/proc/self/root', 'everything')
  link('loop.md', 'loop.md')
  link('ping.md', 'pong.md')
  link('pong.md', 'ping.md')
  link('.', 'self')
  link('plain.md', 'inside.md')
  link('nowhere.md', 'dangling.md')
  execFileSync('mkfifo', [join(root, 'odd', 'pipe.md'), join(root, 'odd', 'pipe.yaml')])
  file('folder.md/inside.md')
  folder('empty.md')
  file(`${'d/'.repeat(200)}deep.md`)
  const long = `${'k'.repeat(200)}/`
  file(`${long.repeat(4)}near.md`)
  file(`${long.repeat(18)}far.md`)
  // A name of one byte that is no UTF-8.
  execFileSync('sh', ['-c', 'printf "# x\\n" > "$(printf "%s/odd/\\377.md" "$1")"', 'sh', root])
  file('past.md')
  utimesSync(join(root, 'odd', 'past.md'), -1e9, -1e9)
  return [
    ['odd/plain.md', null], ['odd/folder.md/inside.md', null], [`odd/${'d/'.repeat(200)}deep.md`, null], [`odd/${long.repeat(4)}near.md`, null], ['odd/past.md', null],
    ['odd/out.md', 'A link out of the folder'], ['odd/up.md', 'A link out of the folder'], ['odd/loop.md', 'A link whose target'], ['odd/ping.md', 'A link whose target'], ['odd/pong.md', 'A link whose target'], ['odd/dangling.md', 'A link whose target'],
    ['odd/pipe.md', 'Not a regular file.'], ['odd/pipe.yaml', 'Not a regular file.'], [`odd/${long.repeat(5).slice(0, -1)}`, 'The folder’s path has more than 1,000 bytes'], ['odd/\uFFFD.md', 'The file cannot be read. Its name'],
  ]
}
