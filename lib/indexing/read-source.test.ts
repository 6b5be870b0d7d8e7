import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rows } from '@/lib/database'
import { addFolders, addSource, everHadSources, readIdenticalFiles, readSourceStates, removeSource } from '@/lib/sources'
import { buildIndex } from './build-index'
import { openTestIndex, type TestIndex } from './testing'

let index: TestIndex
afterEach(() => index.close())
const database = () => index.opened.database
const documents = () => rows<{ id: string; path: string; removed: boolean; revisions: number }>(database(), sql`
  select d.id, d.path, d.removed_at is not null as removed, (select count(*)::int from revision where document_id = d.id) as revisions from document d order by d.path collate "C", removed`)

describe('a folder', () => {
  it('keeps a file’s identity when it moves to the path of one that was deleted before', async () => {
    index = await openTestIndex({ 'a.md': '# A\n\nFirst.\n', 'b.md': '# B\n\nSecond.\n', 'c.md': '# C\n\nThird.\n' })
    await index.build()
    const [a, b] = await documents()
    await index.remove('a.md')
    await index.build()
    await rename(join(index.folder, 'b.md'), join(index.folder, 'a.md'))
    await index.build()
    expect(await documents()).toMatchObject([{ id: b?.id, path: 'a.md', removed: false, revisions: 1 }, { id: a?.id, path: 'a.md', removed: true, revisions: 1 }, { path: 'c.md' }])
  })

  it.each([['a.md', '---\nid: other\n---\n# Other\n'], ['a.md', '# No id\n'], ['z.md', '---\nid: other\n---\n# Other\n'], ['z.md', '# No id\n']])('lets a declared id follow its file to %s when a note takes the old path that says %j', async (target, other) => {
    const identified = '---\nid: plan\n---\n# Plan\n\nThe plan.\n'
    index = await openTestIndex({ 'm.md': identified, 'keep.md': 'Kept.\n' })
    await index.build()
    const [plan] = (await documents()).filter(({ path }) => path === 'm.md')
    await index.write(target, `${identified}\nEdited.\n`)
    await index.write('m.md', other)
    await index.build()
    expect((await documents()).filter(({ id }) => id === plan?.id)).toMatchObject([{ path: target, removed: false, revisions: 2 }])
    expect((await documents()).filter(({ path }) => path === 'm.md')).toMatchObject([{ removed: false, revisions: 1 }])
    expect(await rows(database(), sql`select warnings from source_file where warnings <> '[]'::jsonb`)).toEqual([])
  })

  it('drops the note that an id of another one’s has pushed from its path', async () => {
    index = await openTestIndex({ 'a.md': '---\nid: one\n---\nThe first words.\n', 'b.md': 'Other.\n' })
    await index.build()
    await index.write('a.md', '---\nid: two\n---\nThe second words.\n')
    await index.build()
    expect((await documents()).filter(({ path }) => path === 'a.md').map(({ removed }) => removed)).toEqual([false, true])
    expect(await rows(database(), sql`select 1 from index_entry e join passage p on p.id = e.passage_id where e.removed_in is null and p.text like '%first words%'`)).toEqual([])
  })

  it('indexes a file without a heading under the name and project that it has now, and keeps nothing of the old reading once no index needs it', async () => {
    index = await openTestIndex({ 'heron.md': 'Words without a heading.\n', 'b.md': 'Other.\n' })
    await index.build()
    const prefixes = () => rows(database(), sql`select p.prefix, e.removed_in is null as live from passage p left join index_entry e on e.passage_id = p.id where p.text like 'Words%' order by p.id`)
    await rename(join(index.folder, 'heron.md'), join(index.folder, 'crane.md'))
    await index.write('k81r.yaml', 'projects:\n  - { path: "crane.md", project: Birds }\n')
    await index.build()
    expect(await prefixes()).toEqual([{ prefix: 'heron · prose', live: false }, { prefix: 'crane · Birds · prose', live: true }])
    expect(await documents()).toMatchObject([{ path: 'b.md' }, { path: 'crane.md', removed: false, revisions: 1 }])
    await index.write('b.md', 'Other, edited.\n')
    await index.build()
    expect(await prefixes()).toEqual([{ prefix: 'crane · Birds · prose', live: true }])
    expect(await rows(database(), sql`select 1 from embedding v where not exists (select 1 from passage p where p.index_digest = v.index_digest)`)).toEqual([])
    expect(await rows(database(), sql`select 1 from section s join revision r on r.id = s.revision_id where s.read_with <> r.read_with`)).toEqual([])
  })

  it('keeps every identity when a folder of identical files moves', async () => {
    index = await openTestIndex({ 'x/a.md': 'Same.\n', 'x/b.md': 'Same.\n', 'x/c.md': 'Same.\n', 'other.md': 'Other.\n' })
    await index.build()
    const before = await documents()
    await rename(join(index.folder, 'x'), join(index.folder, 'y'))
    await index.build()
    expect((await documents()).map(({ id, path, removed }) => [id, path, removed])).toEqual(before.map(({ id, path }) => [id, path.replace('x/', 'y/'), false]))
  })

  it('continues its documents when it is removed and added again, and the samples do not come back by themselves', async () => {
    index = await openTestIndex({ 'a.md': 'One.\n', 'b.md': 'Two.\n' })
    await index.build()
    const before = await documents()
    const [state] = await readSourceStates(database())
    expect(state).toMatchObject({ kind: 'folder', location: index.folder, fault: null, readAt: expect.stringMatching(/^\d{4}-/), files: { seen: 2, indexed: 2, failed: 0, waiting: 0 } })
    expect(await removeSource(database(), state?.id ?? '')).toMatchObject({ location: index.folder })
    expect(await removeSource(database(), index.folder)).toBeNull()
    await index.build()
    expect(await rows(database(), sql`select 1 from index_entry where removed_in is null`)).toEqual([])
    expect(await readSourceStates(database())).toEqual([])
    expect(await everHadSources(database())).toBe(true)
    await addFolders(database(), [{ location: index.folder, sample: false }])
    await index.build()
    expect(await documents()).toEqual(before)
    expect(await rows(database(), sql`select count(*)::int as count from index_entry where removed_in is null and current`)).toEqual([{ count: 2 }])
  })

  it('is refused inside another source, under a second kind, and when it is not there', async () => {
    index = await openTestIndex({ 'in/a.md': 'One.\n' })
    await expect(addSource(database(), 'folder', join(index.folder, 'in'))).rejects.toThrow(/lie inside each other/)
    await expect(addSource(database(), 'git', index.folder)).rejects.toThrow(/is not a git repository/)
    await expect(addSource(database(), 'folder', join(index.folder, 'none'))).rejects.toThrow(/does not exist/)
    await expect(addSource(database(), 'folder', join(index.folder, 'in/a.md'))).rejects.toThrow(/is not a folder/)
    await expect(addSource(database(), 'folder', 'in')).rejects.toThrow(/not an absolute path/)
    await expect(addSource(database(), 'llms-full', 'https://name:secret@example.org/llms-full.txt')).rejects.toThrow(/name or password/)
    await addSource(database(), 'folder', index.folder)
    expect(await readSourceStates(database())).toHaveLength(1)
  })

  it('dates an older revision that says no date by its folder', async () => {
    index = await openTestIndex({ 'k81r.yaml': 'notes: notes\nrevisions: old\n', 'notes/a.md': 'New words.\n', 'old/2020-01-15/a.md': 'Old words.\n' })
    await index.build()
    expect(await rows(database(), sql`select number, effective_origin as origin, effective_at::text as day from revision order by number limit 1`)).toEqual([{ number: 1, origin: 'revision', day: '2020-01-15' }])
  })

  it('lists files that hold the same text', async () => {
    index = await openTestIndex({ 'a.md': 'Same.\n', 'deep/b.md': 'Same.\n', 'c.md': 'Other.\n', 'empty.md': '', 'empty too.md': '' })
    await index.build()
    expect((await readIdenticalFiles(database())).map(({ files }) => files.map(({ path }) => path))).toEqual([['a.md', 'deep/b.md']])
    await index.write('deep/b.md', 'Not the same.\n')
    await index.build()
    expect(await readIdenticalFiles(database())).toEqual([])
  })
})

describe('a published text', () => {
  it('is a document per page, each with its own revisions, from a file or an address', async () => {
    index = await openTestIndex({ 'note.md': 'A note.\n' })
    const folder = await mkdtemp(join(tmpdir(), 'k81r-published-'))
    let text = '# One\nURL: https://docs.example.org/guide/one\n\nFirst.\n\n# Two\n\nSecond.\n'
    const server = createServer((_request, response) => { response.setHeader('content-type', 'text/plain').end(text) })
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    try {
      await writeFile(join(folder, 'llms-full.txt'), text)
      await addSource(database(), 'llms-full', join(folder, 'llms-full.txt'))
      await addSource(database(), 'llms-full', `http://127.0.0.1:${(server.address() as AddressInfo).port}/llms-full.txt`) // a TCP server's address is one
      await index.build()
      expect((await documents()).map(({ path }) => path)).toEqual(['guide/one.md', 'guide/one.md', 'note.md', 'two.md', 'two.md'])
      text = '# One\nURL: https://docs.example.org/guide/one\n\nFirst, edited.\n\n# Three\n\nThird.\n'
      await index.build()
      const [, , served] = await readSourceStates(database())
      expect(served).toMatchObject({ kind: 'llms-full', fault: null, files: { seen: 2, indexed: 2 } })
      expect(await rows(database(), sql`select path, removed_at is not null as removed, (select count(*)::int from revision where document_id = d.id) as revisions from document d where source_id = ${served?.id} order by path`)).toEqual([
        { path: 'guide/one.md', removed: false, revisions: 2 }, { path: 'three.md', removed: false, revisions: 1 }, { path: 'two.md', removed: true, revisions: 1 },
      ])
    } finally {
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    }
    // Out of reach is a fault, and nothing is forgotten.
    await index.build()
    expect((await readSourceStates(database())).map(({ fault }) => fault)).toEqual([null, expect.stringMatching(/does not exist/), expect.stringMatching(/cannot be reached/)])
    expect((await documents()).filter(({ removed }) => !removed)).toHaveLength(5)
  })

  it('is not asked for when a folder has changed, and else only sent when it is another', async () => {
    index = await openTestIndex({ 'note.md': 'A note.\n' })
    let version = 1
    let answered: number[] = []
    const server = createServer((request, response) => {
      const isKnown = request.headers['if-none-match'] === `"v${version}"`
      response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/plain', etag: `"v${version}"` }).end(isKnown ? '' : `# One\n\nVersion ${version}.\n`)
      answered.push(isKnown ? 304 : 200)
    })
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    const build = async (localOnly: boolean) => {
      answered = []
      const { changed } = await buildIndex({ database: database(), embedder: index.embedder, ranking: {}, localOnly })
      return { changed, answered }
    }
    try {
      await addSource(database(), 'llms-full', `http://127.0.0.1:${(server.address() as AddressInfo).port}/llms-full.txt`) // as above
      // One that was never looked at is, whatever brings the build about.
      expect(await build(true)).toEqual({ changed: true, answered: [200] })
      await index.write('note.md', 'A note, edited.\n')
      expect(await build(true)).toEqual({ changed: true, answered: [] })
      expect(await build(false)).toEqual({ changed: false, answered: [304] })
      version = 2
      expect(await build(true)).toEqual({ changed: false, answered: [] })
      expect(await build(false)).toEqual({ changed: true, answered: [200] })
      expect(await build(false)).toEqual({ changed: false, answered: [304] })
      // Where the pages must be read again, they must be sent.
      await database().execute(sql`update source_file set stamp = 'older'`)
      expect(await build(false)).toEqual({ changed: false, answered: [200] })
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
