import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { owner, stranger } from '@/lib/access'
import { rows } from '@/lib/database'
import type { DocumentId } from '@/lib/foundation'
import { readLineage } from '@/lib/indexing'
import { openTestIndex, packTail, readLiveDocuments, type TestIndex } from '@/lib/indexing/testing'
import { search } from '@/lib/retrieval'
import { readDocument, readStatus } from './store'

// What people report about tools of this kind, each from a changed file to what a search and a page then say.

let index: TestIndex
const database = () => index.opened.database
afterEach(() => index.close())

const find = (query: string, mode: 'hybrid' | 'lexical' = 'hybrid') => search(owner, { query, mode }, { database: database(), embedder: index.embedder })
const pathsOf = async (query: string, mode: 'hybrid' | 'lexical' = 'hybrid') => (await find(query, mode)).results.map(({ sourcePath }) => sourcePath)
const status = () => readStatus(database(), owner)
async function idOf(path: string): Promise<DocumentId> {
  const [row] = await rows<{ id: DocumentId }>(database(), sql`select id from document where path = ${path}`)
  if (row === undefined) throw new Error(`no document at ${path}`)
  return row.id
}

describe('a deleted file', () => {
  it.each([['packed', true], ['not yet packed', false]])('is found by no search, its passages %s, and its old link says that it is gone and since when', async (_, isPacked) => {
    index = await openTestIndex({ 'gone.md': '---\nscope: public\n---\n# Harbour\n\nThe ferry pays forty crowns.\n', 'kept.md': '# Lamp\n\nThe lamp is lit at dusk.\n' })
    await index.build()
    if (isPacked) await packTail(database())
    const id = await idOf('gone.md')
    expect(await pathsOf('ferry crowns')).toContain('gone.md')
    await index.remove('gone.md')
    const before = new Date(Date.now() - 1000).toISOString()
    await index.build()
    for (const query of ['ferry crowns', '"forty crowns"', 'ferry crowns history:', 'path:gone ferry', 'The ferry pays forty crowns.']) for (const mode of ['hybrid', 'lexical'] as const) expect([query, mode, await pathsOf(query, mode)]).toEqual([query, mode, expect.not.arrayContaining(['gone.md'])])
    const page = await readDocument(database(), owner, id, 1)
    expect(page).toMatchObject({ text: expect.stringContaining('forty crowns'), removedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) })
    expect(Date.parse(page?.removedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before) - 1000)
    expect(await readLineage(database(), owner, { kind: 'revision', documentId: id, revision: 1 })).toMatchObject({ document: { removedAt: page?.removedAt } })
    // Whoever is not the owner is not told that it ever was.
    expect(await readDocument(database(), stranger, id, 1)).toBeNull()
    expect((await status()).files).toMatchObject({ seen: 1, indexed: 1, failed: [], waiting: 0 })
  })
})

describe('an edited file', () => {
  it('is found by what it says now, and by what it said only in its history; each response names its generation', async () => {
    index = await openTestIndex({ 'a.md': '# Dues\n\nThe ferry pays forty crowns.\n', 'b.md': '# Lamp\n\nThe lamp is lit at dusk.\n' })
    await index.build()
    await index.write('a.md', '# Dues\n\nEvery barge owes sixty guilders.\n')
    await index.build()
    const now = await find('"sixty guilders"')
    expect([now.generation, now.results.map(({ sourcePath, revision, current }) => [sourcePath, revision, current])]).toEqual([2, [['a.md', 2, true]]])
    for (const mode of ['hybrid', 'lexical'] as const) expect((await find('ferry forty crowns', mode)).results.filter(({ passage }) => passage.text.includes('forty'))).toEqual([])
    const then = await find('"forty crowns" history:')
    expect([then.generation, then.results.map(({ sourcePath, revision, current }) => [sourcePath, revision, current])]).toEqual([2, [['a.md', 1, false]]])
  })

  it('five times has exactly one live revision in both arms', async () => {
    index = await openTestIndex({ 'a.md': '# Dues\n\nThe ferry pays 10 crowns, said in edition zero.\n', 'b.md': '# Lamp\n\nThe lamp is lit at dusk.\n' })
    await index.build()
    const editions = ['one', 'two', 'three', 'four', 'five']
    for (const [at, edition] of editions.entries()) {
      await index.write('a.md', `# Dues\n\nThe ferry pays ${at + 11} crowns, said in edition ${edition}.\n`)
      await index.build()
      if (at === 2) await packTail(database())
    }
    const live = (await readLiveDocuments(database())).find(({ path }) => path === 'a.md')?.passages ?? []
    expect(live).toHaveLength(1)
    expect(live[0]).toMatchObject({ text: 'The ferry pays 15 crowns, said in edition five.', vector: expect.any(String) })
    // Both arms rank it, and neither ranks an older one.
    const { results } = await find('ferry pays crowns edition')
    expect(results.filter(({ sourcePath }) => sourcePath === 'a.md').map(({ revision, reasons }) => [revision, reasons.map(({ arm }) => arm)])).toEqual([[6, ['lexical', 'vector', 'fusion']]])
    for (const edition of ['zero', ...editions.slice(0, 4)]) {
      expect((await find(`said in edition ${edition}`)).results.filter(({ current }) => !current)).toEqual([])
      expect((await find(`"edition ${edition}"`)).results).toEqual([])
    }
    expect((await find('ferry pays crowns edition history:')).results.filter(({ sourcePath }) => sourcePath === 'a.md').map(({ current }) => current).filter(Boolean)).toHaveLength(1)
  })
})

describe('broken frontmatter', () => {
  it('costs no body and no other file, and the status names file and line', async () => {
    index = await openTestIndex({
      'path.md': '---\ntitle: Backup\nfolder: "C:\\Users\\tk"\n---\nThe ferry pays alphaword.\n', 'rule.md': '---\n\nThe ferry pays bravoword.\n', 'italic.md': '---\ndate: 2021-02-03\ntitle: *Italic*\n---\nThe ferry pays charlieword.\n',
      'list.md': '---\nrelated:\n  - [[a]]suffix\n---\nThe ferry pays deltaword.\n', 'good.md': '---\ntitle: Good\n---\nThe ferry pays echoword.\n',
    })
    await index.build()
    for (const [word, path] of [['alphaword', 'path.md'], ['bravoword', 'rule.md'], ['charlieword', 'italic.md'], ['deltaword', 'list.md'], ['echoword', 'good.md']]) expect(await pathsOf(`"${word}"`)).toEqual([path])
    const { files, warnings } = await status()
    expect(files).toMatchObject({ seen: 5, indexed: 5, failed: [], waiting: 0 })
    expect(warnings.map(({ path, line }) => [path, line])).toEqual([['italic.md', 3], ['list.md', 3], ['path.md', 3], ['rule.md', 1]])
  })
})

describe('a table of sixty rows', () => {
  it('is found by any of its rows, with header and heading, and holds none twice', async () => {
    const table = ['| Name | Default | Meaning |', '|---|---|---|', ...Array.from({ length: 60 }, (_, at) => `| option_${at} | ${at} | Sets \\| what number ${at} does |`)].join('\n')
    index = await openTestIndex({ 'table.md': `# Reference\n\n## Parameters\n\n${table}\n` })
    await index.build()
    for (let at = 0; at < 60; at += 7) {
      const { results } = await find(`option_${at}`)
      const holders = results.filter(({ passage }) => passage.text.split('\n').some((line) => line.startsWith(`| option_${at} |`)))
      expect(holders).toHaveLength(1)
      expect(holders[0]).toMatchObject({ rank: 1, headingPath: ['Reference', 'Parameters'] })
      const shown = [...(holders[0]?.passage.context ?? []).map(({ text }) => text), holders[0]?.passage.text].join('\n')
      expect(shown.split('\n').filter((line) => line === '| Name | Default | Meaning |')).toHaveLength(1)
      expect((await find(`"Sets | what number ${at} does"`)).results[0]?.passage.text).toContain(`Sets \\| what number ${at} does`)
    }
  })
})

describe('names that differ only in case, Unicode form or separators', () => {
  it('are found apart, each under its own path', async () => {
    const names = ['🐘.md', '°.md', '----=-.md', '\u00fc.md', 'u\u0308.md', 'my_file.md', 'my-file.md', 'my file.md', 'README.md', 'readme.md']
    index = await openTestIndex(Object.fromEntries(names.map((name, at) => [name, `# Same title\n\nThe ferry pays word${at}x.\n`])))
    await index.build()
    for (const [at, name] of names.entries()) {
      const { results } = await find(`"word${at}x"`)
      expect(results.map(({ sourcePath }) => sourcePath)).toEqual([name])
      expect(await readDocument(database(), owner, results[0]?.documentId ?? 'doc_missing', null)).toMatchObject({ sourcePath: name, text: expect.stringContaining(`word${at}x`) })
    }
  })
})

describe('a file that keeps failing', () => {
  it('is named with its reason in every status, never counted as indexed, and read as soon as it can be', async () => {
    index = await openTestIndex({ 'a.md': '# A\n\nThe ferry pays forty crowns.\n', 'b.md': '# B\n\nThe lamp is lit.\n' })
    await writeFile(join(index.folder, 'bad.md'), Uint8Array.of(0x23, 0, 0x41))
    for (let build = 0; build < 3; build++) {
      await index.build()
      expect((await status()).files).toEqual({ seen: 3, indexed: 2, failed: [{ path: 'bad.md', reason: 'The file holds a NUL byte at offset 1, so it is not text.' }], waiting: 0 })
    }
    await index.write('bad.md', '# Mended\n\nNow it is readable.\n')
    await index.build()
    expect((await status()).files).toEqual({ seen: 3, indexed: 3, failed: [], waiting: 0 })
    expect(await pathsOf('"it is readable"')).toEqual(['bad.md'])
    await rm(join(index.folder, 'bad.md'))
    await index.build()
    expect((await status()).files).toEqual({ seen: 2, indexed: 2, failed: [], waiting: 0 })
  })
})
