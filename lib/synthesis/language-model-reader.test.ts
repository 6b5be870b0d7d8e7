import { afterEach, describe, expect, it } from 'vitest'
import { openLanguageModel } from '@/lib/models'
import { startLoopbackProvider, type LoopbackBehaviour, type LoopbackProvider } from '@/lib/models/testing'
import type { EvidenceForSynthesis } from './draft-claim'
import { languageModelReader } from './language-model-reader'
import { standingTimers } from './testing'

let provider: LoopbackProvider | undefined
afterEach(() => provider?.close())

const evidence: readonly EvidenceForSynthesis[] = [{ evidenceId: 'e1', text: 'Alerts go through the queue.', title: 'Alerting', headingPath: [], effectiveAt: '2026-03-01' }]
const reply = (content: unknown): LoopbackBehaviour => ({ type: 'reply', content: typeof content === 'string' ? content : JSON.stringify(content) })

describe.each(['openai', 'anthropic'] as const)('a reader over the protocol of %s', (protocol) => {
  async function read(behaviour: LoopbackBehaviour, options: Parameters<typeof languageModelReader>[1] = {}, given = evidence) {
    provider = await startLoopbackProvider([behaviour])
    const opened = openLanguageModel({ baseUrl: provider.baseUrl, model: 'small', apiKey: null, protocol })
    if (opened === null) throw new Error('not opened')
    const reading = await languageModelReader(opened, options).read('Where do alerts go?', given)
    return { reading, sent: JSON.stringify(provider.requests.map(({ body }) => body)) }
  }

  it('gives the model’s judgment of the question and the evidence it was given', async () => {
    const { reading, sent } = await read(reply({ answerable: 'yes', reason: 'e1 says so.', evidenceIds: ['e1'] }))
    expect(reading).toEqual({ answerable: 'yes', reason: 'e1 says so.', evidenceIds: ['e1'] })
    expect(sent).toContain('Where do alerts go?')
    expect(sent).toContain('Alerts go through the queue.')
  })

  it.each<[string, LoopbackBehaviour]>([
    ['evidence that it was not given', reply({ answerable: 'yes', reason: 'e9', evidenceIds: ['e9'] })],
    ['a judgment of its own', reply({ answerable: 'perhaps', reason: '', evidenceIds: [] })],
    ['more than was asked for', reply({ answerable: 'yes', reason: '', evidenceIds: [], answer: 'the queue' })],
    ['prose', reply('yes')],
    ['a rate limit', { type: 'error', status: 429, message: 'slow down' }],
    ['a broken connection', { type: 'break', content: '' }],
  ])('gives none when the model gives %s', async (_what, behaviour) => {
    expect((await read(behaviour)).reading).toBeNull()
  })

  it('gives none when the model is too slow, and asks nobody without evidence', async () => {
    expect((await read({ type: 'silence' }, { timeLimitMs: 4_000, timers: standingTimers((ms) => ms === 4_000) })).reading).toBeNull()
    await provider?.close()
    expect(await read(reply({ answerable: 'yes', reason: '', evidenceIds: [] }), {}, [])).toEqual({ reading: null, sent: '[]' })
  })
})
