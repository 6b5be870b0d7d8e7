import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandTest as test, expect } from './fixtures'
import { makeHome, type Home } from './home'
import { freePort, k81r, readApi, startCommand, type CommandEnd } from './product'

let folder = ''
let home: Home
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'k81r-faults-'))
  home = await makeHome(join(folder, 'data'))
})
test.afterEach(async () => {
  await home.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Code 1, and one line for a person on standard error. */
function expectOneSentence({ code, stdout, stderr }: CommandEnd, words: RegExp): void {
  expect({ code, stdout, stderr }).toMatchObject({ code: 1, stdout: '' })
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(words)
  expect(stderr.trim()).toMatch(/[.)]$|npm start$|serve$/)
}

for (const command of ['serve', 'index'] as const) {
  test(`${command} says in one sentence that a folder is missing, is a file, or is empty, and makes nothing`, async () => {
    const { dataDir } = home
    const environment = { ...home.environment, PORT: String(await freePort()) }
    const file = join(folder, 'a-file.md')
    const empty = join(folder, 'empty')
    await writeFile(file, '# A file\n')
    await mkdir(empty)
    expectOneSentence(await k81r([command, join(folder, 'missing')], environment), /missing does not exist/)
    expectOneSentence(await k81r([command, file], environment), /is a file/)
    expectOneSentence(await k81r([command, empty], environment), /is empty/)
    expect(existsSync(join(dataDir, 'database')) ? await readdir(join(dataDir, 'database')) : []).toEqual([])
    expect(await readdir(empty)).toEqual([])
  })
}

test('serve names a taken port and how to choose another', async ({ product }) => {
  expectOneSentence(await k81r(['serve'], { ...home.environment, PORT: String(product.port) }), new RegExp(`Port ${product.port} is taken.*PORT`))
  expect(existsSync(home.dataDir)).toBe(false)
})

test('serve names the server that holds the data folder, which goes on serving', async ({ product }) => {
  expectOneSentence(await k81r(['serve'], { ...product.environment, PORT: String(await freePort()) }), new RegExp(`in use by the server at ${product.url}`))
  expect(await readApi(product.dataDir, '/api/health')).toEqual({ ok: true })
})

test('a setting that cannot be used is named with what it expects', async () => {
  expectOneSentence(await k81r(['status'], { ...home.environment, PORT: 'soon' }), /PORT/)
})

test('a command that finds the data folder held by another command says by which; after that one was killed, the next goes on', async () => {
  test.slow()
  const { dataDir, environment } = home
  const notes = join(folder, 'notes')
  await cp(join(import.meta.dirname, '..', 'corpus', 'notes', 'z29c'), notes, { recursive: true })
  const holder = startCommand(['index', notes], environment)
  await expect(async () => { expect(existsSync(join(dataDir, 'holder.json'))).toBe(true) }).toPass({ timeout: 30_000 })
  expectOneSentence(await k81r(['search', 'retry'], environment), /in use by “k81r index” \(process \d+\)/)
  holder.kill('SIGKILL')
  if (holder.exitCode === null && holder.signalCode === null) await once(holder, 'exit')
  const end = await k81r(['index', '--json'], environment)
  expect(end.code).toBe(0)
  const status = JSON.parse(end.stdout)
  expect(status.files.indexed).toBe(status.files.seen)
})
