import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findHolder, lockDataFolder } from './data-folder'

/** A separate process that takes the lock, says so, and holds it until it is killed; it says why when it cannot. */
const program = `
import { lockDataFolder } from '@/lib/database/data-folder'
lockDataFolder(process.argv[2], 'k81r test').then(() => { console.log('held'); setInterval(() => undefined, 1000) }, (error) => { console.log(error.code ?? String(error)) })
`

describe('the data folder', () => {
  let scratch: string
  let dataDir: string
  const children: ChildProcess[] = []
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'k81r-lock-'))
    await build({ stdin: { contents: program, resolveDir: process.cwd(), loader: 'ts' }, bundle: true, platform: 'node', format: 'esm', outfile: join(scratch, 'holder.mjs'), alias: { '@': process.cwd() }, banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" } })
  })
  beforeEach(async () => { dataDir = await mkdtemp(join(scratch, 'data-')) })
  afterEach(() => { for (const child of children.splice(0)) child.kill('SIGKILL') })
  afterAll(() => rm(scratch, { recursive: true, force: true }))

  async function start(): Promise<{ child: ChildProcess; said: string }> {
    const child = spawn(process.execPath, [join(scratch, 'holder.mjs'), dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const said = await new Promise<string>((resolve) => { child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())) })
    return { child, said }
  }

  it('is refused while another process holds it, naming that process', async () => {
    const { child } = await start()
    await expect(lockDataFolder(dataDir, 'k81r other')).rejects.toThrow(`“k81r test” (process ${child.pid})`)
    expect((await findHolder(dataDir))?.pid).toBe(child.pid)
  })

  it('can be taken at once after its holder was killed, and again after that', async () => {
    for (let round = 0; round < 2; round++) {
      const { child, said } = await start()
      expect(said).toBe('held')
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      expect(await findHolder(dataDir)).toBeNull()
    }
    const lock = await lockDataFolder(dataDir, 'k81r next')
    await lock.publish({ url: 'http://127.0.0.1:1', token: 'secret' })
    expect((await findHolder(dataDir))?.server).toEqual({ url: 'http://127.0.0.1:1', token: 'secret' })
    await lock.release()
    expect(await findHolder(dataDir)).toBeNull()
  })

  it('goes to exactly one of several processes that find it abandoned', async () => {
    const { child } = await start()
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    const said = await Promise.all(Array.from({ length: 4 }, async () => (await start()).said))
    expect(said.sort()).toEqual(['data-folder-busy', 'data-folder-busy', 'data-folder-busy', 'held'])
  })

  it('is not taken from a process that only reuses the pid of the holder', async () => {
    const lock = await lockDataFolder(dataDir, 'k81r first')
    await lock.release()
    await writeFile(join(dataDir, 'holder.json'), JSON.stringify({ pid: process.pid, host: (await import('node:os')).hostname(), began: 'another time', command: 'k81r old', server: null }))
    expect(await findHolder(dataDir)).toBeNull()
  })

  it('that cannot be made is refused with a sentence', async () => {
    await writeFile(join(dataDir, 'file'), '')
    await expect(lockDataFolder(join(dataDir, 'file', 'inside'), 'k81r')).rejects.toMatchObject({ code: 'data-folder-unusable' })
  })
})
