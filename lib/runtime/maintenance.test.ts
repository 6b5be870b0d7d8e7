import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { owner, stranger } from '@/lib/access'
import { rows } from '@/lib/database'
import { createServerDatabase, type ServerDatabase } from '@/lib/database/testing'
import { readSettings } from '@/lib/foundation'
import { readTestDatabaseUrl } from '@/lib/foundation/testing'
import { openRuntime, type OpenedRuntime } from './open-runtime'

/** One serving runtime for all: without an embedder, which none of this needs. */
let runtime: OpenedRuntime
let folder: string
let dataDir: string
let server: ServerDatabase | null = null

beforeAll(async () => {
  const serverUrl = readTestDatabaseUrl()
  server = serverUrl === null ? null : await createServerDatabase(serverUrl)
  dataDir = await mkdtemp(join(tmpdir(), 'k81r-data-'))
  folder = await mkdtemp(join(tmpdir(), 'k81r-notes-'))
  await writeFile(join(folder, 'heron.md'), '# Heron\n\nThe heron build runs on the blue machine.\n')
  await writeFile(join(folder, 'open.md'), '---\nscope: public\n---\n# Keys\n\nThe spare key hangs behind the shed.\n')
  runtime = await openRuntime({ ...readSettings({}), dataDir, databaseUrl: server?.url ?? null, embedder: 'off' }, 'a test')
  await runtime.index([folder])
  await runtime.indexed()
  await runtime.publish('http://127.0.0.1:9')
})
afterAll(async () => {
  await runtime.close()
  await server?.drop()
  await rm(dataDir, { recursive: true })
  await rm(folder, { recursive: true })
})

const found = async (query: string) => (await runtime.search(owner, { query })).results.map(({ sourcePath }) => sourcePath)
const generation = async () => (await runtime.status(owner)).generation
/** What a watcher brings about comes when it comes. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

describe('a serving instance', () => {
  it('finds what changes in its folders without being asked, and writes nothing there', async () => {
    await eventually(async () => { expect((await runtime.status(owner)).watching).toEqual({ mode: 'watching', folders: [folder], reason: null }) })
    expect((await runtime.status(stranger)).watching).toBeNull()
    await writeFile(join(folder, 'heron.md'), '# Heron\n\nThe heron build runs on the crimson machine.\n')
    await eventually(async () => { expect(await found('crimson')).toEqual(['heron.md']) })
    expect(await found('"blue machine"')).toEqual([])
    await mkdir(join(folder, 'sub'))
    await writeFile(join(folder, 'sub', 'new.md'), '# New\n\nAn ostrich came along.\n')
    await eventually(async () => { expect(await found('ostrich')).toEqual(['sub/new.md']) })
    await rm(join(folder, 'sub'), { recursive: true })
    await eventually(async () => { expect(await found('ostrich')).toEqual([]) })
    expect((await readdir(folder)).sort()).toEqual(['heron.md', 'open.md'])
  })

  it('rolls back at once, says so everywhere, and stays there until a build is asked for', async () => {
    await runtime.indexed()
    const last = await generation()
    await writeFile(join(folder, 'heron.md'), '# Heron\n\nThe heron build runs on the violet machine.\n')
    await eventually(async () => { expect(await found('violet')).toEqual(['heron.md']) })
    const next = await generation()
    expect(await runtime.rollBack()).toEqual({ from: next, to: last })
    expect(await runtime.search(owner, { query: 'crimson' })).toMatchObject({ generation: last, results: [{ sourcePath: 'heron.md', passage: { text: 'The heron build runs on the crimson machine.' } }] })
    expect(await found('violet')).toEqual([])
    expect(await runtime.status(owner)).toMatchObject({ generation: last, rolledBack: next })
    const { answerId, revision } = await runtime.ask(owner, { query: 'On which machine does the heron build run?' })
    expect(await (await runtime.answer(owner, answerId, revision))?.end()).toMatchObject({ generation: last })
    await runtime.index([], { automatic: true })
    await runtime.indexed()
    expect(await generation()).toBe(last)
    await expect(runtime.rollBack()).rejects.toThrow('has no kept index before it')
    await runtime.index([])
    await runtime.indexed()
    expect(await runtime.status(owner)).toMatchObject({ generation: (next ?? 0) + 1, rolledBack: null })
    expect(await found('violet')).toEqual(['heron.md'])
    expect(await found('"crimson machine"')).toEqual([])
  })

  it('leads from a citation of an answer to the file, for whoever may read the answer', async () => {
    const { answerId, revision } = await runtime.ask(stranger, { query: 'Where does the spare key hang?' })
    const record = await (await runtime.answer(stranger, answerId, revision))?.end()
    expect(record).toMatchObject({ outcome: 'answered' })
    const citation = { kind: 'citation', answerId, revision, number: 1 } as const
    expect(await runtime.lineage(stranger, citation)).toMatchObject({ source: { location: null }, revision: { sourcePath: 'open.md' }, citations: [{ answerId, revision, number: 1 }] })
    expect(await runtime.lineage(owner, citation)).toMatchObject({ source: { location: folder }, file: { path: 'open.md', state: 'indexed' }, citations: [{ answerId }] })
    expect(await runtime.lineage(stranger, { ...citation, number: 9 })).toBeNull()
    const own = await runtime.ask(owner, { query: 'Where does the spare key hang?' })
    await (await runtime.answer(owner, own.answerId, own.revision))?.end()
    expect(await runtime.lineage(stranger, { ...citation, answerId: own.answerId })).toBeNull()
  })

  it('reconciles off the serving thread and remembers what it found', async () => {
    expect(await runtime.reconcile({ dryRun: false })).toMatchObject({ findings: [] })
    await runtime.database.execute(sql`update index_entry set scope = 'public' where removed_in is null`)
    expect((await runtime.reconcile({ dryRun: true })).findings).toMatchObject([{ kind: 'entries', repaired: false }])
    expect((await runtime.reconcile({ dryRun: false })).findings).toMatchObject([{ kind: 'entries', repaired: true }])
    // What searches remembered under this generation's number is forgotten with it.
    expect((await runtime.search(stranger, { query: 'violet' })).results).toEqual([])
    expect((await runtime.status(owner)).reconciled?.findings).toMatchObject([{ kind: 'entries', repaired: true }])
    expect((await runtime.status(stranger)).reconciled).toBeNull()
  })

  it('forgets a document for good, in what searches remember too', async () => {
    const canary = 'xylocopa'
    await writeFile(join(folder, 'secret.md'), `# Bees\n\nThe ${canary} hive stands behind the shed.\n`)
    await eventually(async () => { expect(await found(canary)).toEqual(['secret.md']) })
    const { answerId, revision } = await runtime.ask(owner, { query: 'Where does the hive stand?' })
    const before = await (await runtime.answer(owner, answerId, revision))?.end()
    expect(JSON.stringify(before)).toContain(canary)
    await expect(runtime.purge({ document: 'secret.md', keepFile: false })).rejects.toThrow('secret.md is still in')
    await rm(join(folder, 'secret.md'))
    expect(await runtime.purge({ document: 'secret.md', keepFile: false })).toMatchObject({ path: 'secret.md', revisions: 1, answers: 1 })
    expect(await runtime.search(owner, { query: canary })).toMatchObject({ weak: true })
    expect(await found(canary)).not.toContain('secret.md')
    const after = await (await runtime.answer(owner, answerId, revision))?.end()
    expect(after).toMatchObject({ claims: [{ text: expect.stringMatching(/^\[purged: sha256 [0-9a-f]{64}, \d{4}-\d{2}-\d{2}\]$/) }] })
    const columns = await rows<{ table: string; column: string }>(runtime.database, sql`select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`)
    for (const { table, column } of columns) {
      expect([table, column, await rows(runtime.database, sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)}::text ilike ${`%${canary}%`} limit 1`)]).toEqual([table, column, []])
    }
  })
})
