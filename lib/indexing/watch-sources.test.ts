import { EventEmitter } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FSWatcher } from 'chokidar'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchSources, type SourceWatcher, type WatchState } from './watch-sources'

let folder: string
let watcher: SourceWatcher | null = null
let changes = 0
let states: WatchState[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'k81r-watch-'))
  changes = 0
  states = []
})
afterEach(async () => {
  await watcher?.close()
  await rm(folder, { recursive: true, force: true })
})

const until = (condition: () => boolean) => vi.waitFor(() => { if (!condition()) throw new Error('not yet') }, { timeout: 8_000, interval: 20 })

/** Follows the folder and waits for the one notice that its first walk gives. */
async function follow(options: Partial<Parameters<typeof watchSources>[0]> = {}): Promise<void> {
  watcher = watchSources({ onChange: () => { changes++ }, onState: (state) => { states.push(state) }, quietMs: 60, longestMs: 400, scanMs: 100, ...options })
  await watcher.follow([folder])
  await until(() => changes === 1)
}

describe('watching folders', () => {
  it('says once that a burst of changes has ended, for edits, new files, removals, renames and rules', async () => {
    await writeFile(join(folder, 'a.md'), 'one')
    await follow()
    expect(states.at(-1)).toEqual({ mode: 'watching', folders: [folder], reason: null })
    const steps: readonly (() => Promise<void>)[] = [
      () => writeFile(join(folder, 'a.md'), 'two'),
      async () => { await mkdir(join(folder, 'sub')); for (let at = 0; at < 20; at++) await writeFile(join(folder, 'sub', `${at}.md`), 'new') },
      () => rename(join(folder, 'a.md'), join(folder, 'b.md')),
      () => rm(join(folder, 'sub'), { recursive: true }),
      () => writeFile(join(folder, 'k81r.yaml'), 'ignore: [x.md]\n'),
    ]
    for (const step of steps) {
      const before = changes
      await step()
      await until(() => changes > before)
    }
    expect(await readdir(folder)).toEqual(['b.md', 'k81r.yaml'])
  })

  it('does not wait for ever while changes go on', async () => {
    const fake = Object.assign(new EventEmitter(), { close: () => Promise.resolve() })
    await (async () => {
      watcher = watchSources({ onChange: () => { changes++ }, quietMs: 100, longestMs: 300, startWatching: () => fake as unknown as FSWatcher }) // all that is used of one
      await watcher.follow([folder])
    })()
    const going = setInterval(() => fake.emit('all', 'change', join(folder, 'log.md')), 10)
    try {
      await until(() => changes >= 2)
    } finally {
      clearInterval(going)
    }
  })

  it('passes over what a scan passes over', async () => {
    await writeFile(join(folder, 'k81r.yaml'), 'ignore: ["drafts/**", skip.md]\n')
    for (const sub of ['.git', '.obsidian', 'node_modules', 'drafts']) await mkdir(join(folder, sub))
    await follow()
    for (const path of ['.git/x.md', '.obsidian/x.json', 'node_modules/x.md', 'drafts/x.md', 'skip.md', 'photo.png', '.hidden.md']) await writeFile(join(folder, path), 'x')
    // Events come in order: once the note's has come, the others would have come before it.
    await writeFile(join(folder, 'note.md'), 'x')
    await until(() => changes === 2)
    await writeFile(join(folder, 'drafts/y.md'), 'y')
    await new Promise((wake) => setTimeout(wake, 300))
    expect(changes).toBe(2)
  })

  it('survives a root that vanishes and watches it again when it is back', async () => {
    await writeFile(join(folder, 'a.md'), 'one')
    await follow()
    await rm(folder, { recursive: true })
    await until(() => states.at(-1)?.folders.length === 0)
    const gone = changes
    await mkdir(folder)
    await until(() => states.at(-1)?.folders.length === 1 && changes > gone)
    const back = changes
    await writeFile(join(folder, 'b.md'), 'two')
    await until(() => changes > back)
  })

  it('looks at intervals, and says why, where the system refuses to watch', async () => {
    const fake = Object.assign(new EventEmitter(), { close: () => Promise.resolve() })
    watcher = watchSources({ onChange: () => { changes++ }, onState: (state) => { states.push(state) }, quietMs: 10, longestMs: 50, scanMs: 40, startWatching: () => fake as unknown as FSWatcher }) // all that is used of one
    await watcher.follow([folder])
    fake.emit('error', Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' }))
    expect(watcher.state()).toMatchObject({ mode: 'scanning', reason: expect.stringContaining('no more file watches') })
    await until(() => changes >= 3)
    await watcher.follow([folder])
    expect(watcher.state().mode).toBe('scanning')
  })

  it('follows exactly the folders it is given', async () => {
    const other = await mkdtemp(join(tmpdir(), 'k81r-watch-'))
    try {
      await follow()
      await watcher?.follow([other, join(other, 'missing')])
      expect(watcher?.state().folders).toEqual([other])
      await until(() => changes === 2)
      await writeFile(join(folder, 'a.md'), 'not watched any more')
      await writeFile(join(other, 'b.md'), 'watched')
      await until(() => changes === 3)
    } finally {
      await rm(other, { recursive: true, force: true })
    }
  })
})
