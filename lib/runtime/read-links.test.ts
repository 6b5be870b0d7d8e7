import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { rows } from '@/lib/database'
import type { DocumentId } from '@/lib/foundation'
import { buildIndex } from '@/lib/indexing'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { deterministicEmbedder } from '@/lib/models/testing'
import { LinkMaps } from './link-map'
import { readLinks } from './read-links'
import { readDocument } from './store'

let index: TestIndex
let maps: LinkMaps
const database = () => index.opened.database
afterEach(() => index.close())

const team: Identity = { name: 'reader', scopes: ['public', 'team'] }

async function openIndex(files: Readonly<Record<string, string>>): Promise<void> {
  index = await openTestIndex(files)
  await index.build()
  maps = new LinkMaps(database())
}

async function idOf(path: string): Promise<DocumentId> {
  const [row] = await rows<{ id: DocumentId }>(database(), sql`select id from document where path = ${path} and removed_at is null`)
  if (row === undefined) throw new Error(`no document at ${path}`)
  return row.id
}

async function view(path: string, identity: Identity = owner, revision: number | null = null) {
  const document = await readDocument(database(), identity, await idOf(path), revision)
  return document === null ? null : { ...document, ...(await readLinks(database(), maps, identity, document)) }
}

/** Each link with its state, the paths of its documents and the line of its place. */
async function links(path: string, identity: Identity = owner): Promise<unknown> {
  return (await view(path, identity))?.links.map((link) => [link.written, link.state, link.documents.map((document) => document.path).join(' '), link.place?.startLine ?? null])
}

async function backlinks(path: string, identity: Identity = owner): Promise<unknown> {
  return (await view(path, identity))?.backlinks.map((backlink) => [backlink.path, ...backlink.places.map(({ line, sentence }) => `${line}: ${sentence}`)])
}

describe('the links of a document', () => {
  it('lead across folders to notes, headings and blocks, and name what is ambiguous, broken or no document', async () => {
    await openIndex({
      'hub.md': '---\nrelated:\n  - "[[Policy|p]]"\n---\n# Hub\n\n[[Policy#Waits|the waits]], [[policy#^b1]], ![[Policy#Gone]]\n[same](deep/er/Policy.md#waits) and [[#Hub]], [here](#hub), [top](#top)\n\n[[Twin]] [[Missing]] ![[a.png]] <https://example.org>\n\n`[[code]]`\n',
      'deep/er/Policy.md': '# Policy\n\nText. ^b1\n\n## Waits\n\nLong.\n', 'x/Twin.md': '# X\n', 'y/Twin.md': '# Y\n',
    })
    expect(await links('hub.md')).toEqual([
      ['[[Policy|p]]', 'resolved', 'deep/er/Policy.md', null], ['[[Policy#Waits|the waits]]', 'resolved', 'deep/er/Policy.md', 5], ['[[policy#^b1]]', 'resolved', 'deep/er/Policy.md', 3],
      ['![[Policy#Gone]]', 'resolved', 'deep/er/Policy.md', null], ['[same](deep/er/Policy.md#waits)', 'resolved', 'deep/er/Policy.md', 5], ['[[#Hub]]', 'resolved', 'hub.md', 5], ['[here](#hub)', 'resolved', 'hub.md', 5],
      ['[[Twin]]', 'ambiguous', 'x/Twin.md y/Twin.md', null], ['[[Missing]]', 'broken', '', null], ['![[a.png]]', 'attachment', '', null],
    ])
    const sentence = '[[Policy#Waits|the waits]], [[policy#^b1]], ![[Policy#Gone]] [same](deep/er/Policy.md#waits) and [[#Hub]], [here](#hub), [top](#top)'
    expect(await backlinks('deep/er/Policy.md')).toEqual([['hub.md', '3: "[[Policy|p]]"', ...[7, 7, 7, 8].map((line) => `${line}: ${sentence}`)]])
    expect(await backlinks('x/Twin.md')).toEqual([])
    expect(await backlinks('hub.md')).toEqual([])
  })

  it('follow a target that is renamed with its links, one that goes and one that comes', async () => {
    await openIndex({ 'a.md': '# A\n\nSee [[Old name]] and [[Later]].\n', 'Old name.md': '# Target\n\nText.\n', 'other.md': '# O\n' })
    const before = await view('Old name.md')
    expect(await backlinks('Old name.md')).toEqual([['a.md', '3: See [[Old name]] and [[Later]].']])
    await rename(join(index.folder, 'Old name.md'), join(index.folder, 'New name.md'))
    await index.write('a.md', '# A\n\nSee [[New name]] and [[Later]].\n')
    await index.write('sub/Later.md', '# Later\n')
    await index.build()
    expect(await links('a.md')).toEqual([['[[New name]]', 'resolved', 'New name.md', null], ['[[Later]]', 'resolved', 'sub/Later.md', null]])
    expect((await view('New name.md'))?.documentId).toBe(before?.documentId)
    expect(await backlinks('New name.md')).toEqual([['a.md', '3: See [[New name]] and [[Later]].']])
    await index.remove('New name.md')
    await index.build()
    expect(await links('a.md')).toEqual([['[[New name]]', 'broken', '', null], ['[[Later]]', 'resolved', 'sub/Later.md', null]])
    expect((await view('a.md', owner, 1))?.links.map(({ written, line, state }) => [written, line, state])).toEqual([['[[Old name]]', 3, 'broken'], ['[[Later]]', 3, 'resolved']])
  })

  it('come from current revisions only', async () => {
    await openIndex({ 'a.md': '# A\n\nSee [[b]].\n', 'b.md': '# B\n' })
    await index.write('a.md', '# A\n\nNo more.\n')
    await index.build()
    expect(await backlinks('b.md')).toEqual([])
    expect((await view('a.md', owner, 1))?.links).toMatchObject([{ state: 'resolved' }])
  })

  it('are those of the documents as they stand while an index is being built, too', async () => {
    await openIndex({ 'a.md': '# A\n\nSee [[b]].\n', 'b.md': '# B\n' })
    expect(await backlinks('b.md')).toEqual([['a.md', '3: See [[b]].']])
    await index.write('a.md', '# A\n\nSee [[b]] again.\n')
    const stopping = { ...deterministicEmbedder(), embed: () => Promise.reject(new Error('stopped')) }
    await expect(buildIndex({ database: database(), embedder: { state: 'ready', embedder: stopping }, ranking: {} })).rejects.toThrow('stopped')
    expect(await backlinks('b.md')).toEqual([['a.md', '3: See [[b]] again.']])
  })

  it('stay within their source', async () => {
    await openIndex({ 'a.md': '# A\n\nSee [[far]].\n' })
    await database().execute(sql`insert into source (id, kind, location) values ('src_other', 'folder', '/nowhere')`)
    await index.write('far.md', '# Far\n')
    await index.build()
    expect(await links('a.md')).toEqual([['[[far]]', 'resolved', 'far.md', null]])
    await database().execute(sql`update document set source_id = 'src_other' where path = 'far.md'`)
    maps.clear()
    expect(await links('a.md')).toEqual([['[[far]]', 'broken', '', null]])
    expect(await backlinks('far.md')).toEqual([])
  })
})

describe('to a reader', () => {
  const scoped = (scope: string, text: string) => `---\nscope: ${scope}\n---\n${text}`
  const files = {
    'open.md': scoped('team', '# Open\n\nSee [[Secret]], [[Twin]], [[Nothing]] and [[Nick]].\n'),
    'z/Secret.md': '---\naliases: [Nick]\n---\n# Secret title\n\nBack to [[open]].\n',
    'x/Twin.md': '# Hidden twin\n', 'y/Twin.md': scoped('team', '# Shown twin\n'), 'also.md': scoped('public', '# Also\n\nSee [[open]].\n'),
  }

  it('a link to what is not theirs to see is text, as one to nothing is, and its document is no candidate and no backlinker', async () => {
    await openIndex(files)
    expect(await links('open.md', team)).toEqual([['[[Twin]]', 'resolved', 'y/Twin.md', null]])
    expect(await backlinks('open.md', team)).toEqual([['also.md', '6: See [[open]].']])
    expect(JSON.stringify(await view('open.md', team))).not.toMatch(/Secret title|Hidden twin|x\/Twin|z\/Secret/)
    expect(await links('open.md')).toEqual([['[[Secret]]', 'resolved', 'z/Secret.md', null], ['[[Twin]]', 'ambiguous', 'x/Twin.md y/Twin.md', null], ['[[Nothing]]', 'broken', '', null], ['[[Nick]]', 'resolved', 'z/Secret.md', null]])
    expect(await backlinks('open.md')).toEqual([['also.md', '6: See [[open]].'], ['z/Secret.md', '6: Back to [[open]].']])
    expect(await links('also.md', stranger)).toEqual([])
  })

  it('the same page is shown whether what they may not see is there or not', async () => {
    await openIndex(files)
    const whole = await view('open.md', team)
    await index.close()
    await openIndex({ 'open.md': files['open.md'], 'y/Twin.md': files['y/Twin.md'], 'also.md': files['also.md'] })
    const alone = await view('open.md', team)
    const shape = (shown: typeof whole) => [shown?.links.map((link) => ({ ...link, documents: link.documents.map(({ path, title }) => ({ path, title })) })), shown?.backlinks.map(({ path, title, places }) => ({ path, title, places }))]
    expect(shape(whole)).toEqual(shape(alone))
  })

  it('a document that has just become private is shown no more, although the map was drawn before', async () => {
    await openIndex(files)
    await links('open.md', team)
    await database().execute(sql`update document set scope = 'private' where path in ('y/Twin.md', 'also.md')`)
    expect(await links('open.md', team)).toEqual([])
    expect(await backlinks('open.md', team)).toEqual([])
  })
})
