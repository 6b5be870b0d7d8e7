import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { readRecord, startAnswerRunner } from '@/lib/answers'
import { assembleEvidence, evidenceSettings, type ChangedEvidence } from '@/lib/evidence'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { openLanguageModel } from '@/lib/models'
import { startLoopbackProvider } from '@/lib/models/testing'
import { openEvidenceActions } from './evidence-actions'

const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\nlocalOnly: ["open/diary.md"]\n',
  'open/keep.md': '# Storage of receipts\n\nReceipts are kept for 540 days in the archive.\n',
  'open/audit.md': '# Audit of receipts\n\nReceipts in the archive are audited every quarter.\n',
  'open/canteen.md': '# Canteen\n\nThe canteen of the office opens at noon.\n',
  'open/diary.md': '# Diary\n\nThe heron canary writes about itself.\n',
  'secret.md': '# Secret\n\nThe osprey canary is hidden.\n',
}
const question = 'How many days are receipts kept in the archive?'
const reader: Identity = { name: 'anna', scopes: ['public'] }

describe('evidence sets in use', () => {
  let index: TestIndex
  beforeAll(async () => {
    index = await openTestIndex(files, { state: 'unavailable', reason: 'none in this test' })
    await index.build()
  })
  afterAll(() => index.close())

  const services = () => ({ database: index.opened.database, embedder: index.embedder })
  const open = (provider: string | null = null) => {
    const languageModel = provider === null ? null : openLanguageModel({ baseUrl: provider, model: 'scripted', apiKey: 'key' })
    const context = { wholeCorpusTokens: languageModel === null ? null : evidenceSettings.wholeCorpusTokens }
    const answers = startAnswerRunner({ ...services(), ...context, languageModel, modelIsLocal: false })
    return { answers, actions: openEvidenceActions({ ...services(), ...context, answers, inputPrice: null }) }
  }
  const setOf = (changed: ChangedEvidence | null) => {
    if (changed?.kind !== 'changed') throw new Error(`not changed: ${JSON.stringify(changed)}`)
    return changed.set
  }

  it('are answered from exactly one revision, each time as the next revision of one answer', async () => {
    const { answers, actions } = open()
    const { set } = await assembleEvidence(reader, { query: question }, services())
    const first = await actions.answer(reader, set.evidenceSetId, 1)
    await answers.idle()
    const best = set.items.find(({ sourcePath }) => sourcePath === 'open/keep.md')
    const changed = setOf(await actions.change(reader, set.evidenceSetId, 1, { kind: 'exclude', evidenceId: best?.evidenceId ?? '', reason: 'to see what is left' }))
    const second = await actions.answer(reader, set.evidenceSetId, changed.revision)
    await answers.idle()
    expect(second).toEqual({ answerId: first?.answerId, revision: 2 })
    if (first === null) throw new Error('it was answered')
    const records = await Promise.all([1, 2].map((revision) => readRecord(index.opened.database, reader, first.answerId, revision)))
    expect(records.map((record) => [record?.evidenceSetRevision, record?.cause])).toEqual([[1, 'asked from revision 1 of its evidence set'], [2, 'asked from revision 2 of its evidence set']])
    const cited = (at: number) => records[at]?.claims.flatMap(({ citations }) => citations.map(({ sourcePath }) => sourcePath)) ?? []
    expect(cited(0)).toContain('open/keep.md')
    expect(cited(1)).not.toContain('open/keep.md')
    expect((await actions.answers(reader, set.evidenceSetId)).map(({ revision, evidenceSetRevision }) => [revision, evidenceSetRevision])).toEqual([[1, 1], [2, 2]])
  })

  it('do not exist for others, whose answers stay apart even for strangers, who share a name', async () => {
    const { answers, actions } = open()
    const { set } = await assembleEvidence(reader, { query: question }, services())
    expect(await actions.answer(stranger, set.evidenceSetId, 1)).toBeNull()
    expect(await actions.compare(stranger, set.evidenceSetId, 1, 1)).toBeNull()
    const strange = (await assembleEvidence(stranger, { query: question }, services())).set
    const [one, other] = [await actions.answer(stranger, strange.evidenceSetId, 1), await actions.answer(stranger, strange.evidenceSetId, 1)]
    await answers.idle()
    expect(one?.answerId).not.toBe(other?.answerId)
    expect(await actions.answers(stranger, strange.evidenceSetId)).toEqual([])
  })

  it('give a configured model everything in scope under ids that it may cite, and nothing that is hidden, local-only or excluded', async () => {
    const probe = await assembleEvidence(owner, { query: question, filters: {} }, { ...services(), wholeCorpusTokens: evidenceSettings.wholeCorpusTokens })
    const canteen = probe.set.rest.find(({ sourcePath }) => sourcePath === 'open/canteen.md')
    expect(probe.set.strategyReason).toMatch(/^All 5 documents/)
    const content = JSON.stringify({ elements: [{ text: 'The canteen of the office opens at noon.', kind: 'quotation', evidenceIds: [canteen?.evidenceId] }] })
    const provider = await startLoopbackProvider([{ type: 'reply', content }])
    const { answers, actions } = open(provider.baseUrl)
    const excluded = probe.set.items.find(({ sourcePath }) => sourcePath === 'open/audit.md')
    const changed = setOf(await actions.change(owner, probe.set.evidenceSetId, 1, { kind: 'exclude', evidenceId: excluded?.evidenceId ?? '', reason: 'not about keeping' }))
    const asked = await actions.answer(owner, changed.evidenceSetId, changed.revision)
    await answers.idle()
    await provider.close()
    if (asked === null) throw new Error('it was answered')
    const record = await readRecord(index.opened.database, owner, asked.answerId, null)
    expect(record?.claims.flatMap(({ citations }) => citations.map(({ evidenceId, sourcePath }) => [evidenceId, sourcePath]))).toEqual([[canteen?.evidenceId, 'open/canteen.md']])
    const sent = JSON.stringify(provider.requests.map(({ body }) => body))
    expect(sent).toContain('canteen of the office')
    expect(sent).not.toContain('heron canary')
    expect(sent).not.toContain('audited every quarter')
    const ofReader = await assembleEvidence(reader, { query: question }, { ...services(), wholeCorpusTokens: evidenceSettings.wholeCorpusTokens })
    expect(JSON.stringify(ofReader.set)).not.toContain('osprey canary')
  })
})
