import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digest } from '@/lib/foundation'
import { rows, schema, type OpenedDatabase } from '@/lib/database'
import { openTestDatabase } from '@/lib/database/testing'

const quote = 'An operator resolves it from a receipt; “é”.'
const mark = (text: string) => `[purged: sha256 ${digest(text)}, 2026-01-02]`

describe('what an answer was', () => {
  let opened: OpenedDatabase
  const database = () => opened.database
  beforeAll(async () => {
    opened = await openTestDatabase()
    const common = { question: 'Who resolves it?', request: {}, identity: 'owner', scopes: ['*'], generation: 1, cause: 'asked' }
    await database().insert(schema.source).values({ id: 'src_1', kind: 'folder', location: '/notes' })
    await database().insert(schema.content).values({ digest: 'd', text: quote, byteLength: quote.length })
    await database().insert(schema.document).values({ id: 'doc_1', sourceId: 'src_1', identity: 'a.md', path: 'a.md', scope: 'private' })
    await database().execute(sql`insert into revision (id, document_id, number, content_digest, title, source_path, kind, scope, tags, aliases, links, supersedes, superseded_by, language, warnings, effective_at, effective_origin, in_force_from)
      values ('rev_1', 'doc_1', 1, 'd', 'A', 'a.md', 'note', 'private', '{}', '{}', '[]', '{}', '{}', 'en', '[]', '2022-01-01', 'git', '2022-01-01')`)
    await database().execute(sql`insert into passage (id, revision_id, read_with, section, heading_path, ordinal, content_type, start_offset, end_offset, start_line, end_line, context, text, prefix, index_digest, length, tokens, terms)
      values (1, 'rev_1', 'r', 0, '{}', 0, 'prose', 0, 10, 1, 1, '[]', ${quote}, '', 'x', 1, 1, '')`)
    await database().insert(schema.evidenceSet).values({ ...common, id: 'evd_1', revision: 1, mode: 'hybrid', weak: false, strategy: 'passages', tokens: 0, items: [] })
    await database().insert(schema.answer).values({ id: 'ans_1', identity: 'owner' })
    await database().insert(schema.answerRevision).values({ ...common, answerId: 'ans_1', revision: 1, evidenceSetId: 'evd_1', evidenceSetRevision: 1, promptVersion: 'p', model: 'extractive', outcome: 'answered', claims: [], withheld: [], unanswered: [], configuration: {}, stages: [] })
    await database().insert(schema.answerCitation).values({ answerId: 'ans_1', answerRevision: 1, claimId: 'clm_1', number: 1, evidenceId: 'e1', documentId: 'doc_1', revisionId: 'rev_1', passageId: 1, startOffset: 0, endOffset: 10, quote })
  })
  afterAll(() => opened.close())

  const tables = ['answer_revision', 'answer_citation', 'evidence_set'] as const
  const all = async () => Promise.all(tables.map((table) => rows(database(), sql`select * from ${sql.identifier(table)}`)))
  const refused = { cause: { message: expect.stringContaining('immutable') } }
  const purging = (statement: ReturnType<typeof sql>) => database().transaction(async (tx) => {
    await tx.execute(sql`set local k81r.purge = 'on'`)
    await tx.execute(statement)
  })

  it.each(tables)('is in %s for good: the database refuses to update, delete or empty it', async (table) => {
    const before = await all()
    const columns = await rows<{ name: string }>(database(), sql`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`)
    expect(columns.length).toBeGreaterThan(10)
    for (const { name } of columns) {
      await expect(database().execute(sql`update ${sql.identifier(table)} set ${sql.identifier(name)} = ${sql.identifier(name)}`), name).rejects.toMatchObject(refused)
    }
    await expect(database().execute(sql`delete from ${sql.identifier(table)}`)).rejects.toMatchObject(refused)
    await expect(database().execute(sql`truncate ${sql.identifier(table)} cascade`)).rejects.toMatchObject(refused)
    expect(await all()).toEqual(before)
  })

  it('keeps even from a purge everything but its words', async () => {
    const before = await all()
    for (const statement of [
      sql`update answer_revision set outcome = 'refused'`, sql`update answer_revision set question = 'Another'`, sql`update answer_revision set created_at = now()`, sql`update answer_revision set scopes = '{public}'`,
      sql`update evidence_set set generation = 2`, sql`update evidence_set set identity = 'public'`, sql`update answer_citation set document_id = 'doc_2'`, sql`update answer_citation set start_offset = 3`,
      sql`delete from answer_revision`, sql`delete from answer_citation`, sql`delete from evidence_set`, sql`truncate answer_citation`,
    ]) await expect(purging(statement)).rejects.toMatchObject(refused)
    expect(await all()).toEqual(before)
  })

  it('lets a purge put nothing in a quote’s place but its own digest and a day', async () => {
    for (const other of ['Three retries.', '', mark('Three retries.'), `${mark(quote)} and more`, digest(quote)]) {
      await expect(purging(sql`update answer_citation set quote = ${other}`), other).rejects.toMatchObject(refused)
    }
    await purging(sql`update answer_citation set quote = ${mark(quote)}`)
    await purging(sql`update answer_revision set claims = '["purged"]', withheld = '["purged"]', unanswered = '{purged}', refusal = '{}'`)
    await purging(sql`update evidence_set set items = '["purged"]'`)
    expect(await rows(database(), sql`select c.quote, r.claims, r.outcome, e.items from answer_citation c join answer_revision r on r.answer_id = c.answer_id join evidence_set e on e.id = r.evidence_set_id`))
      .toEqual([{ quote: mark(quote), claims: ['purged'], outcome: 'answered', items: ['purged'] }])
    await expect(database().execute(sql`update answer_citation set quote = ${quote}`)).rejects.toMatchObject(refused)
  })
})
