import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { search } from '@/lib/retrieval'
import { assembleEvidence } from './assemble-evidence'
import { changeEvidence, type ChangedEvidence } from './change-evidence'
import { measureContext } from './measure-context'
import { readEvidenceHistory, readEvidenceSet } from './store'
import { readSurroundings, surroundingsOf } from './store-surroundings'

const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\n  - { path: "team/**", scope: team }\n',
  'open/keep.md': '# Storage of receipts\n\nReceipts are kept for 540 days.\n',
  'open/config.md': '# Configuration\n\n## Retention of receipts\n\nReceipts are kept for 400 days and then deleted.\n',
  'open/copy.md': '# Storage of receipts, copied\n\nReceipts are kept for 540 days.\n',
  'open/canteen.md': '# Canteen\n\n## Hours\n\nThe canteen opens at noon.\n\n## Menu\n\nSoup is served on Mondays.\n',
  'team/audit.md': '# Audit of receipts\n\nThe team audits receipts every quarter.\n',
  'secret.md': '# Hidden receipts\n\nThe osprey keeps hidden receipts for 9 days.\n',
}
const question = 'How long are receipts kept?'
/** Every word of it stands in one passage, so that it is no weak match. */
const known = 'receipts kept 540 days'
const reader: Identity = { name: 'anna', scopes: ['public', 'team'] }
const otherReader: Identity = { name: 'ben', scopes: ['public', 'team'] }

describe('assembling evidence', () => {
  let index: TestIndex
  beforeAll(async () => {
    index = await openTestIndex({
      '2020.md': '---\ndate: 2020-08-17\n---\n# Ping\n\nI turned on `dispatch.preflight_ping` before every delivery today.\n',
      '2022.md': '---\ndate: 2022-02-01\n---\n# Clean-up\n\nThe key `dispatch.preflight_ping` is gone; it taught us nothing.\n',
      'lamp.md': '# The lamp\n\nMarta keeps the lamp in the tower.\n', 'gate.md': '# The gate\n\nThe gate closes at nine.\n',
      ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`day${at}.md`, `# Day ${at}\n\nBefore every delivery we did the work of day ${at}.\n`])),
    })
    await index.build()
  }, 60_000)
  afterAll(() => index.close())
  const titlesFor = async (query: string) => (await assembleEvidence(owner, { query }, { database: index.opened.database, embedder: index.embedder })).set.items.map(({ title }) => title)

  it('brings, for a question about now, what was written later of the same identifier in other words', async () => {
    expect((await titlesFor('Is it still turned on before every delivery?')).slice(0, 3)).toContain('Clean-up')
  })

  it('searches each part of a question by itself', async () => {
    const { parts } = await assembleEvidence(owner, { query: 'Who keeps the lamp, and when does the gate close?' }, { database: index.opened.database, embedder: index.embedder })
    expect(parts.map(({ results }) => results[0]?.title)).toEqual(['The lamp', 'The gate'])
  })
})

describe('evidence sets', () => {
  let index: TestIndex
  beforeAll(async () => {
    index = await openTestIndex(files)
    await index.build()
  })
  afterAll(() => index.close())

  const services = () => ({ database: index.opened.database, embedder: index.embedder })
  const assembled = async (identity: Identity = owner) => (await assembleEvidence(identity, { query: question }, services())).set
  /** A set that leaves things to be added. */
  const narrow = async () => (await assembleEvidence(owner, { query: question, filters: { path: ['config'] } }, services())).set
  const setOf = (changed: ChangedEvidence | null) => {
    if (changed?.kind !== 'changed') throw new Error(`not changed: ${JSON.stringify(changed)}`)
    return changed.set
  }
  const passageOf = async (path: string) => {
    const found = (await search(owner, { query: path.includes('canteen') ? 'canteen opens noon' : 'osprey hidden receipts' }, services())).results.find(({ sourcePath }) => sourcePath === path)
    if (found === undefined) throw new Error(`${path} is not found`)
    return found.passage.id
  }

  it('is stored with its cause, and read as it was by its own address after changes', async () => {
    const first = await assembled()
    const [one] = first.items
    const second = setOf(await changeEvidence(owner, first.evidenceSetId, 1, { kind: 'exclude', evidenceId: one?.evidenceId ?? '', reason: 'another product' }, services()))
    expect(second).toMatchObject({ revision: 2, base: 1, cause: 'e1 excluded' })
    expect(await readEvidenceSet(index.opened.database, owner, first.evidenceSetId, 2)).toMatchObject({ revision: 2, base: 1, cause: 'e1 excluded', tokens: second.tokens })
    expect((await readEvidenceSet(index.opened.database, owner, first.evidenceSetId, null))?.excluded.map(({ excluded }) => excluded.reason)).toEqual(['another product'])
    expect((await readEvidenceSet(index.opened.database, owner, first.evidenceSetId, 1))?.items.map(({ evidenceId }) => evidenceId)).toEqual(first.items.map(({ evidenceId }) => evidenceId))
    expect(await readEvidenceHistory(index.opened.database, owner, first.evidenceSetId)).toMatchObject({
      editable: true, revisions: [{ revision: 1, cause: 'assembled', base: null }, { revision: 2, cause: 'e1 excluded', base: 1 }],
    })
  })

  it('gives concurrent changes of one revision distinct revisions, each saying from which it comes', async () => {
    const first = await assembled()
    const changed = await Promise.all(first.items.map(({ evidenceId }) => changeEvidence(owner, first.evidenceSetId, 1, { kind: 'pin', evidenceId }, services())))
    const sets = changed.map(setOf)
    expect(sets.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(first.items.map((_item, at) => at + 2))
    expect(new Set(sets.map(({ base }) => base))).toEqual(new Set([1]))
    for (const [at, set] of sets.entries()) expect(set.items[0]).toMatchObject({ evidenceId: first.items[at]?.evidenceId, pinned: true })
  })

  it('takes in a passage that a search found, with why it is there', async () => {
    const first = await narrow()
    const passageId = await passageOf('open/canteen.md')
    const second = setOf(await changeEvidence(owner, first.evidenceSetId, 1, { kind: 'add', passageId, query: 'canteen' }, services()))
    const added = second.items.find(({ passage }) => passage.id === passageId)
    expect(added).toMatchObject({ added: true, why: 'Added by hand from a search for “canteen”.', sourcePath: 'open/canteen.md' })
    expect(second.cause).toBe(`${added?.evidenceId ?? ''} added from a search for “canteen”`)
    expect(await changeEvidence(owner, first.evidenceSetId, 2, { kind: 'add', passageId, query: 'canteen' }, services())).toEqual({ kind: 'problem', problem: 'in-set' })
  })

  it('is changed by whoever assembled it alone, and nobody adds what they may not read', async () => {
    const set = await assembled(reader)
    const id = set.items[0]?.evidenceId ?? ''
    expect(set.items.map(({ scope }) => scope)).not.toContain('private')
    expect(await changeEvidence(otherReader, set.evidenceSetId, 1, { kind: 'pin', evidenceId: id }, services())).toBeNull()
    expect(await changeEvidence(owner, set.evidenceSetId, 1, { kind: 'pin', evidenceId: id }, services())).toEqual({ kind: 'problem', problem: 'not-yours' })
    expect(await changeEvidence(reader, set.evidenceSetId, 1, { kind: 'add', passageId: await passageOf('secret.md'), query: 'osprey hidden receipts' }, services())).toEqual({ kind: 'problem', problem: 'not-found' })
    expect(setOf(await changeEvidence(reader, set.evidenceSetId, 1, { kind: 'pin', evidenceId: id }, services())).revision).toBe(2)
    expect(await readEvidenceHistory(index.opened.database, otherReader, set.evidenceSetId)).toBeNull()
    expect(await readEvidenceHistory(index.opened.database, owner, set.evidenceSetId)).toMatchObject({ editable: false })
    const strange = await assembled(stranger)
    expect(await changeEvidence(stranger, strange.evidenceSetId, 1, { kind: 'pin', evidenceId: 'e1' }, services())).toEqual({ kind: 'problem', problem: 'not-yours' })
  })

  it('is not shown to a reader once it holds what they may no longer read, excluded or not', async () => {
    const first = await assembled(reader)
    const audit = first.items.find(({ sourcePath }) => sourcePath === 'team/audit.md')
    const second = setOf(await changeEvidence(reader, first.evidenceSetId, 1, { kind: 'exclude', evidenceId: audit?.evidenceId ?? '', reason: 'not about keeping' }, services()))
    expect(await readEvidenceSet(index.opened.database, { name: 'anna', scopes: ['public'] }, second.evidenceSetId, 2)).toBeNull()
  })

  it('labels two current sentences that may contradict each other, with what differs in each', async () => {
    const { items } = await assembled()
    const config = items.find(({ sourcePath }) => sourcePath === 'open/config.md')
    const relation = config?.relations.find(({ kind }) => kind === 'contradicts')
    const other = items.find(({ evidenceId }) => evidenceId === relation?.evidenceId)
    const conflict = relation?.conflict
    expect(other?.passage.text).toContain('540 days')
    expect(config?.passage.text.slice(conflict?.own.startOffset, conflict?.own.endOffset)).toBe('400 days')
    expect(other?.passage.text.slice(conflict?.other.startOffset, conflict?.other.endOffset)).toBe('540 days')
  })

  it('gives a configured model everything in scope with an id for each passage, and people the selected passages', async () => {
    const { set } = await assembleEvidence(reader, { query: known }, { ...services(), wholeCorpusTokens: 100_000 })
    const everything = [...set.items, ...set.rest]
    expect(set.strategy).toBe('whole-corpus')
    expect(set.strategyReason).toMatch(/^All 5 documents in scope are about \d+ tokens, within the 100,000 /)
    expect(new Set(everything.map(({ evidenceId }) => evidenceId)).size).toBe(everything.length)
    expect(new Set(everything.map(({ sourcePath }) => sourcePath))).toEqual(new Set(['open/keep.md', 'open/config.md', 'open/copy.md', 'open/canteen.md', 'team/audit.md']))
    expect((await assembleEvidence(reader, { query: known }, { ...services(), wholeCorpusTokens: 3 })).set.strategy).not.toBe('whole-corpus')
    expect((await assembleEvidence(reader, { query: known, filters: { kind: ['note'] } }, { ...services(), wholeCorpusTokens: 100_000 })).set.strategy).not.toBe('whole-corpus')
    expect((await assembleEvidence(reader, { query: known }, services())).set.strategy).not.toBe('whole-corpus')
  })

  it('follows a fixed strategy for every question', async () => {
    const { set } = await assembleEvidence(owner, { query: 'What about the canteen, its hours and its menu?' }, { ...services(), strategy: 'passages', wholeCorpusTokens: 100_000 })
    expect(set).toMatchObject({ strategy: 'passages', strategyReason: 'Selected passages, as this run has it for every question.', rest: [] })
  })

  it('shows what stands around a passage in its own revision, to those who may read it', async () => {
    const first = await narrow()
    const second = setOf(await changeEvidence(owner, first.evidenceSetId, 1, { kind: 'add', passageId: await passageOf('open/canteen.md'), query: 'canteen' }, services()))
    const set = setOf(await changeEvidence(owner, first.evidenceSetId, second.revision, { kind: 'add', passageId: await passageOf('secret.md'), query: '' }, services()))
    const added = set.items.filter(({ sourcePath }) => sourcePath === 'open/canteen.md' || sourcePath === 'secret.md')
    const around = await readSurroundings(index.opened.database, owner, added)
    const canteen = around.get(added.find(({ sourcePath }) => sourcePath === 'open/canteen.md')?.evidenceId ?? '')
    expect(canteen?.before).toContain('# Canteen')
    expect(canteen?.after).toContain('Soup is served')
    const seen = await readSurroundings(index.opened.database, stranger, added)
    expect([...seen.keys()]).toEqual(added.filter(({ scope }) => scope === 'public').map(({ evidenceId }) => evidenceId))
  })

  it('cuts what stands around a passage where a paragraph begins', () => {
    const paragraph = `${'word '.repeat(100).trim()}\n\n`
    const text = `${paragraph.repeat(6)}HERE\n\n${paragraph.repeat(6)}`
    const { before, after } = surroundingsOf(text, { startOffset: text.indexOf('HERE'), endOffset: text.indexOf('HERE') + 4 })
    expect(before).toBe(paragraph.repeat(2))
    expect(after.trim()).toBe(paragraph.repeat(2).trim())
    expect(surroundingsOf('HERE', { startOffset: 0, endOffset: 4 })).toEqual({ before: '', after: '' })
  })

  it('measures what a question costs by each strategy, in money where there is a price', async () => {
    const { corpus, strategies, generation } = await measureContext(index.opened.database, owner, { languageModel: true, inputPrice: 3 })
    const [passages, , whole] = strategies
    expect(generation).toBe(1)
    expect(corpus.documents).toBe(6)
    expect(passages?.questions).toBeGreaterThan(0)
    expect(whole).toMatchObject({ tokens: corpus.tokens, available: true, usd: (corpus.tokens * 3) / 1_000_000 })
    expect((await measureContext(index.opened.database, stranger, { languageModel: false, inputPrice: null })).strategies.map(({ usd, available }) => [usd, available])).toEqual([[null, true], [null, true], [null, false]])
    expect((await measureContext(index.opened.database, stranger, { languageModel: false, inputPrice: null })).corpus.documents).toBe(4)
  })
})
