import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkRepository, scanRepository } from './scan-repository'
import { makeRepository, type TestRepository } from './testing'

let repository: TestRepository
beforeEach(() => { repository = makeRepository() })
afterEach(() => { repository.remove() })

const long = (words: string) => `# Title\n\n${Array.from({ length: 12 }, (_, at) => `A line that stays, number ${at}.`).join('\n')}\n\n${words}\n`

/** What each file went through: `day path: last line`, or `day ended`. */
async function histories(base: string | null = null) {
  const scan = await scanRepository(repository.path, base)
  if (scan.kind === 'fault') throw new Error(scan.reason)
  try {
    const lineages: { path: string; startedAs: string | null; changes: string[] }[] = []
    for (const { path, startedAs, changes } of scan.lineages) {
      const told: string[] = []
      for (const change of changes) {
        if (change.kind === 'ended') told.push(`${change.day} ended`)
        else {
          const read = await change.version.read()
          told.push(`${change.version.inForceFrom ?? ''} ${change.path}: ${read.kind === 'bytes' ? (Buffer.from(read.bytes).toString('utf8').trim().split('\n').at(-1) ?? '') : read.reason}`)
        }
      }
      lineages.push({ path, startedAs, changes: told })
    }
    return { base: scan.base, head: scan.head, files: scan.files.map(({ path }) => path), failed: scan.failed, lineages }
  } finally {
    await scan.close()
  }
}

describe('a repository’s history', () => {
  it('is each file’s texts with the author’s days, through edits, a rename, a deletion and a return', async () => {
    repository.write('a.md', long('One.'))
    repository.commit('2020-01-01')
    repository.write('a.md', long('Two.'))
    repository.commit('2020-02-01')
    repository.git('mv', 'a.md', 'b.md')
    repository.write('b.md', long('Three.'))
    repository.commit('2020-03-01')
    repository.git('rm', '--quiet', 'b.md')
    repository.commit('2020-04-01')
    repository.write('b.md', long('Four.'))
    repository.commit('2020-05-01')
    expect((await histories()).lineages).toEqual([{
      path: 'b.md', startedAs: null,
      changes: ['2020-01-01 a.md: One.', '2020-02-01 a.md: Two.', '2020-03-01 b.md: Three.', '2020-04-01 ended', '2020-05-01 b.md: Four.'],
    }])
  })

  it('goes on from a commit, and from the beginning where the branch no longer holds it', async () => {
    repository.write('a.md', long('One.'))
    repository.write('still.md', 'Still.\n')
    repository.commit('2020-01-01')
    repository.write('a.md', long('Two.'))
    const base = repository.commit('2020-02-01')
    repository.git('mv', 'a.md', 'c.md')
    repository.commit('2020-03-01')
    expect(await histories(base)).toMatchObject({ base, files: ['c.md', 'still.md'], lineages: [{ path: 'c.md', startedAs: 'a.md', changes: ['2020-03-01 c.md: Two.'] }] })
    const head = repository.git('rev-parse', 'HEAD')
    expect(await histories(head)).toMatchObject({ base: head, lineages: [] })
    repository.git('reset', '--quiet', '--hard', 'HEAD~2')
    repository.write('a.md', long('Other.'))
    repository.commit('2020-02-02')
    const rewritten = await histories(base)
    expect(rewritten.base).toBeNull()
    expect(rewritten.lineages.map(({ path, changes }) => [path, changes.length])).toEqual([['a.md', 2], ['still.md', 1]])
    expect((await histories('0'.repeat(40))).base).toBeNull()
    expect((await histories('--upload-pack=x')).base).toBeNull()
  })

  it('counts a merge as one change of the branch it was merged into', async () => {
    repository.write('a.md', long('One.'))
    const base = repository.commit('2020-01-01')
    repository.git('checkout', '--quiet', '-b', 'side')
    repository.write('a.md', long('Draft.'))
    repository.commit('2020-01-05')
    repository.write('a.md', long('Done.'))
    repository.commit('2020-01-10')
    repository.git('checkout', '--quiet', 'main')
    repository.write('other.md', 'Other.\n')
    repository.commit('2020-01-07')
    repository.git('merge', '--quiet', '--no-ff', '--no-commit', 'side')
    repository.commit('2020-02-01')
    expect((await histories()).lineages.map(({ path, changes }) => [path, changes])).toEqual([['a.md', ['2020-01-01 a.md: One.', '2020-02-01 a.md: Done.']], ['other.md', ['2020-01-07 other.md: Other.']]])
    // A commit that is an ancestor, but not by first parents, leaves out what the branch itself did.
    const side = repository.git('rev-parse', 'side')
    expect((await histories(side)).base).toBeNull()
    expect((await histories(base)).lineages).toHaveLength(2)
  })

  it('gives every path one file when names are passed on in one commit', async () => {
    const other = long('B.').replaceAll('A line that stays', 'Quite other words stand here')
    repository.write('a.md', long('A.'))
    repository.write('b.md', other)
    repository.commit('2020-01-01')
    repository.git('mv', 'b.md', 'c.md')
    repository.git('mv', 'a.md', 'b.md')
    repository.commit('2020-02-01')
    const { lineages } = await histories()
    // Git tells of a.md → b.md only as an edit of b.md, which was there before; what it does tell is followed.
    expect(lineages.flatMap(({ changes }) => changes).sort()).toEqual(expect.arrayContaining(['2020-01-01 a.md: A.', '2020-01-01 b.md: B.', '2020-02-01 b.md: A.', '2020-02-01 c.md: B.']))
    expect(new Set(lineages.map(({ path }) => path)).size).toBe(lineages.length)
  })

  it('reads the committed tree only, with names as they are', async () => {
    const names = ['🐘.md', '°.md', 'ü.md', 'u\u0308.md', 'with "quotes".md', 'tab\there.md', 'new\nline.md', '-dash.md', ':(top).md', 'deep/er/ä b.yaml']
    for (const [at, name] of names.entries()) repository.write(name, `Text ${at}.\n`)
    for (const name of ['.hidden/a.md', 'node_modules/x/README.md', 'picture.png', 'skipped/a.md']) repository.write(name, 'No note.\n')
    repository.write('k81r.yaml', 'ignore: ["skipped/**"]\nscopes:\n  - { path: "deep/**", scope: team }\n')
    symlinkSync('/etc/hostname', join(repository.path, 'link.md'))
    repository.commit('2020-01-01')
    repository.write('uncommitted.md', 'Not yet.\n')
    repository.write('🐘.md', 'Edited, not committed.\n')
    const { files, failed, lineages } = await histories()
    expect([...files].sort()).toEqual([...names].sort())
    expect(lineages.map(({ path }) => path).sort()).toEqual([...names].sort())
    expect(lineages.find(({ path }) => path === '🐘.md')?.changes).toEqual(['2020-01-01 🐘.md: Text 0.'])
    expect(failed).toEqual([{ path: 'link.md', reason: expect.stringContaining('not followed') }])
    const scan = await scanRepository(repository.path, null)
    expect(scan.kind === 'history' && scan.files.find(({ path }) => path.startsWith('deep/'))?.scope).toBe('team')
  })

  it('is read from a bare clone as well', async () => {
    repository.write('a.md', 'One.\n')
    repository.commit('2020-01-01')
    const bare = mkdtempSync(join(tmpdir(), 'k81r-bare-'))
    repository.git('clone', '--quiet', '--bare', repository.path, bare)
    try {
      expect(await scanRepository(bare, null)).toMatchObject({ kind: 'history', files: [{ path: 'a.md' }] })
    } finally {
      rmSync(bare, { recursive: true })
    }
  })

  it('starts no program that a repository’s configuration names', async () => {
    repository.write('a.md', 'One.\n')
    repository.commit('2020-01-01')
    const mark = join(repository.path, '.git', 'ran')
    repository.write('.git/trap.sh', `#!/bin/sh\ntouch ${mark}\ncat\n`)
    for (const name of ['core.fsmonitor', 'core.pager', 'pager.log', 'diff.external', 'diff.trap.textconv', 'diff.trap.command', 'gpg.program', 'core.sshCommand']) repository.git('config', name, `sh ${join(repository.path, '.git', 'trap.sh')}`)
    repository.git('config', 'log.showSignature', 'true')
    repository.write('.git/info/attributes', '*.md diff=trap\n')
    expect((await histories()).lineages).toHaveLength(1)
    expect(existsSync(mark)).toBe(false)
  })

  it('says in a sentence what is no repository, has no commit or has rules that are not understood', async () => {
    const plain = mkdtempSync(join(tmpdir(), 'k81r-plain-'))
    mkdirSync(join(repository.path, 'inside'))
    try {
      expect(await checkRepository(plain)).toMatch(/is not a git repository\. Name the folder/)
      expect(await checkRepository(join(repository.path, 'inside'))).toMatch(/is not a git repository/)
      expect(await checkRepository(repository.path)).toBeNull()
      expect(await scanRepository(repository.path, null)).toEqual({ kind: 'fault', reason: expect.stringMatching(/has no commit yet/) })
      repository.write('k81r.yaml', 'scoeps: []\n')
      repository.commit('2020-01-01')
      expect(await scanRepository(repository.path, null)).toEqual({ kind: 'fault', reason: expect.stringMatching(/^k81r\.yaml, line 1/) })
      mkdirSync(join(plain, '.git'))
      expect(await checkRepository(plain)).toMatch(/git could not read the repository/)
    } finally {
      rmSync(plain, { recursive: true })
    }
  })
})
