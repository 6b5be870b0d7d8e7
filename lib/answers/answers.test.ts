import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { readEvidenceSet } from '@/lib/evidence'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { openEmbedder, openLanguageModel } from '@/lib/models'
import { startLoopbackProvider, type LoopbackBehaviour } from '@/lib/models/testing'
import { closeInterruptedRuns, readCitationStates, readRecord, startAnswerRunner, type AnswerRecord } from './index'

const policy = `---
id: retry-policy
kind: decision
status: accepted
date: 2022-05-03
---
# Retry and recovery policy

Retries depend on the adapter.

## Adapter capability

| Idempotency key | Status lookup | Retry rule |
|---|---|---|
| yes | yes | up to 4 retries with the same key |
| none | none | never retried automatically; outcome-unknown |

## Unknown outcome

A possibly accepted request that cannot be queried enters \`outcome-unknown\` and is not retried automatically.
An operator resolves it from a receipt.
`
const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\nlocalOnly: ["open/diary.md"]\nprojects:\n  - { path: "open/**", project: Z29C }\n',
  'open/policy.md': policy,
  'open/keep.md': '# Storage of receipts\n\nReceipts are kept for 540 days.\n',
  'open/config.md': '# Configuration\n\n## Retention\n\nReceipts are kept for 400 days and then deleted.\n',
  'open/2020-08-ping.md': '# Ping\n\nI turned on `dispatch.preflight_ping` for all adapters; every send is preceded by a request to the health address of the provider.\n',
  'open/2022-02-clean-up.md': '# Config clean-up\n\nThe key `dispatch.preflight_ping` is gone from the config and from the code.\n\nUnknown keys stop the start.\n',
  'open/lunch.md': '# Canteen\n\nThe canteen of the office opens at noon and closes at two.\n',
  'open/diary.md': '# Diary of the retry policy\n\nThe heron canary hates retries of the adapter without idempotency key and status lookup.\n',
  'secret.md': '# Secret policy\n\nThe osprey canary knows which retry policy an adapter without idempotency and status lookup uses.\n',
}
const question = 'Which retry policy does Z29C use for an adapter with no idempotency and no status lookup?'

describe('answers', () => {
  let index: TestIndex
  let embedder: Awaited<ReturnType<typeof openEmbedder>>
  beforeAll(async () => {
    embedder = await openEmbedder({ dataDir: join(tmpdir(), 'k81r-test-models'), rootDir: process.cwd(), enabled: true })
    index = await openTestIndex(files, embedder)
    await index.build()
  })
  afterAll(async () => {
    await index.close()
    if (embedder.state === 'ready') await embedder.embedder.close()
  })

  const services = (languageModel: ReturnType<typeof openLanguageModel> = null, modelIsLocal = false) => ({ database: index.opened.database, embedder, languageModel, modelIsLocal })
  async function ask(query: string, identity: Identity = owner, runner = startAnswerRunner(services())): Promise<AnswerRecord> {
    const { answerId, revision } = await runner.start({ identity, request: { query }, cause: 'asked', from: null })
    const end = await (await runner.feed(identity, answerId, revision))?.end()
    if (end === undefined || !('claims' in end)) throw new Error(end?.message ?? 'no record')
    return end
  }
  async function askModel(behaviour: LoopbackBehaviour, query = question, modelIsLocal = false) {
    const provider = await startLoopbackProvider([behaviour])
    const record = await ask(query, owner, startAnswerRunner(services(openLanguageModel({ baseUrl: provider.baseUrl, model: 'scripted', apiKey: 'key' }), modelIsLocal)))
    await provider.close()
    return { record, requests: provider.requests }
  }
  const reply = (...claims: readonly { text: string; kind?: string; evidenceIds: readonly string[] }[]): LoopbackBehaviour => ({ type: 'reply', content: JSON.stringify({ elements: claims.map((claim) => ({ kind: 'fact', ...claim })) }) })
  async function evidenceIdOf(path: string, heading: string): Promise<string> {
    const { evidenceSetId } = await ask(question)
    const set = await readEvidenceSet(index.opened.database, owner, evidenceSetId, null)
    const item = set?.items.find(({ sourcePath, headingPath }) => sourcePath === path && headingPath.includes(heading))
    if (item === undefined) throw new Error(`${path} › ${heading} is not in the evidence`)
    return item.evidenceId
  }

  it('answer the brief’s question from the row and the section, each with the exact quote of one revision', async () => {
    const record = await ask(question)
    expect(record).toMatchObject({ outcome: 'answered', refusal: null, model: 'extractive', generation: 1 })
    expect(record.claims.map(({ text }) => text)).toEqual([
      'Idempotency key: none; Status lookup: none; Retry rule: never retried automatically; outcome-unknown',
      'A possibly accepted request that cannot be queried enters `outcome-unknown` and is not retried automatically.',
    ])
    for (const { verdict, citations } of record.claims) {
      expect(verdict).toBe('supported')
      expect(citations).toHaveLength(1)
      for (const { quote, startOffset, endOffset, startLine, sourcePath } of citations) {
        expect(sourcePath).toBe('open/policy.md')
        expect(policy.slice(startOffset, endOffset)).toBe(quote)
        expect(policy.split('\n')[startLine - 1]).toContain(quote.split('\n')[0])
      }
    }
  })

  it('repeat identically', async () => {
    const [first, second] = [await ask(question), await ask(question)]
    expect(second.claims).toEqual(first.claims)
    expect(second.answerId).not.toBe(first.answerId)
  })

  it('refuse what is outside the collection, with no citation', async () => {
    const record = await ask('What is a prime number?')
    expect(record).toMatchObject({ outcome: 'refused', claims: [], refusal: { reason: 'outside-the-collection', passages: [] } })
  })

  it('refuse a number that no passage gives, and show what there is', async () => {
    const record = await ask('How many operators resolve an unknown outcome of a request?')
    expect(record.outcome).toBe('refused')
    expect(record.refusal?.passages.length).toBeGreaterThan(0)
    expect(record.refusal?.missing).toMatch(/none gives a number|No passage/)
  })

  it('show both sides where two current documents disagree', async () => {
    const record = await ask('How long are receipts kept?')
    expect(record).toMatchObject({ outcome: 'refused', refusal: { reason: 'contradicted-sources' } })
    expect(record.refusal?.missing).toContain('540 days')
    expect(record.refusal?.missing).toContain('400 days')
    expect(record.refusal?.passages.slice(0, 2)).toHaveLength(2)
  })

  it('give the current state of a setting that a later note took away without saying that it supersedes anything', async () => {
    const record = await ask('Is every send preceded by a request to the health address of the provider?')
    expect(record.claims[0]?.text).toBe('The key `dispatch.preflight_ping` is gone from the config and from the code.')
    expect(record.claims.map(({ text }) => text).join(' ')).not.toContain('I turned on')
  })

  it('offer only narrower queries that find something well', async () => {
    const { refusal } = await ask('How many operators resolve an unknown outcome of a request?')
    expect(refusal?.narrower.length).toBeGreaterThan(0)
    const { search } = await import('@/lib/retrieval')
    for (const query of refusal?.narrower ?? []) {
      const found = await search(owner, { query }, services())
      expect(found.weak).toBe(false)
      expect(found.results.length).toBeGreaterThan(0)
    }
  })

  it('are read from the record alone, and the database refuses to change it', async () => {
    const record = await ask(question)
    expect(await readRecord(index.opened.database, owner, record.answerId, record.revision)).toEqual(record)
    await expect(index.opened.database.execute(sql`update answer_revision set outcome = 'refused'`)).rejects.toThrow()
    await expect(index.opened.database.execute(sql`delete from answer_citation`)).rejects.toThrow()
  })

  it('of the owner do not exist for a stranger, who is answered from public passages alone', async () => {
    const record = await ask('What does the osprey canary know?')
    expect(await readRecord(index.opened.database, stranger, record.answerId, null)).toBeNull()
    expect(await readEvidenceSet(index.opened.database, stranger, record.evidenceSetId, null)).toBeNull()
    const public_ = await ask('What does the osprey canary know?', stranger)
    expect(JSON.stringify(public_)).not.toMatch(/secret/i)
    expect(public_.outcome).toBe('refused')
  })

  it('get distinct revisions when they are asked again at once', async () => {
    const runner = startAnswerRunner(services())
    const { answerId } = await ask(question, owner, runner)
    const again = await Promise.all(Array.from({ length: 8 }, () => runner.start({ answerId, identity: owner, request: { query: question }, cause: 'asked again', from: null })))
    expect(again.map(({ revision }) => revision).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    await runner.idle()
    const records = await Promise.all(again.map(({ revision }) => readRecord(index.opened.database, owner, answerId, revision)))
    expect(records.map((record) => record?.revision).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect(new Set(records.map((record) => record?.evidenceSetId)).size).toBe(8)
  })

  it('come claim by claim, in order, before the run ends, and again for whoever comes later', async () => {
    const runner = startAnswerRunner(services())
    const { answerId, revision } = await runner.start({ identity: owner, request: { query: question }, cause: 'asked', from: null })
    const feed = await runner.feed(owner, answerId, revision)
    const first = await feed?.claim(0)
    expect(first?.citations[0]?.number).toBe(1)
    expect((await feed?.claim(1))?.citations[0]?.number).toBe(2)
    expect(await feed?.claim(2)).toBeNull()
    await feed?.end()
    const late = await runner.feed(owner, answerId, revision)
    expect(await late?.claim(0)).toEqual(first)
    expect(await runner.feed(stranger, answerId, revision)).toBeNull()
  })

  it('that a stopped server left behind say so', async () => {
    await index.opened.database.execute(sql`insert into answer (id, identity) values ('ans_left0000000000000', 'owner')`)
    await index.opened.database.execute(sql`insert into answer_run (answer_id, revision, state, question, request, identity, scopes) values ('ans_left0000000000000', 1, 'running', 'q', '{}', 'owner', '{*}')`)
    await closeInterruptedRuns(index.opened.database)
    const feed = await startAnswerRunner(services()).feed(owner, 'ans_left0000000000000', null)
    expect(await feed?.end()).toMatchObject({ state: 'interrupted', message: 'K81R was stopped before this answer was finished.' })
    expect(await feed?.claim(0)).toBeNull()
  })

  describe('through a provider', () => {
    it('show a quotation and a gated fact that the cited passage carries, with tokens counted', async () => {
      const id = await evidenceIdOf('open/policy.md', 'Unknown outcome')
      const { record } = await askModel(reply({ text: 'An operator resolves it from a receipt.', kind: 'quotation', evidenceIds: [id] }))
      expect(record).toMatchObject({ outcome: 'answered', model: 'scripted' })
      expect(record.claims.map(({ text, verdictWords }) => [text, verdictWords])).toEqual([['An operator resolves it from a receipt.', expect.stringContaining('word for word')]])
      expect(record.stages.find(({ stage }) => stage === 'synthesis')).toMatchObject({ inputTokens: 100, outputTokens: 20 })
    })

    it.each([
      ['an id that is not in the set', { text: 'An operator resolves it from a receipt.', evidenceIds: ['e99'] }],
      ['no citation at all', { text: 'An operator resolves it from a receipt.', evidenceIds: [] }],
      ['the brief’s false answer', { text: 'Z29C attempts three retries with exponential backoff.', evidenceIds: ['e1'] }],
      ['an invented number', { text: 'A possibly accepted request is retried 7 times automatically.', evidenceIds: ['e1', 'e2', 'e3'] }],
      ['a dropped negation', { text: 'A possibly accepted request that cannot be queried is retried automatically.', evidenceIds: ['e1', 'e2', 'e3'] }],
    ])('show nothing for %s', async (_name, claim) => {
      const { record } = await askModel(reply(claim))
      expect(record.claims.filter(({ text }) => text === claim.text)).toEqual([])
      expect(record.withheld.map(({ text }) => text)).toContain(claim.text)
    })

    it('say why there is no synthesis when the provider fails, and keep the evidence', async () => {
      const { record } = await askModel({ type: 'error', status: 429, message: 'slow down' })
      expect(record).toMatchObject({ outcome: 'refused', refusal: { reason: 'synthesis-unavailable', missing: expect.stringContaining('no more requests') } })
      expect((await readEvidenceSet(index.opened.database, owner, record.evidenceSetId, null))?.items.length).toBeGreaterThan(0)
    })

    it('keep what was verified before the connection broke', async () => {
      const id = await evidenceIdOf('open/policy.md', 'Unknown outcome')
      const whole = JSON.stringify({ elements: [{ text: 'An operator resolves it from a receipt.', kind: 'quotation', evidenceIds: [id] }, { text: 'And more', kind: 'fact', evidenceIds: [id] }] })
      const { record } = await askModel({ type: 'break', content: whole.slice(0, whole.indexOf('And')) })
      expect(record.claims.map(({ text }) => text)).toEqual(['An operator resolves it from a receipt.'])
      expect(record.outcome).toBe('partial')
    })

    it('send a remote provider text, title, heading and date of what it may have: no local-only passage, no path, no scope', async () => {
      const { requests } = await askModel(reply())
      const sent = JSON.stringify(requests.map(({ body }) => body))
      expect(sent).toContain('possibly accepted request')
      expect(sent).not.toMatch(/heron canary/)
      expect(sent).not.toMatch(/open\/|\.md|k81r\.yaml|private|public|localOnly/)
      const local = await askModel(reply(), question, true)
      expect(JSON.stringify(local.requests)).toContain('heron canary')
    })
  })

  it('say that a cited document was superseded to whoever may see what replaces it, and to nobody else', async () => {
    const record = await ask(question)
    await index.write('home/new-policy.md', '---\nsupersedes: retry-policy\n---\n# Another way\n\nNothing is retried.\n')
    await index.build()
    expect([...(await readCitationStates(index.opened.database, owner, record)).values()]).toEqual(['superseded', 'superseded'])
    expect([...(await readCitationStates(index.opened.database, stranger, record)).values()]).toEqual(['current', 'current'])
    await index.remove('home/new-policy.md')
    await index.build()
  })

  it('say when a cited passage has changed or gone since', async () => {
    const record = await ask(question)
    expect([...(await readCitationStates(index.opened.database, owner, record)).values()]).toEqual(['current', 'current'])
    await index.write('open/policy.md', policy.replace('Retries depend', 'All retries depend'))
    await index.build()
    expect([...(await readCitationStates(index.opened.database, owner, record)).values()]).toEqual(['current', 'current'])
    await index.write('open/policy.md', policy.replace('An operator', 'Two operators'))
    await index.build()
    expect([...(await readCitationStates(index.opened.database, owner, record)).entries()]).toEqual([[1, 'current'], [2, 'changed']])
    await index.remove('open/policy.md')
    await index.build()
    expect([...(await readCitationStates(index.opened.database, owner, record)).values()]).toEqual(['removed', 'removed'])
    expect((await readRecord(index.opened.database, owner, record.answerId, null))?.claims).toEqual(record.claims)
  })
})
