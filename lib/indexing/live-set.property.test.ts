import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digest } from '@/lib/foundation'
import { rows, type Database } from '@/lib/database'
import { addFolders } from '@/lib/sources'
import { reconcile } from './reconcile'
import { emptyIndex, openTestIndex, packTail, readLiveDocuments, type TestIndex } from './testing'
import { applyEdit, editScript, type Edit, type Rules } from './testing-edits'
import { Identities, isFollowed, visibleFiles } from './testing-identities'

interface StoredDocument {
  readonly id: string
  readonly path: string
  readonly removed: boolean
  readonly digests: readonly string[]
  readonly open: number
}

const readDocuments = (database: Database) => rows<StoredDocument>(database, sql`
  select d.id, d.path, d.removed_at is not null as removed, array_agg(r.content_digest order by r.number) as digests, (count(*) filter (where r.in_force_to is null))::int as open
  from document d join revision r on r.document_id = d.id group by d.id`)

/** Always there, so that no script empties the folder, which is a fault and no edit. */
const keeper = { 'keep.md': '# Kept\n\nNever touched.\n' }

class Vault {
  readonly files = new Map<string, string>(Object.entries(keeper))
  rules: Rules = { text: null, ignoredFolder: null, revisions: false }
  #written = new Map<string, string>()
  #day = 0

  constructor(readonly index: TestIndex) {}

  /** Brings the folder to what the edits left, each file with the day on which it came to be what it is. */
  async save(): Promise<void> {
    const wanted = new Map([...this.files, ...(this.rules.text === null ? [] : [['k81r.yaml', this.rules.text] as const])])
    this.#day++
    for (const path of this.#written.keys()) if (!wanted.has(path)) await this.index.remove(path)
    for (const [path, text] of wanted) {
      if (this.#written.get(path) === text) continue
      await this.index.write(path, text)
      const moment = new Date(Date.UTC(2025, 0, this.#day))
      await utimes(join(this.index.folder, path), moment, moment)
    }
    this.#written = wanted
  }
}

async function empty({ opened: { database }, folder }: TestIndex): Promise<void> {
  await emptyIndex(database)
  await addFolders(database, [{ location: folder, sample: false }])
}

async function runScript(index: TestIndex, fresh: TestIndex, script: readonly Edit[]): Promise<void> {
  const { database } = index.opened
  await Promise.all((await readdir(index.folder)).map((name) => rm(join(index.folder, name), { recursive: true })))
  await Promise.all([empty(index), empty(fresh)])
  const vault = new Vault(index)
  const identities = isFollowed(script) ? new Identities() : null
  for (const edit of script) {
    if (edit.kind === 'rules') vault.rules = edit.rules
    if (edit.kind !== 'build') {
      applyEdit(vault.files, edit)
      continue
    }
    await vault.save()
    await index.build()
    if (identities !== null) compareIdentities(identities, visibleFiles(vault.files, vault.rules), await readDocuments(database))
    await packTail(database)
  }
  expect(await rows(database, sql`select 1 from segment`)).not.toEqual([])
  await fresh.build()
  expect(await readLiveDocuments(database)).toEqual(await readLiveDocuments(fresh.opened.database))
  expect(await index.build()).toMatchObject({ changed: false })
  expect((await reconcile({ database, embedder: index.embedder, ranking: {}, dryRun: true })).findings).toEqual([])
}

function compareIdentities(identities: Identities, files: ReadonlyMap<string, string>, stored: readonly StoredDocument[]): void {
  identities.build(files, new Map(stored.filter(({ removed }) => !removed).map(({ id, path }) => [path, id])))
  for (const document of identities.documents) document.id ??= stored.find(({ path, removed, id }) => path === document.path && removed === document.removed && !identities.documents.some((other) => other.id === id))?.id ?? null
  const line = (id: string | null, path: string, removed: boolean, digests: readonly string[]) => `${id ?? 'none'} ${removed ? 'removed' : path} ${digests.map((each) => each.slice(0, 8)).join(' ')}`
  expect(stored.map(({ id, path, removed, digests }) => line(id, path, removed, digests)).sort())
    .toEqual(identities.documents.map(({ id, path, removed, texts }) => line(id, path, removed, texts.map(digest))).sort())
  expect(stored.filter(({ open }) => open !== 1)).toEqual([])
}

describe('an index after any edits, renames, moves, deletions, returns and changes of rules', () => {
  let index: TestIndex
  let fresh: TestIndex
  beforeAll(async () => {
    index = await openTestIndex()
    fresh = await openTestIndex({}, index.embedder, index.folder)
  })
  afterAll(async () => {
    await fresh.close()
    await index.close()
  })

  it('is what a fresh index of the folder is, while documents and older revisions are those of the edits', async () => {
    await fc.assert(fc.asyncProperty(editScript, (script) => runScript(index, fresh, script)), { seed: 20_260_101, numRuns: 20, endOnFailure: true })
  }, 300_000)
})
