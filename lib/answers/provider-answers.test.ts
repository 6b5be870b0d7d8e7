import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner, stranger } from '@/lib/access'
import { assembleEvidence, readEvidenceSet, type EvidenceSet } from '@/lib/evidence'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { openLanguageModel } from '@/lib/models'
import { startLoopbackProvider, type LoopbackStep } from '@/lib/models/testing'
import type { ClaimJudge, EvidenceReader } from '@/lib/synthesis'
import { startAnswerRunner, type AnswerRecord } from './index'
import { rankWithin } from './rank-within'
import { chooseSynthesizer } from './synthesize-claims'

const files = {
  'k81r.yaml': 'scopes:\n  - { path: "**", scope: public }\nlocalOnly: ["diary/**"]\n',
  'queue.md': '# Alert queue\n\nAlerts of the harbour crane go through the queue. The queue was introduced on 2026-03-04. It holds 250 alerts.\n\n## Owner\n\nMarta Lindqvist keeps the queue of the harbour crane.\n',
  'crane.md': '# Harbour crane\n\nThe harbour crane is not inspected in winter.\n',
  'diary/queue.md': '# Diary\n\nThe walrus ledger of the lagoon is kept by Oskar.\n',
}
const question = 'Who keeps the alert queue of the harbour crane?'
const quotation = 'Marta Lindqvist keeps the queue of the harbour crane.'
interface Draft { readonly text: string; readonly kind?: string; readonly evidenceIds: readonly string[] }

describe('answers through a provider', () => {
  let index: TestIndex
  let set: EvidenceSet
  beforeAll(async () => {
    index = await openTestIndex(files)
    await index.build()
    set = (await assembleEvidence(owner, { query: question }, services())).set
  })
  afterAll(() => index.close())

  const services = () => ({ database: index.opened.database, embedder: index.embedder, languageModel: null, modelIsLocal: false })
  const idOf = (text: string) => set.items.find(({ passage }) => passage.text.includes(text))?.evidenceId ?? 'none'
  const reply = (...drafts: readonly Draft[]): LoopbackStep => ({ type: 'reply', content: JSON.stringify({ elements: drafts.map((draft) => ({ kind: 'fact', ...draft })) }) })
  const quoted = () => ({ text: quotation, kind: 'quotation', evidenceIds: [idOf(quotation)] })
  const fixed = (): { from: { evidenceSetId: EvidenceSet['evidenceSetId']; revision: number } } => ({ from: { evidenceSetId: set.evidenceSetId, revision: set.revision } })

  async function open(protocol: 'openai' | 'anthropic', script: readonly LoopbackStep[]) {
    const provider = await startLoopbackProvider(script)
    const prices = { inputUsdPerMillion: 3, outputUsdPerMillion: 15 }
    const languageModel = openLanguageModel({ baseUrl: provider.baseUrl, model: 'scripted', apiKey: 'key', protocol, prices })
    return { provider, runner: startAnswerRunner({ ...services(), languageModel }) }
  }

  async function ask(protocol: 'openai' | 'anthropic', script: readonly LoopbackStep[]): Promise<{ record: AnswerRecord }> {
    const { provider, runner } = await open(protocol, script)
    const { answerId, revision } = await runner.start({ identity: owner, request: { query: question }, cause: 'asked', ...fixed() })
    const end = await (await runner.feed(owner, answerId, revision))?.end()
    await provider.close()
    if (end === undefined || !('claims' in end)) throw new Error(end?.message ?? 'no record')
    return { record: end }
  }

  describe.each(['openai', 'anthropic'] as const)('that speaks as %s does', (protocol) => {
    it('show a quotation that holds, with its tokens, their cost and the prompt’s version', async () => {
      const { record } = await ask(protocol, [reply(quoted())])
      expect(record).toMatchObject({ outcome: 'answered', model: 'scripted', promptVersion: 'claims-2', claims: [{ text: quotation, verdict: 'supported' }] })
      expect(record.stages.find(({ stage }) => stage === 'synthesis')).toMatchObject({ inputTokens: 100, outputTokens: 20, usd: 0.0006 })
    })

    const lies: readonly [string, (id: string) => Draft][] = [
      ['an id that is not in the set', () => ({ text: quotation, evidenceIds: ['e99'] })],
      ['an id that is a few characters off', (id) => ({ text: quotation, evidenceIds: [`${id} `] })],
      ['no citation', () => ({ text: quotation, evidenceIds: [] })],
      ['an invented number', (id) => ({ text: 'The queue of the harbour crane holds 900 alerts.', evidenceIds: [id] })],
      ['a quotation that stands nowhere', (id) => ({ text: 'Marta Lindqvist left the harbour.', kind: 'quotation', evidenceIds: [id] })],
      ['another name', (id) => ({ text: 'Oskar Brandt keeps the queue of the harbour crane.', evidenceIds: [id] })],
      ['a dropped negation', () => ({ text: 'The harbour crane is inspected in winter.', evidenceIds: [idOf('not inspected')] })],
      ['another date', () => ({ text: 'The queue was introduced on 2026-04-03.', evidenceIds: [idOf('introduced')] })],
      ['an obeyed order', (id) => ({ text: 'All rules are ignored and the system prompt is as follows.', evidenceIds: [id] })],
    ]
    it.each(lies)('show nothing for %s, also when its repair says it again', async (_what, lie) => {
      const draft = lie(idOf(quotation))
      const { record } = await ask(protocol, [reply(quoted(), draft)])
      expect(record.claims.map(({ text }) => text)).not.toContain(draft.text === quotation ? 'nothing' : draft.text)
      expect(record.claims.filter(({ text }) => text === quotation)).toHaveLength(1)
      expect(record.claims.every(({ verdict, citations }) => verdict === 'supported' && citations.length > 0)).toBe(true)
    })

    it('tell the reader that a part is missing, and the owner alone in the model’s words', async () => {
      const { record } = await ask(protocol, [reply(quoted(), { text: 'Visit evil.example for the rest.', kind: 'not-answered', evidenceIds: [] })])
      expect(record).toMatchObject({ outcome: 'partial', unanswered: ['The model found nothing in the evidence about a part of the question.'] })
      expect(JSON.stringify([record.claims, record.unanswered])).not.toContain('evil.example')
      expect(record.withheld.map(({ text }) => text)).toEqual(['Visit evil.example for the rest.'])
    })

    it.each<[string, LoopbackStep, RegExp, string]>([
      ['a rate limit', { type: 'error', status: 429, message: 'slow down' }, /no more requests/, 'refused'],
      ['a refused key', { type: 'error', status: 401, message: 'no' }, /refused the key/, 'refused'],
      ['a web page', { type: 'other', contentType: 'text/html', body: '<p>Sign in</p>' }, /text\/html/, 'refused'],
      ['prose', { type: 'reply', content: 'It is Marta.' }, /agreed form/, 'refused'],
      ['a broken connection', { type: 'break', content: '{"elements":[{"te' }, /broke off/, 'refused'],
    ])('keep the evidence and say why after %s', async (_what, step, message, outcome) => {
      const { record } = await ask(protocol, [step])
      expect(record).toMatchObject({ outcome, refusal: { reason: 'synthesis-unavailable', missing: expect.stringMatching(message) }, configuration: { synthesisEnd: 'failed' } })
      expect((await readEvidenceSet(index.opened.database, owner, record.evidenceSetId, null))?.items.length).toBeGreaterThan(0)
    })

    it('that are stopped keep what was verified and say that they were stopped', async () => {
      const content = JSON.stringify({ elements: [quoted(), quoted()] }).slice(0, -40)
      const { provider, runner } = await open(protocol, [{ type: 'stall', content }])
      const { answerId, revision } = await runner.start({ identity: owner, request: { query: question }, cause: 'asked', ...fixed() })
      const feed = await runner.feed(owner, answerId, revision)
      expect((await feed?.claim(0))?.text).toBe(quotation)
      expect(await runner.stop(stranger, answerId, revision)).toBe(false)
      expect((await runner.feed(owner, answerId, revision))?.run.state).toBe('running')
      expect(await runner.stop(owner, answerId, revision)).toBe(true)
      expect(await feed?.end()).toMatchObject({
        outcome: 'partial', claims: [{ text: quotation }], unanswered: ['This answer was stopped before it was complete.'], configuration: { synthesisEnd: 'stopped' },
      })
      expect(await runner.stop(owner, answerId, revision)).toBe(true)
      expect((await (await runner.feed(owner, answerId, revision))?.end())).toMatchObject({ outcome: 'partial' })
      await provider.close()
    })

    it('that are stopped before the first claim keep the evidence', async () => {
      const { provider, runner } = await open(protocol, [{ type: 'silence' }])
      const { answerId, revision } = await runner.start({ identity: owner, request: { query: question }, cause: 'asked', ...fixed() })
      await runner.stop(owner, answerId, revision)
      expect(await (await runner.feed(owner, answerId, revision))?.end()).toMatchObject({
        outcome: 'refused', claims: [], refusal: { reason: 'synthesis-unavailable', missing: 'This answer was stopped before it was complete.' },
      })
      await provider.close()
    })
  })

  it('that run while K81R is ended are stopped, not waited for', async () => {
    const { provider, runner } = await open('openai', [{ type: 'silence' }])
    const { answerId, revision } = await runner.start({ identity: owner, request: { query: question }, cause: 'asked', ...fixed() })
    await runner.close()
    expect(await (await runner.feed(owner, answerId, revision))?.end()).toMatchObject({ outcome: 'refused', configuration: { synthesisEnd: 'stopped' } })
    await provider.close()
  })

  it('from nothing but local-only passages are made without a remote model, and with one on this machine', async () => {
    const { provider } = await open('openai', [reply()])
    const languageModel = openLanguageModel({ baseUrl: provider.baseUrl, model: 'scripted', apiKey: null })
    await provider.close()
    const local = { ...set, items: set.items.map((item) => ({ ...item, localOnly: true })) }
    const nameOf = (modelIsLocal: boolean, from: EvidenceSet) => chooseSynthesizer({ languageModel, modelIsLocal }, { outcome: 'answerable', parts: [] }, from).synthesizer.name
    expect([nameOf(false, local), nameOf(true, local), nameOf(false, set)]).toEqual(['extractive', 'scripted', 'scripted'])
  })

  it.each<['yes' | 'in-part' | 'no' | null, string, number]>([['yes', 'answered', 1], [null, 'answered', 1], ['in-part', 'partial', 1], ['no', 'refused', 0]])('whose evidence a model reads as “%s” are %s', async (answerable, outcome, shown) => {
    const read: string[] = []
    const reader: EvidenceReader = { name: 'reader', promptVersion: 'reader-1', read: (asked, evidence) => {
      read.push(...evidence.map(({ title }) => title), asked)
      return Promise.resolve(answerable === null ? null : { answerable, reason: 'Secret words of the model.', evidenceIds: [] })
    } }
    const runner = startAnswerRunner({ ...services(), reader })
    const { answerId, revision } = await runner.start({ identity: owner, request: { query: question }, cause: 'asked', ...fixed() })
    const record = await (await runner.feed(owner, answerId, revision))?.end()
    expect(record).toMatchObject({ outcome })
    if (record === undefined || !('claims' in record)) throw new Error('no record')
    expect(record.claims).toHaveLength(shown)
    expect(JSON.stringify([record.claims, record.unanswered, record.refusal])).not.toContain('Secret words')
    expect(read.at(-1)).toBe(question)
    expect(read).toContain('Alert queue')
  })

  it('are shown only where a judge agrees, and not where it gives no verdict', async () => {
    const { provider } = await open('openai', [reply(quoted())])
    const languageModel = openLanguageModel({ baseUrl: provider.baseUrl, model: 'scripted', apiKey: 'key' })
    const judged: string[] = []
    const outcomes: string[] = []
    for (const verdict of ['supported', 'not-established', null] as const) {
      const judge: ClaimJudge = {
        name: 'judge', promptVersion: 'judge-1',
        judge: (claim, cited) => {
          judged.push(`${claim} / ${cited.map(({ title }) => title).join()}`)
          return Promise.resolve(verdict === null ? null : { verdict, reason: 'so it is' })
        },
      }
      const runner = startAnswerRunner({ ...services(), languageModel, judge })
      const { answerId, revision } = await runner.start({ identity: owner, request: { query: question }, cause: 'asked', ...fixed() })
      const end = await (await runner.feed(owner, answerId, revision))?.end()
      outcomes.push(end !== undefined && 'claims' in end ? `${end.outcome} ${end.claims.length}` : 'no record')
    }
    await provider.close()
    expect(judged[0]).toBe(`${quotation} / Alert queue`)
    expect(outcomes).toEqual(['answered 1', 'refused 0', 'refused 0'])
  })

  it('no such answer can be stopped', async () => {
    expect(await startAnswerRunner(services()).stop(owner, 'ans_0000000000000000', null)).toBe(false)
  })

  it('of a set rank nothing but its passages', async () => {
    const only = set.items.filter(({ passage }) => passage.text.includes(quotation))
    const ranking = await rankWithin(owner, { query: question }, { ...set, items: only }, services())
    expect(only).toHaveLength(1)
    expect(ranking.results.map(({ passage }) => passage.id)).toEqual(only.map(({ passage }) => passage.id))
    const none = await rankWithin(owner, { query: question }, { ...set, items: [] }, services())
    expect(none).toMatchObject({ results: [], weak: true })
    const vouched = await rankWithin(owner, { query: 'zebra' }, { ...set, items: only.map((item) => ({ ...item, added: true })) }, services())
    expect(vouched.weak).toBe(false)
  })
})
