import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { rows } from '@/lib/database'
import { passageId, type DocumentId, type RevisionId } from '@/lib/foundation'
import { buildIndex, readLineage } from '@/lib/indexing'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { deterministicEmbedder } from '@/lib/models/testing'
import { readDocument, readSlices } from './store'

let index: TestIndex
const database = () => index.opened.database
afterEach(() => index.close())

async function idOf(path: string): Promise<DocumentId> {
  const [row] = await rows<{ id: DocumentId }>(database(), sql`select id from document where path = ${path}`)
  if (row === undefined) throw new Error(`no document at ${path}`)
  return row.id
}

/** Reads what changed and stops before anything of it is in use. */
async function readWithoutActivating(): Promise<void> {
  const stopping = { ...deterministicEmbedder(), embed: () => Promise.reject(new Error('stopped')) }
  await expect(buildIndex({ database: database(), embedder: { state: 'ready', embedder: stopping }, ranking: {} })).rejects.toThrow('stopped')
}

describe('a document', () => {
  it('says which of its revisions search knows while a newer one is read and not yet in use', async () => {
    index = await openTestIndex({ 'a.md': '# A\n\nOne.\n' })
    await index.build()
    await index.write('a.md', '# A\n\nTwo.\n')
    await readWithoutActivating()
    const id = await idOf('a.md')
    const view = await readDocument(database(), owner, id, null)
    expect(view).toMatchObject({ revision: 2, text: '# A\n\nTwo.\n', revisions: [{ revision: 1, current: false, searchable: true }, { revision: 2, current: true, searchable: false }] })
    await index.build()
    expect((await readDocument(database(), owner, id, null))?.revisions).toMatchObject([{ revision: 1, searchable: true }, { revision: 2, searchable: true }])
  })

  it('waits for nothing when its newest revision is empty', async () => {
    index = await openTestIndex({ 'a.md': '# A\n\nOne.\n', 'b.md': '# B\n\nOther.\n' })
    await index.build()
    await index.write('a.md', '')
    await index.build()
    expect((await readDocument(database(), owner, await idOf('a.md'), null))?.revisions).toMatchObject([{ searchable: true }, { revision: 2, searchable: true }])
  })
})

describe('what replaces what', () => {
  it('is said on both pages, also after either is renamed', async () => {
    index = await openTestIndex({ 'old.md': '---\nsuperseded_by: "[[DEC-0054]]"\n---\n# Old\n\nText.\n', 'new.md': '---\nid: DEC-0054\nscope: public\n---\n# New\n\nText.\n' })
    await index.build()
    await rename(join(index.folder, 'old.md'), join(index.folder, 'older.md'))
    await index.build()
    await rename(join(index.folder, 'new.md'), join(index.folder, 'newer.md'))
    await index.build()
    const [old, replacing] = [await idOf('older.md'), await idOf('newer.md')]
    expect((await readDocument(database(), owner, old, null))?.supersededBy).toEqual({ documentId: replacing, title: 'New' })
    expect((await readDocument(database(), owner, replacing, null))?.supersedes).toEqual([{ documentId: old, title: 'Old' }])
    expect((await readDocument(database(), stranger, replacing, null))?.supersedes).toEqual([])
  })
})

describe('slices', () => {
  it('cut the index four ways, each adding up to what the identity may see', async () => {
    index = await openTestIndex({
      'a.md': '---\nscope: public\nproject: Heron\n---\n# A\n\nWörter in public.\n', 'b.md': '---\nproject: Heron\n---\n# B\n\nPrivate words.\n', 'c.md': '# C\n\nNo project, older.\n',
    })
    await index.build()
    await index.write('c.md', '# C\n\nNo project, newer.\n')
    await index.build()
    const slices = await readSlices(database(), owner, 2)
    expect(slices.time.map(({ name, passages }) => [name, passages])).toEqual([['current', 3], ['history', 1]])
    expect(slices.project.map(({ name, passages }) => [name, passages]).sort()).toEqual([['Heron', 2], [null, 2]].sort())
    expect(slices.scope.map(({ name, passages }) => [name, passages])).toEqual([['private', 3], ['public', 1]])
    const sum = (cut: readonly { readonly bytes: number; readonly tokens: number }[]) => [cut.reduce((bytes, slice) => bytes + slice.bytes, 0), cut.reduce((tokens, slice) => tokens + slice.tokens, 0)]
    const [whole] = await rows<{ bytes: number; tokens: number }>(database(), sql`select sum(octet_length(text))::int as bytes, sum(tokens)::int as tokens from passage`)
    for (const cut of Object.values(slices)) expect(sum(cut)).toEqual([whole?.bytes, whole?.tokens])
    const seen = await readSlices(database(), stranger, 2)
    expect(seen.scope).toEqual([{ name: 'public', passages: 1, bytes: Buffer.byteLength('Wörter in public.'), tokens: expect.any(Number) }])
    expect(seen.time.map(({ name }) => name)).toEqual(['current'])
  })
})

describe('lineage', () => {
  const team: Identity = { name: 'reader', scopes: ['public', 'team'] }
  const passageIds = async () => (await rows<{ revisionId: RevisionId; ordinal: number; readWith: string; path: string }>(database(), sql`
    select p.revision_id as "revisionId", p.ordinal, p.read_with as "readWith", r.source_path as path from passage p join revision r on r.id = p.revision_id order by p.id`))
    .map(({ revisionId, ordinal, readWith, path }) => ({ id: passageId(revisionId, ordinal, readWith), path }))

  it('leads from a passage back to its file and on to its vector and the indexes that hold it', async () => {
    index = await openTestIndex({ 'sub/a.md': '# A\n\n## Part\n\nOne.\n' })
    await index.build()
    await index.write('sub/a.md', '# A\n\n## Part\n\nTwo.\n')
    await index.build()
    const [first, second] = await passageIds()
    const lineage = await readLineage(database(), owner, { kind: 'passage', passage: first?.id ?? 'psg_' })
    expect(lineage).toMatchObject({
      source: { kind: 'folder', location: index.folder }, file: { path: 'sub/a.md', state: 'indexed' }, document: { title: 'A' }, revision: { revision: 1, sourcePath: 'sub/a.md', purgedAt: null },
      section: { headingPath: ['A', 'Part'] }, passage: { id: first?.id, startLine: 5 }, passages: [{ ordinal: 0 }], embeddings: [{ model: 'deterministic-words', version: '1', dimensions: 384 }],
      generations: [{ number: 1, state: 'kept' }, { number: 2, state: 'active' }], citations: [],
    })
    const { startOffset = 0, endOffset = 0 } = lineage?.passage ?? {}
    expect('# A\n\n## Part\n\nOne.\n'.slice(startOffset, endOffset)).toBe('One.')
    expect((await readLineage(database(), owner, { kind: 'passage', passage: second?.id ?? 'psg_' }))?.generations.map(({ number }) => number)).toEqual([2])
    expect(await readLineage(database(), owner, { kind: 'revision', documentId: await idOf('sub/a.md'), revision: null })).toMatchObject({ revision: { revision: 2 }, passage: null, passages: [{ id: second?.id }], generations: [{ number: 2 }] })
  })

  it('shows to others only what they may read, and neither place nor state of the file', async () => {
    index = await openTestIndex({ 'open.md': '---\nscope: team\n---\n# Open\n\nFor the team.\n', 'closed.md': '# Closed\n\nMine.\n' })
    await index.build()
    const passages = await passageIds()
    const of = (path: string) => ({ kind: 'passage', passage: passages.find((passage) => passage.path === path)?.id ?? 'psg_' }) as const
    expect(await readLineage(database(), team, of('open.md'))).toMatchObject({ source: { location: null }, file: null, document: { title: 'Open' } })
    expect(await readLineage(database(), team, of('closed.md'))).toBeNull()
    expect(await readLineage(database(), stranger, of('open.md'))).toBeNull()
    expect(await readLineage(database(), team, { kind: 'revision', documentId: await idOf('closed.md'), revision: 1 })).toBeNull()
    const known = of('open.md').passage
    for (const passage of [known.replace(/\d+_(\w+)$/, '9_$1'), known.replace(/\w{6}$/, '000000'), 'psg_1', 'psg_']) {
      expect(await readLineage(database(), owner, { kind: 'passage', passage: `psg_${passage.slice(4)}` })).toBeNull()
    }
    await index.remove('open.md')
    await index.build()
    expect(await readLineage(database(), team, of('open.md'))).toBeNull()
    expect(await readLineage(database(), owner, of('open.md'))).toMatchObject({ document: { removedAt: expect.any(String) } })
  })
})
