import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { build } from 'esbuild'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { digest } from '@/lib/foundation'
import { readTestDatabaseUrl } from '@/lib/foundation/testing'
import { openDatabase, rows } from '@/lib/database'
import { createServerDatabase, type ServerDatabase } from '@/lib/database/testing'
import { openTestIndex, readLiveDocuments } from '@/lib/indexing/testing'
import { addFolders } from '@/lib/sources'
import type { SaidBeforeBuild } from './testing'

const rootDir = process.cwd()
const kills = 20
const notes = 200
/** In the order of how long the builds of a few edits take, so that a kill falls into every part of them. */
const longestDelayMs = 800

let folder = ''
let program = ''
let server: ServerDatabase | null = null
const options = () => ({ rootDir, dataDir: join(folder, 'data'), databaseUrl: server?.url ?? null })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'k81r-killed-'))
  // Beside the other bundles, where packages are found.
  program = join(rootDir, 'dist', `testing-build-${process.pid}.mjs`)
  const contents = `import { buildAloud } from './testing'\nawait buildAloud(process.argv.slice(2))`
  await build({ stdin: { contents, resolveDir: import.meta.dirname }, outfile: program, bundle: true, platform: 'node', format: 'esm', packages: 'external', alias: { '@': rootDir }, logLevel: 'error' })
  const serverUrl = readTestDatabaseUrl()
  server = serverUrl === null ? null : await createServerDatabase(serverUrl)
})
afterAll(async () => {
  await server?.drop()
  await rm(program, { force: true })
  await rm(folder, { recursive: true, force: true })
})

/** Runs the process; kills it `delayMs` after it has begun to build, or lets it end where that is null. Gives what it said and whether it was built. */
async function runBuild(delayMs: number | null): Promise<{ readonly said: SaidBeforeBuild; readonly built: boolean }> {
  const child = spawn(process.execPath, [program, rootDir, join(folder, 'data'), server?.url ?? ''], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => { complaint += chunk.toString() })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (lines.push(line) === 1 && delayMs !== null) setTimeout(() => child.kill('SIGKILL'), delayMs)
  })
  await once(child, 'close')
  const [said, built] = lines
  if (said === undefined || (child.exitCode !== 0 && child.signalCode !== 'SIGKILL')) throw new Error(`The process ended with ${String(child.exitCode ?? child.signalCode)}: ${complaint}`)
  return { said: JSON.parse(said) as SaidBeforeBuild, built: built === 'built' } // our own program's words
}

/** A vault of short notes and what is in it. */
class Vault {
  readonly texts = new Map<string, string>()
  readonly root = join(folder, 'notes')
  #made = 0

  async write(path: string, text: string): Promise<void> {
    this.texts.set(path, text)
    await mkdir(dirname(join(this.root, path)), { recursive: true })
    await writeFile(join(this.root, path), text)
  }

  async add(): Promise<void> {
    const number = ++this.#made
    await this.write(`part-${number % 7}/note-${number}.md`, `# Note ${number}\n\nThe first words of note ${number}.\n\n## Part\n\nWhat note ${number} also says, at some length: ${`word${number} `.repeat(80)}\n`)
  }

  /** Some dozens of notes edited, moved, deleted or added. */
  async edit(random: (below: number) => number): Promise<void> {
    for (let count = 5 + random(40); count > 0; count--) {
      const path = [...this.texts.keys()][random(this.texts.size)] ?? ''
      const kind = random(8)
      if (kind === 0) await this.add()
      else if (kind === 1) {
        this.texts.delete(path)
        await rm(join(this.root, path))
      } else if (kind === 2) {
        const target = `moved/${path.split('/').at(-1)?.replace(/\.md$/, '') ?? ''} ${++this.#made}.md`
        this.texts.set(target, this.texts.get(path) ?? '')
        this.texts.delete(path)
        await mkdir(join(this.root, 'moved'), { recursive: true })
        await rename(join(this.root, path), join(this.root, target))
      } else await this.write(path, `${this.texts.get(path) ?? ''}\nEdited ${++this.#made}.\n`)
    }
  }

  digests(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.texts].map(([path, text]) => [path, digest(text)]))
  }
}

/** A build that was killed, or was done before it could be. */
interface Attempt {
  /** What was searchable before it, and what there was to be found. */
  readonly live: Readonly<Record<string, string>>
  readonly vault: Readonly<Record<string, string>>
  /** ISO second. */
  readonly startedAt: string
}

const textsOf = (files: Readonly<Record<string, string>>) => Object.values(files).sort()

/** Whether what is said after an attempt is so. */
function check({ live, indexed, files, generation, asOf }: SaidBeforeBuild, attempt: Attempt): void {
  // Texts alone: a file that was moved is known by its new name as soon as that is read.
  const isNew = isDeepStrictEqual(textsOf(live), textsOf(attempt.vault))
  // What is searchable is what one whole build found, never parts of two.
  if (!isNew) expect(textsOf(live)).toEqual(textsOf(attempt.live))
  expect(files.failed).toBe(0)
  expect(Object.keys(indexed)).toHaveLength(files.indexed)
  expect(Object.entries(indexed).filter(([path, text]) => live[path] !== text)).toEqual([])
  const isComplete = generation !== null && files.waiting === 0 && files.indexed === files.seen
  if (generation === null) expect(files.indexed).toBe(0)
  if (isComplete) expect(Object.keys(live)).toHaveLength(files.seen)
  // Then it must not claim to know of this attempt's files.
  if (isComplete && !isNew) expect((asOf ?? '') <= attempt.startedAt).toBe(true)
}

it('tells nothing that is not so and loses nothing when builds are killed at any moment', async () => {
  // The delays and edits of every run are the same; what they meet is not.
  const numbers = fc.sample(fc.nat(1_000_000), { seed: 20_260_102, numRuns: 10_000 })
  const random = (below: number) => (numbers.pop() ?? 0) % below
  const vault = new Vault()
  for (let count = 0; count < notes; count++) await vault.add()
  const first = await openDatabase(options())
  await addFolders(first.database, [{ location: vault.root, sample: false }])
  await first.close()

  let attempt: Attempt | null = null
  let killed = 0
  for (let count = 0; killed < kills && count < 3 * kills; count++) {
    const [found, startedAt] = [vault.digests(), `${new Date().toISOString().slice(0, 19)}Z`]
    const { said, built } = await runBuild(random(longestDelayMs))
    if (attempt !== null) check(said, attempt)
    attempt = { live: said.live, vault: found, startedAt }
    if (!built) killed++
    if (random(3) > 0) await vault.edit(random)
  }
  expect(killed).toBe(kills)

  expect((await runBuild(null)).built).toBe(true)
  const opened = await openDatabase(options())
  const fresh = await openTestIndex({}, undefined, vault.root)
  try {
    await fresh.build()
    expect(await readLiveDocuments(opened.database)).toEqual(await readLiveDocuments(fresh.opened.database))
    expect(await rows(opened.database, sql`select 1 from generation where state = 'building'`)).toEqual([])
  } finally {
    await fresh.close()
    await opened.close()
  }
}, 600_000)
