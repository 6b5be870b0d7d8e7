import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTestDatabaseUrl } from '@/lib/foundation/testing'
import { rows } from '@/lib/database'
import { listSources } from '@/lib/sources'
import { placeHostileEntries, type HostileEntry } from '@/lib/sources/testing'
import { hostileFiles, largeHostileFiles } from '@/lib/documents/testing'
import { buildIndex } from './build-index'
import { startReader, type DocumentReader } from './document-reader'
import { openTestIndex, type TestIndex } from './testing'

/** A server stores them as the embedded database does, only with a round trip for each statement. */
const fileCount = readTestDatabaseUrl() === null ? 10_000 : 2_000
const unavailable = { state: 'unavailable', reason: 'No model is needed here.' } as const

/** Of the files of megabytes, which lib/documents reads all: storing their thousands of passages would take most of the time. */
const stored: ReadonlySet<string> = new Set(['large/line of 5 MB.md', 'large/line of 50 MB.md'])

const checkout = process.cwd()
// Within the checkout, so that the bundle finds its packages.
const folder = mkdtempSync(join(checkout, 'node_modules', '.hostile-'))
let index: TestIndex
let reader: DocumentReader
let entries: readonly HostileEntry[]
let written = 0
let reads = 0

interface FileState { readonly path: string; readonly state: string; readonly reason: string | null; readonly warnings: readonly { readonly message: string }[] }
const readFiles = () => rows<FileState>(index.opened.database, sql`select path, state, reason, coalesce(warnings, '[]') as warnings from source_file order by path collate "C"`)
const buildOnce = () => buildIndex({ database: index.opened.database, embedder: unavailable, reader, ranking: {} })

beforeAll(async () => {
  const entry = join(folder, 'reading-worker.mjs')
  await build({ entryPoints: [join(checkout, 'lib/indexing/reading-worker.ts')], bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', alias: { '@': checkout }, outfile: entry, logLevel: 'silent' })
  const started = startReader(entry)
  reader = { read: (file) => { reads++; return started.read(file) }, prepare: () => { started.prepare() }, close: () => started.close() }
  index = await openTestIndex({}, unavailable)
  for (const files of [hostileFiles(61, fileCount), largeHostileFiles()]) {
    for (const { path, bytes } of files) {
      if (path.startsWith('large/') && bytes.length > 1_000_000 && !stored.has(path)) continue
      await mkdir(dirname(join(index.folder, path)), { recursive: true })
      await writeFile(join(index.folder, path), bytes)
      written++
    }
  }
  entries = placeHostileEntries(index.folder)
  await buildOnce()
}, 600_000)
afterAll(async () => {
  await reader.close()
  await index.close()
  rmSync(folder, { recursive: true, force: true })
})

describe(`a folder of ${fileCount} hostile files`, () => {
  it('is indexed whole: each file is in the index or listed with its reason, and the sum is right', async () => {
    const files = await readFiles()
    const indexed = files.filter(({ state }) => state === 'indexed')
    const failed = files.filter(({ state }) => state === 'failed')
    expect((await listSources(index.opened.database)).map(({ fault }) => fault)).toEqual([null])
    expect(files).toHaveLength(written + entries.length)
    expect(indexed.length + failed.length).toBe(files.length)
    expect(failed.length).toBeGreaterThan(fileCount / 50)
    expect(failed.filter(({ reason }) => !/^(?:The file|The folder’s path|A link|Not a regular) .{8,200}\.$/.test(reason ?? '') && reason !== 'Not a regular file.')).toEqual([])
    expect(indexed.filter(({ reason }) => reason !== null)).toEqual([])
    expect(indexed.flatMap(({ path, warnings }) => warnings.map(({ message }) => [path, message])).filter(([, message]) => !/^.{15,600}\.$|…$/s.test(message ?? ''))).toEqual([])
    expect(await rows(index.opened.database, sql`select count(*)::int as count from document where removed_at is null`)).toEqual([{ count: indexed.length }])
  })

  it('keeps every stored text equal to its file, and every passage an exact slice of it', async () => {
    const texts = await rows<{ path: string; text: string; passages: readonly { readonly text: string; readonly from: number; readonly to: number }[] | null }>(index.opened.database, sql`
      select d.path, c.text, (select json_agg(json_build_object('text', p.text, 'from', p.start_offset, 'to', p.end_offset)) from passage p where p.revision_id = r.id) as passages
      from document d join revision r on r.document_id = d.id join content c on c.digest = r.content_digest where d.path not like 'large/%' order by md5(d.path) limit 1000`)
    for (const { path, text, passages } of texts) {
      expect([path, text]).toEqual([path, (await readFile(join(index.folder, path), 'utf8')).replace(/^\uFEFF+/, '')])
      for (const passage of passages ?? []) expect([path, text.slice(passage.from, passage.to)]).toEqual([path, passage.text])
    }
    expect(texts).toHaveLength(1000)
  })

  it('lists what is no file with what it is, and follows no link', async () => {
    const files = new Map((await readFiles()).map(({ path, state, reason }) => [path, { state, reason }]))
    expect(entries.map(([path]) => [path, files.get(path)])).toEqual(entries.map(([path, reason]) => [path, reason === null ? { state: 'indexed', reason: null } : { state: 'failed', reason: expect.stringContaining(reason) }]))
    expect([...files.keys()].filter((path) => /^odd\/(?:self|everything|up\.md)\//.test(path))).toEqual([])
  })

  it('finds the words of the large ones, all but the one over the limit', async () => {
    const large = (await readFiles()).filter(({ path }) => path.startsWith('large/'))
    expect(large.filter(({ state }) => state !== 'indexed').map(({ path, reason }) => [path, reason])).toEqual([['large/line of 50 MB.md', 'The file has 47.7 MB, more than the limit of 8 MB.']])
    const found = await rows<{ path: string }>(index.opened.database, sql`
      select distinct r.source_path as path from passage p join revision r on r.id = p.revision_id where p.terms @@ $$'findabl'$$::tsquery and r.source_path like 'large/%'`)
    expect(large.map(({ path }) => path).filter((path) => !found.some((one) => one.path === path))).toEqual(['large/line of 50 MB.md'])
  })

  it('is left alone by the next build, failures that a look at the file cannot change included', async () => {
    const before = await readFiles()
    reads = 0
    expect(await buildOnce()).toEqual({ generation: 1, changed: false })
    expect(await readFiles()).toEqual(before)
    expect(reads).toBe(0)
  }, 300_000)
})
