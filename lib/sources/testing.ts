import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
