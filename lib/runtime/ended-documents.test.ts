import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { rows } from '@/lib/database'
import { openTestDatabase } from '@/lib/database/testing'
import type { DocumentId } from '@/lib/foundation'
import { buildIndex, readLineage } from '@/lib/indexing'
import { deterministicEmbedder } from '@/lib/models/testing'
import { search } from '@/lib/retrieval'
import { addSource, removeSource } from '@/lib/sources'
import { makeRepository, type TestRepository } from '@/lib/sources/testing'
import { readDocument } from './store'

const publicRules = 'scopes:\n  - { path: "**", scope: public }\n'

let repository: TestRepository
let opened: Awaited<ReturnType<typeof openTestDatabase>>
const embedder = { state: 'ready', embedder: deterministicEmbedder() } as const
const build = () => buildIndex({ database: opened.database, embedder, ranking: {} })
/** What is found of the harbour note, sorted. */
const find = async (query: string, identity: Identity = owner) =>
  (await search(identity, { query }, { database: opened.database, embedder })).results.map(({ sourcePath, revision }) => `${sourcePath} ${revision}`).filter((path) => !path.startsWith('keep')).sort()
const idOf = async (path: string): Promise<DocumentId> => (await rows<{ id: DocumentId }>(opened.database, sql`select id from document where path = ${path}`))[0]?.id ?? 'doc_missing'

/** A harbour note, edited once, renamed and then deleted on the first of June 2020. */
beforeEach(async () => {
  repository = makeRepository()
  opened = await openTestDatabase()
  repository.write('k81r.yaml', publicRules)
  repository.write('harbour.md', '# Harbour dues\n\nThe ferry pays forty crowns a day at the quay.\n')
  repository.write('keep.md', '# Lighthouse\n\nThe lamp is lit at dusk.\n')
  repository.commit('2020-01-01')
  repository.write('harbour.md', '# Harbour dues\n\nThe ferry pays fifty crowns a day at the quay.\n')
  repository.commit('2020-03-01')
  repository.git('mv', 'harbour.md', 'dues.md')
  repository.commit('2020-04-01')
  repository.git('rm', '--quiet', 'dues.md')
  repository.commit('2020-06-01')
  await addSource(opened.database, 'git', repository.path)
  await build()
})
afterEach(async () => {
  await opened.close()
  repository.remove()
})

describe('a document that a repository’s history has deleted', () => {
  it('is found in what was in force before, and in nothing that is current', async () => {
    expect(await find('ferry crowns quay as-of:2020-02-01')).toEqual(['harbour.md 1'])
    expect(await find('ferry crowns quay as-of:2020-05-31')).toEqual(['dues.md 2'])
    expect(await find('ferry crowns quay as-of:2020-06-01')).not.toContain('dues.md 2')
    expect(await find('ferry crowns quay history:')).toEqual(['dues.md 2', 'harbour.md 1'])
    expect(await find('ferry crowns quay')).toEqual([])
    expect(await build()).toMatchObject({ changed: false })
  })

  it('has a page that says since when it is gone, for whoever may read it', async () => {
    const id = await idOf('dues.md')
    for (const identity of [owner, stranger]) expect(await readDocument(opened.database, identity, id, 1)).toMatchObject({ removedAt: '2020-05-31T22:30:00Z', revision: 1, revisions: [{ searchable: true, current: false }, { searchable: true, current: false, inForceTo: '2020-06-01' }] })
    expect(await readLineage(opened.database, stranger, { kind: 'revision', documentId: id, revision: 2 })).toMatchObject({ document: { removedAt: '2020-05-31T22:30:00Z' } })
  })

  it('goes with its source, and is history again when the source is', async () => {
    await removeSource(opened.database, repository.path)
    await build()
    expect(await find('ferry crowns quay history:')).toEqual([])
    expect(await readDocument(opened.database, stranger, await idOf('dues.md'), null)).toBeNull()
    await addSource(opened.database, 'git', repository.path)
    await build()
    expect(await find('ferry crowns quay as-of:2020-05-01')).toContain('dues.md 2')
    expect(await build()).toMatchObject({ changed: false })
  })

  it('is the same document when it comes back', async () => {
    const id = await idOf('dues.md')
    repository.write('dues.md', '# Harbour dues\n\nThe ferry pays sixty crowns a day at the quay.\n')
    repository.commit('2020-08-01')
    await build()
    expect(await find('ferry crowns quay as-of:2020-07-01')).not.toContain('dues.md 2')
    expect(await find('ferry crowns quay')).toEqual(['dues.md 3'])
    expect(await idOf('dues.md')).toBe(id)
    expect(await readDocument(opened.database, stranger, id, null)).toMatchObject({ removedAt: null, revision: 3 })
  })

  it('obeys the rules as they are now', async () => {
    repository.write('k81r.yaml', 'scopes:\n  - { path: "*.md", scope: public }\n  - { path: "dues.md", scope: team }\nlocalOnly: [dues.md]\n')
    repository.commit('2020-07-01')
    await build()
    expect(await find('ferry crowns quay history:', stranger)).not.toContain('dues.md 2')
    expect(await readDocument(opened.database, stranger, await idOf('dues.md'), null)).toBeNull()
    expect(await find('ferry crowns quay history:')).toContain('dues.md 2')
    expect(await rows(opened.database, sql`select distinct local_only as local from revision where document_id = ${await idOf('dues.md')}`)).toEqual([{ local: true }])
    repository.write('k81r.yaml', `${publicRules}ignore: [dues.md]\n`)
    repository.commit('2020-07-02')
    await build()
    expect(await find('ferry crowns quay history:')).toEqual([])
  })
})
