import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { changeEvidence, readEvidenceSet } from '@/lib/evidence'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { openAnswerRecords, readRecord, startAnswerRunner, type AnswerRecord } from './index'

const incident = (date: string, title: string, text: string) => `---\nkind: incident\ndate: ${date}\n---\n# ${title}\n\n## Summary\n\n${text}\n\n## Follow-up\n\nA test was written about it.\n`
const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\nprojects:\n  - { path: "**", project: Z29C }\n',
  'open/letters.md': incident('2021-03-11', 'Duplicate letters', 'Surplus letters were printed for an hour.'),
  'open/lookup.md': incident('2022-06-19', 'Endless lookup', 'The loop repeated for eleven hours.'),
  'open/adr-0001-backoff.md': '# 1. Backoff\n\nDate: 2020-02-24\n\n## Status\n\nSuperseded by [ADR-0002](adr-0002-state.md)\n\n## Context\n\nLoops.\n\n## Decision\n\nWe retry three times.\n',
  'open/adr-0002-state.md': '# 2. A state\n\nDate: 2021-03-29\n\n## Status\n\nAccepted\n\n## Context\n\nLetters.\n\n## Decision\n\nWe add a state for what we do not know.\n',
  'open/adr-0003-log.md': '# 3. A log\n\nDate: 2021-10-18\n\n## Status\n\nAccepted\n\n## Context\n\nReceipts.\n\n## Decision\n\nReceipts are appended.\n',
  'home/strike.md': incident('2022-08-01', 'Strike', 'The osprey canary went on strike.'),
}

describe('an answer from the records', () => {
  let index: TestIndex
  beforeAll(async () => {
    index = await openTestIndex(files)
    await index.build()
  })
  afterAll(() => index.close())

  const services = () => ({ database: index.opened.database, embedder: index.embedder, languageModel: null, modelIsLocal: false })
  async function ask(query: string, identity: Identity = owner, from: { readonly evidenceSetId: AnswerRecord['evidenceSetId']; readonly revision: number } | null = null): Promise<AnswerRecord> {
    const runner = startAnswerRunner(services())
    const { answerId, revision } = await runner.start({ identity, request: { query }, cause: 'asked', from })
    const end = await (await runner.feed(identity, answerId, revision))?.end()
    if (end === undefined || !('claims' in end)) throw new Error(end?.message ?? 'no record')
    return end
  }

  it('states the count with its conditions, and cites each document by its own words', async () => {
    const record = await ask('How many incidents of Z29C were there in 2022?')
    expect(record).toMatchObject({ outcome: 'answered', refusal: null, unanswered: [], records: { statement: '2 documents match: incidents of Z29C, dated 2022.', total: 2, shown: 2, generation: 1 } })
    expect(record.claims.map(({ text, quoted, verdict, citations }) => [text, quoted, verdict, citations.map(({ sourcePath, quote }) => [sourcePath, quote])])).toEqual([
      ['The loop repeated for eleven hours.', true, 'supported', [['open/lookup.md', 'The loop repeated for eleven hours.']]],
      ['The osprey canary went on strike.', true, 'supported', [['home/strike.md', 'The osprey canary went on strike.']]],
    ])
    for (const { citations } of record.claims) for (const { sourcePath, quote, startOffset, endOffset } of citations) expect(Object.entries(files).find(([path]) => path === sourcePath)?.[1].slice(startOffset, endOffset)).toBe(quote)
    expect(record.records?.rows.map(({ claimId, title, effectiveAt }) => [claimId, title, effectiveAt])).toEqual([['clm_1', 'Endless lookup', '2022-06-19'], ['clm_2', 'Strike', '2022-08-01']])
  })

  it('keeps rows of equal words apart, quotes the status asked for, and rests on a set of exactly these passages', async () => {
    const record = await ask('Which decisions were accepted in 2021?')
    expect(record.claims.map(({ text, citations }) => [text, citations[0]?.number, citations[0]?.sourcePath])).toEqual([['Accepted', 1, 'open/adr-0002-state.md'], ['Accepted', 2, 'open/adr-0003-log.md']])
    const set = await readEvidenceSet(index.opened.database, owner, record.evidenceSetId, record.evidenceSetRevision)
    expect(set?.items.map(({ sourcePath, headingPath }) => [sourcePath, headingPath.at(-1)])).toEqual([['open/adr-0002-state.md', 'Status'], ['open/adr-0003-log.md', 'Status']])
  })

  it('names what replaced a decision and when', async () => {
    const { records, claims } = await ask('Which decisions were superseded in 2021?')
    expect(records?.statement).toBe('1 document matches: decisions (RFCs included) with status superseded, replaced by a document dated 2021.')
    expect(records?.rows[0]).toMatchObject({ title: '1. Backoff', status: 'superseded', successor: { title: '2. A state', effectiveAt: '2021-03-29' } })
    expect(claims[0]?.text).toContain('Superseded by')
  })

  it('tells one fact of a numbered document, by the words that state it', async () => {
    const replaced = await ask('What replaced ADR 1?')
    expect(replaced).toMatchObject({ outcome: 'answered', records: { statement: 'ADR 1 is replaced by “2. A state”, dated 2021-03-29.', total: 1 } })
    expect(replaced.claims[0]?.citations[0]?.sourcePath).toBe('open/adr-0002-state.md')
    const force = await ask('Is ADR 1 still in force?')
    expect(force.records?.statement).toBe('No: “1. Backoff” has status superseded: “2. A state” (2021-03-29) replaces it.')
    expect(force.claims[0]?.text).toContain('Superseded by')
    const dated = await ask('When was ADR 3 accepted?')
    expect(dated.records?.statement).toBe('“3. A log” is dated 2021-10-18 by its own date line; its status is accepted.')
    expect(dated.claims.map(({ text }) => text)).toEqual(['Accepted'])
    expect((await ask('What does ADR 2 supersede?')).records?.statement).toBe('ADR 2 replaces “1. Backoff”, dated 2020-02-24.')
  })

  it('picks the first or the last by date', async () => {
    const last = await ask('When was the last incident of Z29C?')
    expect(last).toMatchObject({ outcome: 'answered', unanswered: [], records: { statement: 'The latest by date of 3 documents, incidents of Z29C: “Strike”, dated 2022-08-01.', total: 3, shown: 1 } })
    expect(last.claims.map(({ text }) => text)).toEqual(['The osprey canary went on strike.'])
    expect((await ask('When was the last incident of Z29C?', stranger)).records?.statement).toBe('The latest by date of 2 documents, incidents of Z29C: “Endless lookup”, dated 2022-06-19.')
  })

  it('leaves to the text what the records do not hold', async () => {
    for (const question of ['What replaced ADR 3?', 'When was ADR 3 rejected?', 'What is the latest release of Z29C?', 'Is ADR 99 accepted?']) expect((await ask(question)).records).toBeUndefined()
  })

  it('is stored, exported and shared with its statement', async () => {
    const record = await ask('List the incidents of 2021')
    expect(await readRecord(index.opened.database, owner, record.answerId, 1)).toEqual(record)
    const records = openAnswerRecords(services())
    const exported = await records.export(owner, record.answerId, 1)
    expect(exported?.markdown).toContain('1 document matches: incidents, dated 2021.')
    expect(exported?.json.records).toEqual(record.records)
    expect(await records.sharePreview(owner, record.answerId, 1)).toMatchObject({ statement: '1 document matches: incidents, dated 2021.' })
  })

  it('says that none matches and by which conditions, and offers only searches that find something', async () => {
    const record = await ask('How many incidents of Z29C were there in 2019?')
    expect(record).toMatchObject({ outcome: 'refused', claims: [], refusal: { reason: 'missing-relationship', missing: 'No document matches: incidents of Z29C, dated 2019.', passages: [] } })
    for (const query of record.refusal?.narrower ?? []) expect(query).toMatch(/kind:incident/)
  })

  it('is none where a condition is about content: that is refused and never answered without it', async () => {
    const record = await ask('How many incidents about letters were there in 2021?')
    expect(record).toMatchObject({ outcome: 'refused', claims: [] })
    expect(record.records).toBeUndefined()
  })

  it('counts for a stranger what a stranger may see, and is the same when a hidden document comes', async () => {
    const questions = ['How many incidents of Z29C were there in 2022?', 'List all documents', 'Which decisions are accepted?', 'How many incidents were there in 2023?']
    const told = async () => Promise.all(questions.map(async (question) => {
      const { records, claims, refusal, unanswered, outcome } = await ask(question, stranger)
      return JSON.stringify({ claims, refusal, unanswered, outcome, records: records === undefined ? null : { ...records, generation: 0 } })
    }))
    const before = await told()
    expect(before[0]).toContain('1 document matches')
    expect(before.join('\n')).not.toMatch(/strike|osprey/i)
    await index.write('home/flood.md', incident('2023-01-02', 'Flood', 'The osprey canary drowned.'))
    await index.write('home/new.md', '---\nkind: decision\nstatus: accepted\nsupersedes: ADR-0003\ndate: 2022-01-01\n---\n# New log\n\nThe osprey canary appends.\n')
    await index.build()
    expect(await told()).toEqual(before)
    expect((await ask('How many incidents were there in 2023?')).records?.total).toBe(1)
    await index.remove('home/flood.md')
    await index.remove('home/new.md')
    await index.build()
  })

  it('made from a set that a person changed keeps to it, and says what it leaves out', async () => {
    const first = await ask('How many incidents of Z29C were there?')
    expect(first.records?.total).toBe(3)
    const changed = await changeEvidence(owner, first.evidenceSetId, 1, { kind: 'exclude', evidenceId: 'e1', reason: 'Not ours.' }, services())
    expect(changed?.kind).toBe('changed')
    const record = await ask('How many incidents of Z29C were there?', owner, { evidenceSetId: first.evidenceSetId, revision: 2 })
    expect(record).toMatchObject({ outcome: 'partial', evidenceSetRevision: 2, records: { total: 3, shown: 2 }, unanswered: ['The evidence set holds 2 of the 3 documents that match.'] })
  })
})
