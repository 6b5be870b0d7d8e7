import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rows, schema } from '@/lib/database'
import { purgeDocument } from './purge'
import { reconcile } from './reconcile'
import { openTestIndex, readLiveSet, type TestIndex } from './testing'
import { writeSegments } from './write-segments'

const note = (title: string, body: string, head = '') => `${head}# ${title}\n\n${body}\n`
const canary = 'Quetzalcoatl'

let index: TestIndex
const database = () => index.opened.database
const purge = (document: string, keepFile = false) => purgeDocument(database(), { document, keepFile })
afterEach(() => index.close())

/** Every table and column whose text, in any type, holds a word. */
async function placesOf(word: string): Promise<readonly string[]> {
  const columns = await rows<{ table: string; column: string }>(database(), sql`
    select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' order by 1, 2`)
  const found: string[] = []
  for (const { table, column } of columns) {
    const held = await rows(database(), sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)}::text ilike ${`%${word}%`} limit 1`)
    if (held.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

async function idOf(path: string): Promise<string> {
  const [row] = await rows<{ id: string }>(database(), sql`select id from document where path = ${path}`)
  return row?.id ?? ''
}

/** An answer whose one claim quotes a passage, with another claim on another document, stored as the answers room stores them. */
async function storeAnswer(path: string, otherPath: string): Promise<void> {
  const [cited, other] = await Promise.all([path, otherPath].map(async (name) => (await rows<{ documentId: string; revisionId: string; passageId: number; text: string; startOffset: number; endOffset: number; title: string }>(database(), sql`
    select e.document_id as "documentId", p.revision_id as "revisionId", p.id as "passageId", p.text, p.start_offset as "startOffset", p.end_offset as "endOffset", r.title
    from index_entry e join passage p on p.id = e.passage_id join revision r on r.id = p.revision_id where r.source_path = ${name} and e.current order by p.id limit 1`))[0]))
  if (cited === undefined || other === undefined) throw new Error('nothing to cite')
  const item = (of: typeof cited, evidenceId: string, sourcePath: string) => ({
    evidenceId, documentId: of.documentId, revisionId: of.revisionId, title: of.title, sourcePath, headingPath: [of.title], why: `Holds ${of.title}.`, kind: 'note', scope: 'private', relations: [],
    passage: { id: `psg_${of.passageId}`, text: of.text, startOffset: of.startOffset, endOffset: of.endOffset, context: [], matches: [{ startOffset: 0, endOffset: 4 }] }, reasons: [{ arm: 'lexical', rank: 1, score: 1, terms: [of.title] }],
  })
  const citation = (of: typeof cited, number: number, sourcePath: string) => ({ number, evidenceId: `e${number}`, documentId: of.documentId, revisionId: of.revisionId, revision: 1, sourcePath, quote: of.text, startOffset: of.startOffset, endOffset: of.endOffset })
  const common = { question: 'What is known?', request: {}, identity: 'owner', scopes: ['*'], generation: 1, createdAt: '2022-01-01T00:00:00Z', cause: 'asked' }
  await database().insert(schema.evidenceSet).values({ ...common, id: 'evd_1', revision: 1, mode: 'hybrid', weak: false, strategy: 'passages', tokens: 1, items: [item(cited, 'e1', path), item(other, 'e2', otherPath)] })
  await database().insert(schema.answer).values({ id: 'ans_1', identity: 'owner' })
  await database().insert(schema.answerRevision).values({
    ...common, answerId: 'ans_1', revision: 1, evidenceSetId: 'evd_1', evidenceSetRevision: 1, promptVersion: 'p', model: 'extractive', outcome: 'partial', configuration: {}, stages: [], unanswered: [`Why ${canary}?`],
    claims: [{ id: 'clm_1', text: cited.text, quoted: true, verdict: 'supported', verdictWords: 'Supported, word for word', citations: [citation(cited, 1, path)] }, { id: 'clm_2', text: other.text, quoted: true, verdict: 'supported', verdictWords: 'Supported', citations: [citation(other, 2, otherPath)] }],
    withheld: [{ text: `${canary} is a god.`, verdict: 'not-established', reason: 'No passage says so.' }, { text: 'Water boils.', verdict: 'not-established', reason: 'No passage says so.' }],
    refusal: { reason: 'missing-entity', supported: `The notes speak of ${canary}.`, missing: 'No day is named.', passages: [{ evidenceId: 'e1', note: 'Near the question.' }], narrower: [`${canary} notes`, 'water'] },
  })
  await database().insert(schema.answerCitation).values([cited, other].map(({ documentId, revisionId, passageId, startOffset, endOffset, text }, at) => {
    return { answerId: 'ans_1', answerRevision: 1, claimId: `clm_${at + 1}`, number: at + 1, evidenceId: `e${at + 1}`, documentId, revisionId, passageId, startOffset, endOffset, quote: text }
  }))
}

describe('a purge', () => {
  it('leaves no word of the document in any table, and everything else as it was', async () => {
    index = await openTestIndex({
      [`about-${canary}.md`]: note(canary, `${canary} sleeps under the lake.\n\n## ${canary} again\n\nThe secret is ${canary}7.`, `---\nid: ${canary}-id\ntags: [${canary}]\naliases: ["${canary} notes"]\nproject: ${canary}\nsupersedes: plain.md\n---\n`),
      'plain.md': note('Plain', 'Water boils at a hundred degrees.'),
    })
    await index.build()
    const path = `about-${canary}.md`
    await index.write(path, note(canary, `${canary} woke up. See [[${canary} notes]].`))
    await index.build()
    await storeAnswer(path, 'plain.md')
    await database().insert(schema.reconciliation).values({ findings: [{ kind: 'files', examples: [path] }], startedAt: '2022-01-01T00:00:00Z' })
    expect((await placesOf(canary)).length).toBeGreaterThan(12)
    await index.remove(path)
    const id = await idOf(path)
    const day = new Date().toISOString().slice(0, 10)
    expect(await purge(path)).toEqual({ documentId: id, path, revisions: 2, passages: 4, evidenceSets: 1, answers: 1, evaluationRuns: 0, sameTextIn: [], day })
    expect(await placesOf(canary)).toEqual([])
    expect(await placesOf('sleeps under')).toEqual([])
    const [answer] = await rows<{ claims: readonly { text: string; quoted: boolean; citations: readonly { quote: string; sourcePath: string }[] }[]; withheld: readonly { text: string }[]; refusal: { supported: string; missing: string; narrower: readonly string[] } }>(database(), sql`select claims, withheld, refusal from answer_revision`)
    const marked = expect.stringMatching(new RegExp(`^\\[purged: sha256 [0-9a-f]{64}, ${day}\\]$`)) as unknown
    expect(answer?.claims[0]).toMatchObject({ text: marked, quoted: false, citations: [{ quote: marked, sourcePath: `[purged, ${day}]` }] })
    expect(answer?.claims[1]).toMatchObject({ text: 'Water boils at a hundred degrees.', quoted: true, citations: [{ quote: 'Water boils at a hundred degrees.', sourcePath: 'plain.md' }] })
    expect(answer?.withheld).toMatchObject([{ text: marked }, { text: 'Water boils.' }])
    expect(answer?.refusal).toMatchObject({ supported: marked, missing: 'No day is named.', narrower: [marked, 'water'] })
    expect(await rows(database(), sql`select c.text, c.purged_at is not null as purged, length(c.digest) as length from content c join revision r on r.content_digest = c.digest where r.document_id = ${id}`)).toEqual([{ text: null, purged: true, length: 64 }, { text: null, purged: true, length: 64 }])
  })

  it('takes the document out of stored evaluation runs, and leaves a run that does not repeat it alone', async () => {
    index = await openTestIndex({ 'water.md': note('Secret', `${canary} sleeps under the old lake in the north.`), 'plain.md': note('Plain', 'Water boils at a hundred degrees.') })
    await index.build()
    const about = { question: 'Where is it?', trap: null, fault: null }
    const run = (results: readonly object[]) => ({ version: 1, configuration: { chunker: canary }, results })
    const repeating = run([
      { ...about, id: 'a', claims: ['It sleeps under the old lake.', 'Water boils at a hundred degrees.'], findings: [{ stage: 'outcome', message: 'The outcome is refused.' }, { stage: 'support', message: 'A claim rests on water.md r1 alone.' }] },
      { ...about, id: 'b', claims: [], trap: `${canary} is a god.`, findings: [{ stage: 'required', message: `No claim says “${canary}”.` }] },
    ])
    const other = run([{ ...about, id: 'a', claims: ['Water boils at a hundred degrees.'], findings: [] }])
    const common = { startedAt: '2022-01-01T00:00:00Z', finishedAt: '2022-01-01T00:01:00Z', corpusDigest: 'c', casesDigest: 'd', summary: { cases: 2 } }
    await database().insert(schema.evaluationRun).values([{ ...common, id: 'evr_1', run: repeating }, { ...common, id: 'evr_2', run: other }])
    await index.remove('water.md')
    expect(await purge('water.md')).toMatchObject({ evaluationRuns: 1 })
    const marked = expect.stringMatching(/^\[purged: sha256 [0-9a-f]{64}, [0-9-]{10}\]$/) as unknown
    const [first, second] = await rows<{ run: unknown }>(database(), sql`select run from evaluation_run order by id`)
    expect(first?.run).toEqual(run([
      { ...about, id: 'a', claims: [marked, 'Water boils at a hundred degrees.'], findings: [{ stage: 'outcome', message: 'The outcome is refused.' }, { stage: 'support', message: 'A claim rests on [purged] r1 alone.' }] },
      { ...about, id: 'b', claims: [], trap: marked, findings: [{ stage: 'required', message: marked }] },
    ]))
    expect(second?.run).toEqual(other)
    await expect(database().execute(sql`update evaluation_run set run = '{}'::jsonb`)).rejects.toThrow()
  })

  it('lets the index go on: the next build holds what a fresh index of the folder holds, and nothing has drifted', async () => {
    index = await openTestIndex({ 'a.md': note('A', `${canary} one.`, '---\nsupersedes: b.md\n---\n'), 'b.md': note('B', 'Stays here.'), 'c.md': note('C', 'Here too.') })
    await index.build()
    await index.write('c.md', note('C', 'Here too, edited.'))
    await index.build()
    await index.remove('a.md')
    await purge('a.md')
    expect((await readLiveSet(database(), 2)).map(({ path, superseded }) => [path, superseded])).toEqual([['b.md', false], ['c.md', false], ['c.md', false]])
    expect((await readLiveSet(database(), 1)).map(({ path }) => path)).toEqual(['c.md'])
    expect((await reconcile({ database: database(), embedder: index.embedder, ranking: {}, dryRun: true })).findings).toEqual([])
    expect(await index.build()).toMatchObject({ changed: false })
  })

  it('refuses while the file would come back, and with keepFile forgets what was before and reads the file anew', async () => {
    index = await openTestIndex({ 'a.md': note('A', `The password is ${canary}.`), 'b.md': note('B', 'Stays.') })
    await index.build()
    await index.write('a.md', note('A', 'The password was taken out.'))
    await index.build()
    const id = await idOf('a.md')
    await expect(purge('a.md')).rejects.toThrow('a.md is still in')
    expect(await placesOf(canary)).not.toEqual([])
    await purge('a.md', true)
    expect(await placesOf(canary)).toEqual([])
    await index.build()
    const again = await idOf('a.md')
    expect(again).not.toBe(id)
    expect((await readLiveSet(database(), 3)).map(({ path, text }) => [path, text])).toEqual([['a.md', 'The password was taken out.'], ['b.md', 'Stays.']])
  })

  it('takes a file that the rules ignore for one that does not come back', async () => {
    index = await openTestIndex({ 'a.md': note('A', canary), 'b.md': note('B', 'Stays.') })
    await index.build()
    await index.write('k81r.yaml', 'ignore: [a.md]\n')
    await purge('a.md')
    await index.build()
    expect(await placesOf(canary)).toEqual([])
  })

  it('keeps what another document says too, and names that document', async () => {
    index = await openTestIndex({ 'a.md': note('Same', 'The very same words.'), 'sub/b.md': note('Same', 'The very same words.') })
    await index.build()
    await index.remove('a.md')
    expect(await purge('a.md')).toMatchObject({ sameTextIn: ['sub/b.md'] })
    expect((await readLiveSet(database(), 1)).map(({ path, text, vector }) => [path, text, vector === null])).toEqual([['sub/b.md', 'The very same words.', false]])
  })

  it('packs the postings anew without its words', async () => {
    index = await openTestIndex({
      'a.md': note('A', `${canary} alone.`), 'many.md': note('Many', Array.from({ length: 2_010 }, (_, at) => `## Part ${at}\n\nWord${at} stands here.`).join('\n\n')),
    }, { state: 'unavailable', reason: 'Not needed here.' })
    await index.build()
    await writeSegments(database())
    expect(await placesOf(canary)).toContain('posting.lexeme')
    await index.remove('a.md')
    await purge('a.md')
    expect(await placesOf(canary)).toEqual([])
    expect(await rows(database(), sql`select count(*)::int as count from posting where lexeme = 'word2000'`)).toEqual([{ count: 1 }])
  })

  it('names what it does not find, and what it finds twice', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'One.') })
    await index.build()
    await expect(purge('none.md')).rejects.toThrow('There is no document “none.md”.')
    await index.remove('a.md')
    await purge('a.md')
    await expect(purge('a.md')).rejects.toThrow('There is no document “a.md”.')
  })
})
