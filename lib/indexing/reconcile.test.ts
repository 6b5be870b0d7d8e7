import { sql, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rows } from '@/lib/database'
import { lastReconciliation, reconcile } from './reconcile'
import { reconcileSegments } from './reconcile-arms'
import { rollBack } from './roll-back'
import { openTestIndex, readLiveSet, type TestIndex } from './testing'
import { writeSegments } from './write-segments'

const note = (title: string, body: string, head = '') => `${head}# ${title}\n\n${body}\n`

let index: TestIndex
const database = () => index.opened.database
const run = (dryRun = false) => reconcile({ database: database(), embedder: index.embedder, ranking: {}, dryRun })
const active = async () => (await rows<{ number: number }>(database(), sql`select number from generation where state = 'active'`))[0]?.number ?? 0
const live = async () => readLiveSet(database(), await active())

const files = {
  'a.md': note('Backups', 'The backup runs at four.\n\n## Where\n\nOn the second disk.'),
  'old.md': note('Old way', 'As it was.'),
  'new.md': note('New way', 'As it is.', '---\nsupersedes: old.md\n---\n'),
  'binary.yaml': 'version: 1.0.21\ndate: 2022-01-02\n',
  'empty.md': '',
}

/** Two revisions of one note, a superseded note, a record, an empty file and one that cannot be read. */
async function openSample(): Promise<void> {
  index = await openTestIndex(files)
  await index.write('broken.md', Uint8Array.of(0x23, 0x00))
  await index.build()
  await index.write('a.md', note('Backups', 'The backup runs at five.\n\n## Where\n\nOn the second disk.'))
  await index.build()
}

const passageOf = (path: string): SQL => sql`(select min(p.id) from passage p join revision r on r.id = p.revision_id where r.source_path = ${path} and r.in_force_to is null)`

/** Each kind of damage, done by SQL, and the finding that names it. */
const damages: readonly { readonly name: string; readonly damage: readonly SQL[]; readonly kind: string; readonly words: RegExp; readonly place: RegExp }[] = [
  { name: 'an altered stored text', damage: [sql`update content set text = text || ' tampered' where text like '%at five%'`], kind: 'texts', words: /^1 stored text differed from its digest; the file still has the right one/, place: /^a\.md, revision 2$/ },
  { name: 'an altered passage', damage: [sql`update passage set text = 'Something else.' where id = ${passageOf('a.md')}`], kind: 'passages', words: /^The passages or sections of 1 revision were not those of its text/, place: /^a\.md, revision 2$/ },
  { name: 'a missing passage', damage: [sql`delete from index_entry where passage_id = ${passageOf('a.md')}`, sql`delete from passage where id = ${passageOf('a.md')}`], kind: 'passages', words: /1 revision/, place: /^a\.md/ },
  { name: 'missing sections', damage: [sql`delete from section where revision_id in (select id from revision where source_path = 'new.md')`], kind: 'passages', words: /1 revision/, place: /^new\.md/ },
  { name: 'an altered tsvector', damage: [sql`update passage set terms = 'wrong:1'::tsvector where id = ${passageOf('a.md')}`], kind: 'terms', words: /^1 passage had index terms other than analysis gives/, place: /^a\.md, revision 2$/ },
  { name: 'a missing index entry', damage: [sql`delete from index_entry where passage_id = ${passageOf('a.md')}`], kind: 'entries', words: /^1 index entry was missing/, place: /^a\.md$/ },
  { name: 'an entry that shows a private passage to everybody', damage: [sql`update index_entry set scope = 'public' where passage_id = ${passageOf('a.md')}`], kind: 'entries', words: /^1 index entry was missing, or said something other/, place: /^a\.md$/ },
  { name: 'a missing vector', damage: [sql`delete from embedding where index_digest = (select index_digest from passage where id = ${passageOf('a.md')})`], kind: 'embeddings', words: /^1 indexed text had no vector/, place: /^a\.md$/ },
  { name: 'another text’s vector', damage: [sql`update embedding set vector = (select vector from embedding e join passage p on p.index_digest = e.index_digest where p.id = ${passageOf('new.md')}) where index_digest = (select index_digest from passage where id = ${passageOf('a.md')})`], kind: 'embeddings', words: /^1 vector was not what the model gives/, place: /^a\.md$/ },
  { name: 'a vector that is no unit vector', damage: [sql`update embedding set vector = (vector::vector + vector::vector)::halfvec where index_digest = (select index_digest from passage where id = ${passageOf('a.md')})`], kind: 'embeddings', words: /^1 vector was not what the model gives/, place: /^a\.md$/ },
  { name: 'a forgotten supersession', damage: [sql`delete from supersession`], kind: 'supersession', words: /^1 document had a recorded successor, or readers recorded for it, other than the texts say/, place: /^old\.md$/ },
  { name: 'a successor that is taken for public', damage: [sql`update supersession set successor_scope = 'public'`], kind: 'supersession', words: /^1 document had a recorded successor, or readers recorded for it, other than the texts say/, place: /^old\.md$/ },
  { name: 'an entry whose successor is taken for public', damage: [sql`update index_entry set successor_scopes = '{public}' where successor_ids is not null`], kind: 'entries', words: /^1 index entry was missing, or said something other/, place: /^old\.md$/ },
  { name: 'two revisions in force at once', damage: [sql`update revision set in_force_to = null where source_path = 'a.md'`], kind: 'revisions', words: /^1 revision had an end other/, place: /^a\.md$/ },
  { name: 'a document that is taken for removed', damage: [sql`update document set removed_at = now() where path = 'a.md'`], kind: 'files', words: /^1 file stood under the wrong document or revision/, place: /^a\.md$/ },
  { name: 'a file under the wrong document', damage: [sql`update source_file set document_id = (select id from document where path = 'new.md') where path = 'a.md'`], kind: 'files', words: /^1 file stood under the wrong document/, place: /^a\.md$/ },
  { name: 'entries of no generation that is kept', damage: [sql`update generation set state = 'discarded' where state = 'kept'`], kind: 'leftovers', words: /old index row/, place: /nothing/ },
  { name: 'a vector of no passage', damage: [sql`insert into embedding select 'nothing', model_id, vector from embedding limit 1`], kind: 'leftovers', words: /^0 old index rows, 0 old passages and 1 old vector belonged/, place: /nothing/ },
]

describe('a damaged index', () => {
  // One index for all: each repair leaves it as it was, which the next one relies on.
  let before: Awaited<ReturnType<typeof live>>
  beforeAll(async () => {
    await openSample()
    before = await live()
  }, 60_000)
  afterAll(() => index.close())

  for (const { name, damage, kind, words, place } of damages) {
    it(`has ${name} found, named and repaired`, async () => {
      for (const statement of damage) await database().execute(statement)
      const looked = await run(true)
      expect(looked.findings.filter(({ repaired }) => repaired)).toEqual([])
      expect(looked.findings.map((finding) => finding.kind)).toContain(kind)
      const { findings } = await run()
      const finding = findings.find((other) => other.kind === kind)
      expect(finding).toMatchObject({ message: expect.stringMatching(words), examples: [expect.stringMatching(place)], repaired: true })
      expect(findings.filter(({ repaired }) => !repaired)).toEqual([])
      expect(await run()).toMatchObject({ findings: [] })
      expect(await live()).toEqual(before)
    })
  }
})

describe('a reconciliation', () => {
  afterEach(() => index.close())

  it('finds nothing in a sound index and changes nothing', async () => {
    await openSample()
    const before = await live()
    expect(await run(true)).toMatchObject({ dryRun: true, findings: [], notes: [] })
    expect(await lastReconciliation(database())).toBeNull()
    expect(await run()).toMatchObject({ dryRun: false, findings: [], notes: [] })
    expect(await active()).toBe(2)
    expect(await live()).toEqual(before)
    expect(await lastReconciliation(database())).toMatchObject({ findings: [] })
  })

  it('names files that changed, came or went, and reads them', async () => {
    await openSample()
    await index.write('a.md', note('Backups', 'The backup runs at six.'))
    await index.write('fresh.md', note('Fresh', 'New here.'))
    await index.remove('new.md')
    expect((await run(true)).findings).toMatchObject([{ kind: 'files', count: 3, message: '3 files changed, came or went since the sources were last read.', repaired: false }])
    expect(await active()).toBe(2)
    expect((await run()).findings).toMatchObject([{ kind: 'files', count: 3, repaired: true }])
    expect((await live()).filter(({ current }) => current).map(({ path, text }) => [path, text])).toContainEqual(['fresh.md', 'New here.'])
    expect(await run()).toMatchObject({ findings: [] })
  })

  it('says which text no file can restore', async () => {
    await openSample()
    await database().execute(sql`update content set text = 'gone' where text like '%at four%'`)
    for (const dryRun of [true, false, false]) {
      expect((await run(dryRun)).findings).toMatchObject([{ kind: 'texts', count: 1, message: expect.stringContaining('no file has the right one any more'), examples: ['a.md, revision 1'], repaired: false }])
    }
  })

  it('finds postings that disagree with the terms and packs them anew', async () => {
    index = await openTestIndex({ 'many.md': note('Many', Array.from({ length: 2_100 }, (_, at) => `## Part ${at}\n\nWord${at} stands here.`).join('\n\n')) }, { state: 'unavailable', reason: 'Not needed here.' })
    await index.build()
    await writeSegments(database())
    const segments = () => rows<{ id: number; first: number; lists: number }>(database(), sql`select s.id, s.first_passage as first, (select count(*)::int from posting where segment_id = s.id) as lists from segment s`)
    const [before] = await segments()
    expect(before?.lists).toBeGreaterThan(2_100)
    expect(await run(true)).toMatchObject({ findings: [], notes: [] })
    const damage: readonly SQL[] = [sql`delete from posting where lexeme = 'word7'`, sql`update posting set lexeme = 'invented' where lexeme = 'word8'`, sql`update posting set data = (select data from posting where lexeme = 'word9') where lexeme = 'word10'`]
    for (const statement of damage) {
      await database().execute(statement)
      expect(await reconcileSegments(database(), new Set(), false)).toMatchObject([{ kind: 'segments', count: 1, repaired: false }])
      expect(await reconcileSegments(database(), new Set(), true)).toMatchObject([{ kind: 'segments', count: 1, message: '1 segment of packed postings was not what the passages’ terms say.', repaired: true }])
      expect(await reconcileSegments(database(), new Set(), false)).toEqual([])
    }
    const [after] = await segments()
    expect(after).toEqual({ ...before, id: (before?.id ?? 0) + damage.length })
  }, 60_000)

  it('does not undo a roll-back', async () => {
    await openSample()
    await rollBack(database())
    const report = await run()
    expect(report).toMatchObject({ findings: [], notes: [expect.stringContaining('Index 2 was rolled back')] })
    expect(await active()).toBe(1)
  })
})
