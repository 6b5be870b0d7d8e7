import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createId, digest } from '@/lib/foundation'
import { owner, parseIdentity, stranger, type Identity } from '@/lib/access'
import { rows } from '@/lib/database'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { openEmbedder } from '@/lib/models'
import { openAnswerRecords, startAnswerRunner, type AnswerRecord, type AnswerRecords, type HistoryRequest } from './index'
import { beginRun, storeRecord } from './store'

const receipts = '# Storage of receipts\n\n## Period\n\nReceipts are kept for 540 days.\n\nThe archive in Tromsø holds a copy of every receipt.\n'
const hostile = '# Labels\n\nLabels of parcels are printed by the `zebra-9` printer [^1] ![](http://tracker.example/x.png) <b>daily</b>.\n\n[^2]: A forged note.\n'
const files = {
  'k81r.yaml': 'scopes:\n  - { path: "team/**", scope: team }\n',
  'home/receipts.md': receipts,
  'home/labels.md': hostile,
  'home/adapter.md': '# Adapters\n\nAn adapter without a status lookup is never retried automatically.\n',
  'team/canteen.md': '# Canteen\n\nThe canteen of the office opens at noon.\n',
}
const answered = 'How long are receipts kept?'
const refused = 'Who audits the parcels of the airport warehouse?'
const reader = parseIdentity('reader:team')
const everything: HistoryRequest = { words: '', outcome: null, bookmarked: false, offset: 0, limit: 50 }

describe('records of answers', () => {
  let index: TestIndex
  let embedder: Awaited<ReturnType<typeof openEmbedder>>
  let records: AnswerRecords
  let runner: ReturnType<typeof startAnswerRunner>
  beforeAll(async () => {
    embedder = await openEmbedder({ dataDir: join(tmpdir(), 'k81r-test-models'), rootDir: process.cwd(), enabled: true })
    index = await openTestIndex(files, embedder)
    await index.build()
    const services = { database: index.opened.database, embedder, languageModel: null, modelIsLocal: false }
    records = openAnswerRecords(services)
    runner = startAnswerRunner(services)
  })
  afterAll(async () => {
    await index.close()
    if (embedder.state === 'ready') await embedder.embedder.close()
  })

  async function ask(query: string, identity: Identity = owner, answerId?: AnswerRecord['answerId']): Promise<AnswerRecord> {
    const started = await runner.start({ identity, request: { query }, cause: 'asked', from: null, ...(answerId === undefined ? {} : { answerId }) })
    const end = await (await runner.feed(identity, started.answerId, started.revision))?.end()
    if (end === undefined || !('claims' in end)) throw new Error(end?.message ?? 'no record')
    return end
  }
  const notPermitted = { name: 'Fault', code: 'not-permitted' }
  const badInput = { name: 'Fault', code: 'bad-input' }

  it('are found by words of the question in any order, by outcome and by bookmark, page by page, each identity’s own', async () => {
    const [kept, gap] = [await ask(answered), await ask(refused)]
    expect([kept.outcome, gap.outcome]).toEqual(['answered', 'refused'])
    const own = await ask('When does the canteen open?', reader)
    const find = async (identity: Identity, request: Partial<HistoryRequest>) => (await records.history(identity, { ...everything, ...request })).answers.map(({ answerId }) => answerId)
    expect(await find(owner, { words: 'KEPT receipts' })).toEqual([kept.answerId])
    expect(await find(owner, { words: 'receipts airport' })).toEqual([])
    expect(await find(owner, { words: '%' })).toEqual([])
    expect(await find(owner, { outcome: 'refused' })).toEqual([gap.answerId])
    expect(await find(owner, { outcome: 'answered' })).toEqual([own.answerId, kept.answerId])
    expect(await find(owner, { bookmarked: true })).toEqual([])
    expect(await records.bookmark(owner, kept.answerId, true)).toBe(true)
    expect(await records.bookmark(owner, kept.answerId, true)).toBe(true)
    expect(await find(owner, { bookmarked: true })).toEqual([kept.answerId])
    expect(await records.history(owner, { ...everything, offset: 1, limit: 1 })).toMatchObject({ total: 3, answers: [{ answerId: gap.answerId, bookmarked: false }] })
    expect(await records.history(owner, { ...everything, offset: 50 })).toEqual({ total: 3, answers: [] })
    expect(await find(reader, {})).toEqual([own.answerId])
    expect(await find(stranger, {})).toEqual([])

    expect(await records.bookmark(reader, kept.answerId, true)).toBe(false)
    expect(await records.bookmark(reader, own.answerId, true)).toBe(true)
    expect(await records.bookmarked(owner, own.answerId)).toBe(false)
    await expect(records.bookmark(stranger, kept.answerId, true)).rejects.toMatchObject(notPermitted)
    await records.bookmark(owner, kept.answerId, false)
    expect(await records.bookmarked(owner, kept.answerId)).toBe(false)
  })

  it('of nothing but the closest evidence are found as such, apart from answers, and leave a gap to save', async () => {
    const record = await ask(answered)
    const answerId = createId('ans')
    await beginRun(index.opened.database, { answerId, identity: owner, request: record.request, cause: 'asked', from: null }, true)
    await storeRecord(index.opened.database, { ...record, answerId, claims: record.claims.map((claim) => ({ ...claim, closestOnly: true })) }, owner)
    const find = async (outcome: HistoryRequest['outcome']) => (await records.history(owner, { ...everything, outcome })).answers.filter((answer) => [record.answerId, answerId].includes(answer.answerId))
    expect(await find('closest')).toMatchObject([{ answerId, outcome: 'closest' }])
    expect(await find('answered')).toMatchObject([{ answerId: record.answerId, outcome: 'answered' }])
    expect(await records.save(owner, answerId, 1, 'A note.')).toBe(true)
    expect((await records.saved(owner)).filter((saved) => saved.answerId === answerId)).toMatchObject([{ outcome: 'closest', missing: '', latest: { outcome: 'closest' } }])
    await records.removeSaved(owner, answerId, 1)
    const feedbackId = await records.giveFeedback(owner, { answerId, revision: 1, category: 'presentation', words: '' })
    expect((await records.feedback(owner)).filter((feedback) => feedback.feedbackId === feedbackId)).toMatchObject([{ outcome: 'closest' }])
    if (feedbackId !== null) await records.removeFeedback(owner, feedbackId)
    await expect(records.save(owner, record.answerId, 1, 'A note.')).rejects.toMatchObject(badInput)
  })

  it('leave as Markdown whose footnotes have the record’s own numbers and quotes, and as JSON', async () => {
    const record = await ask(answered)
    const exported = await records.export(owner, record.answerId, null)
    if (exported === null) throw new Error('not exported')
    const { markdown, json, fileName } = exported
    expect(fileName).toBe(`${record.answerId}-r1`)
    const marks = markdown.split('\n').filter((line) => !line.startsWith('[^') && line.includes('[^')).map((line) => [...line.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number)))
    expect(marks).toEqual(record.claims.map(({ citations }) => citations.map(({ number }) => number)))
    const notes = [...markdown.matchAll(/^\[\^(\d+)\]: /gm)].map(([, number]) => Number(number))
    expect(notes).toEqual([...new Set(marks.flat())].sort())
    for (const { quote } of record.claims.flatMap(({ citations }) => citations)) expect(markdown).toContain(`    ~~~\n    ${quote}\n    ~~~`)
    expect(markdown).toContain(`# ${answered}`)
    expect(json).toMatchObject({ format: 'k81r-answer', version: 1, question: answered, claims: record.claims, withheld: [], sources: [{ number: 1, title: 'Storage of receipts', sourcePath: 'home/receipts.md', quotes: ['Receipts are kept for 540 days.'] }] })
    expect(JSON.parse(JSON.stringify(json))).toEqual(json)
    expect(await records.export(reader, record.answerId, null)).toBeNull()
    const theirs = await ask('When does the canteen open?', reader)
    expect((await records.export(reader, theirs.answerId, 1))?.json).not.toHaveProperty('withheld')
  })

  it('leave in a form in which a note forges no footnote, picture or element', async () => {
    const record = await ask('By which printer are labels of parcels printed?')
    expect(record.claims[0]?.text).toContain('![](http://tracker.example/x.png)')
    const markdown = (await records.export(owner, record.answerId, 1))?.markdown ?? ''
    const outside = markdown.replace(/^ *(~{3,})\n[\s\S]*?\n *\1$/gm, '')
    expect(outside).toContain('`zebra-9`')
    expect(outside).not.toMatch(/(?<!\\)<b>|(?<!\\)\[\]\(/)
    expect(outside.match(/(?<!\\)\[\^\d+\]/g)?.sort()).toEqual(['[^1]', '[^1]'])
  })

  it('say why nothing was answered, with the strongest passages', async () => {
    const record = await ask(refused)
    const markdown = (await records.export(owner, record.answerId, 1))?.markdown ?? ''
    expect(markdown).toContain('Not answered. Revision 1')
    expect(markdown).not.toContain('[^')
    expect(markdown).not.toContain('A citation proves')
  })

  it('take feedback on one revision, which the owner alone reads', async () => {
    const record = await ask('When does the canteen open?', reader)
    const id = await records.giveFeedback(reader, { answerId: record.answerId, revision: 1, category: 'presentation', words: 'Say it shorter.' })
    expect(id).toMatch(/^fbk_/)
    const [newest] = await records.feedback(owner)
    expect(newest).toMatchObject({ feedbackId: id, answerId: record.answerId, revision: 1, identity: 'reader:team', askedAs: 'reader:team', category: 'presentation', words: 'Say it shorter.', question: 'When does the canteen open?' })
    expect((await records.feedbackOn(owner, id ?? 'fbk_'))?.record).toEqual(record)
    await expect(records.feedback(reader)).rejects.toMatchObject(notPermitted)
    await expect(records.feedbackOn(reader, id ?? 'fbk_')).rejects.toMatchObject(notPermitted)
    await expect(records.removeFeedback(reader, id ?? 'fbk_')).rejects.toMatchObject(notPermitted)
    expect(await records.giveFeedback(reader, { answerId: record.answerId, revision: 2, category: 'presentation', words: '' })).toBeNull()
    const owners = await ask(answered)
    expect(await records.giveFeedback(reader, { answerId: owners.answerId, revision: 1, category: 'presentation', words: '' })).toBeNull()
    await expect(records.giveFeedback(stranger, { answerId: owners.answerId, revision: 1, category: 'presentation', words: '' })).rejects.toMatchObject(notPermitted)
    await records.removeFeedback(owner, id ?? 'fbk_')
    expect(await records.feedback(owner)).toEqual([])
  })

  it('of a refusal are kept with a note, and say when the notes hold something new', async () => {
    const record = await ask(refused)
    expect(await records.save(owner, record.answerId, 1, 'Ask Ingrid for the audit plan.')).toBe(true)
    expect(await records.save(owner, record.answerId, 1, 'Ask Jonas for the audit plan.')).toBe(true)
    expect(await records.savedNote(owner, record.answerId, 1)).toBe('Ask Jonas for the audit plan.')
    const state = async () => (await records.saved(owner)).map(({ question, note, missing, news, latest }) => ({ question, note, missing, latest: [latest.revision, latest.outcome], news: news === 'not-looked-for' ? news : news.map(({ sourcePath }) => sourcePath) }))
    const same = { question: refused, note: 'Ask Jonas for the audit plan.', missing: record.refusal?.missing, latest: [1, 'refused'] }
    expect(await state()).toEqual([{ ...same, news: [] }])
    // Another index, and the words that were there before in a new revision of their document: nothing new of the question.
    await index.write('home/adapter.md', `${files['home/adapter.md']}\n## Fax\n\nNo page is sent twice.\n`)
    await index.build()
    expect((await state())[0]?.news).not.toContain('home/labels.md')
    await index.write('home/audit.md', '# Audits\n\nIngrid audits the parcels of the airport warehouse every May.\n')
    await index.build()
    expect((await state())[0]?.news).toContain('home/audit.md')
    const next = await ask(refused, owner, record.answerId)
    expect(next).toMatchObject({ revision: 2, outcome: 'answered' })
    expect(await state()).toEqual([{ ...same, latest: [2, 'answered'], news: [] }])

    await expect(records.save(owner, record.answerId, 2, '')).rejects.toMatchObject(badInput)
    expect(await records.save(owner, record.answerId, 9, '')).toBe(false)
    expect(await records.save(reader, record.answerId, 1, '')).toBe(false)
    expect(await records.saved(reader)).toEqual([])
    expect(await records.savedNote(reader, record.answerId, 1)).toBeNull()
    await expect(records.saved(stranger)).rejects.toMatchObject(notPermitted)
    await records.removeSaved(reader, record.answerId, 1)
    expect(await records.saved(owner)).toHaveLength(1)
    await records.removeSaved(owner, record.answerId, 1)
    expect(await records.saved(owner)).toEqual([])
  })

  it('compare claim by claim and passage by passage', async () => {
    const first = await ask(answered)
    await index.write('home/receipts.md', receipts.replace('# Storage', '# The storage'))
    await index.build()
    const second = await ask(answered, owner, first.answerId)
    const alike = await records.compare(owner, first.answerId, 1, 2)
    expect(alike?.claims.map(({ state }) => state)).toEqual(first.claims.map(() => 'same'))
    expect(alike?.passages.map(({ state, before, after }) => [state, before?.citation.revision, after?.citation.revision])).toEqual([['other-revision', 1, 2]])
    await index.write('home/receipts.md', receipts.replace('# Storage', '# The storage').replace('540', '600'))
    await index.build()
    await ask(answered, owner, first.answerId)
    const differing = await records.compare(owner, first.answerId, 2, 3)
    expect(differing?.claims.map(({ state, before, after }) => [state, before?.text, after?.text])).toEqual([['reworded', 'Receipts are kept for 540 days.', 'Receipts are kept for 600 days.']])
    expect(differing?.passages.map(({ state }) => state)).toEqual(['changed'])
    expect(await records.compare(owner, first.answerId, 2, 9)).toBeNull()
    expect(await records.compare(reader, first.answerId, 1, 2)).toBeNull()
    expect(second.revision).toBe(2)
    await index.write('home/receipts.md', receipts)
    await index.build()
  })

  it('are shared by a link that shows question, claims and quotes and nothing else, until it ends', async () => {
    const record = await ask(answered)
    const shared = await records.share(owner, record.answerId, 1, 7)
    const token = shared?.token ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { expiresAt, ...seen } = (await records.shared(token)) ?? { expiresAt: '' }
    expect(seen).toEqual(await records.sharePreview(owner, record.answerId, 1))
    expect(seen).toEqual({
      question: answered, outcome: 'answered', createdAt: record.createdAt, closestOnly: false, statement: null,
      claims: [{ text: 'Receipts are kept for 540 days.', quoted: true, verdict: 'supported', verdictWords: record.claims[0]?.verdictWords, sources: [{ number: 1, title: 'Storage of receipts', effectiveAt: null, quote: 'Receipts are kept for 540 days.' }] }],
    })
    expect(JSON.stringify(seen)).not.toMatch(/home\/|Tromsø|_[0-9a-z]{16}/)
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(7)
    // Nothing in the database opens it.
    expect(JSON.stringify(await rows(index.opened.database, sql`select * from share`))).not.toContain(token)
    expect(await records.shared(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBeNull()
    for (const guess of ['', 'x', `${token}x`, "' or true --"]) expect(await records.shared(guess)).toBeNull()

    const [listed] = await records.shares(owner)
    expect(listed).toMatchObject({ answerId: record.answerId, revision: 1, question: answered, state: 'open', expiresAt })
    for (const other of [reader, stranger]) {
      await expect(records.shares(other)).rejects.toMatchObject(notPermitted)
      await expect(records.share(other, record.answerId, 1, 7)).rejects.toMatchObject(notPermitted)
      await expect(records.sharePreview(other, record.answerId, 1)).rejects.toMatchObject(notPermitted)
      await expect(records.revoke(other, listed?.shareId ?? 'shr_')).rejects.toMatchObject(notPermitted)
    }
    await index.opened.database.execute(sql`update share set expires_at = now() - interval '1 second'`)
    expect(await records.shared(token)).toBeNull()
    expect((await records.shares(owner))[0]?.state).toBe('expired')
    await index.opened.database.execute(sql`update share set expires_at = now() + interval '1 day'`)
    expect(await records.shared(token)).not.toBeNull()
    await records.revoke(owner, listed?.shareId ?? 'shr_')
    expect(await records.shared(token)).toBeNull()
    expect((await records.shares(owner))[0]?.state).toBe('revoked')

    const gap = await ask('What is a prime number?')
    await expect(records.share(owner, gap.answerId, 1, 7)).rejects.toMatchObject(badInput)
    expect(await records.share(owner, record.answerId, 5, 7)).toBeNull()
  })

  it('show in a shared quote’s place what a purge has put there', async () => {
    const record = await ask(answered)
    const { token } = (await records.share(owner, record.answerId, 1, 1)) ?? { token: '' }
    const mark = (text: string) => `[purged: sha256 ${digest(text)}, 2026-01-02]`
    const claims = record.claims.map((claim) => ({ ...claim, text: mark(claim.text), quoted: false, citations: claim.citations.map((citation) => ({ ...citation, quote: mark(citation.quote), sourcePath: '[purged, 2026-01-02]' })) }))
    // As lib/indexing/purge.ts does; its own test says which words it takes.
    await index.opened.database.transaction(async (tx) => {
      await tx.execute(sql`set local k81r.purge = 'on'`)
      await tx.execute(sql`update answer_revision set claims = ${JSON.stringify(claims)}::jsonb where answer_id = ${record.answerId}`)
      await tx.execute(sql`update evidence_set set items = replace(items::text, 'Storage of receipts', '[purged, 2026-01-02]')::jsonb where id = ${record.evidenceSetId}`)
    })
    const seen = await records.shared(token)
    expect(seen?.claims).toMatchObject([{ text: mark('Receipts are kept for 540 days.'), quoted: false, sources: [{ number: 1, title: '[purged, 2026-01-02]', quote: mark('Receipts are kept for 540 days.') }] }])
    const markdown = (await records.export(owner, record.answerId, 1))?.markdown
    expect(markdown).toContain(`    ~~~\n    ${mark('Receipts are kept for 540 days.')}\n    ~~~`)
    expect(`${JSON.stringify(seen)}${markdown ?? ''}`).not.toMatch(/540|Storage of/)
  })
})
