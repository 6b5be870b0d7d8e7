import { afterEach, describe, expect, it } from 'vitest'
import { openLanguageModel } from '@/lib/models'
import { startLoopbackProvider, type LoopbackBehaviour, type LoopbackProvider } from '@/lib/models/testing'
import type { EvidenceForSynthesis, SynthesisUsage } from './draft-claim'
import { languageModelJudge } from './language-model-judge'
import { standingTimers } from './testing'

let provider: LoopbackProvider | undefined
afterEach(() => provider?.close())

const cited: readonly EvidenceForSynthesis[] = [{ evidenceId: 'e1', text: 'Alerts go through the queue.', title: 'Alerting', headingPath: [], effectiveAt: '2026-03-01' }]

describe.each(['openai', 'anthropic'] as const)('a judge over the protocol of %s', (protocol) => {
  async function judge(behaviour: LoopbackBehaviour, options: Parameters<typeof languageModelJudge>[1] = {}, passages = cited, signal?: AbortSignal) {
    provider = await startLoopbackProvider([behaviour])
    const opened = openLanguageModel({ baseUrl: provider.baseUrl, model: 'small', apiKey: null, protocol })
    if (opened === null) throw new Error('not opened')
    const usages: SynthesisUsage[] = []
    const judgment = await languageModelJudge(opened, options).judge('Alerts are queued.', passages, { onUsage: (usage) => usages.push(usage), ...(signal === undefined ? {} : { signal }) })
    return { judgment, usages, sent: JSON.stringify(provider.requests.map(({ body }) => body)) }
  }
  const reply = (content: unknown): LoopbackBehaviour => ({ type: 'reply', content: typeof content === 'string' ? content : JSON.stringify(content) })

  it('gives the model’s verdict and reason from the claim and its passages, with the tokens spent', async () => {
    const { judgment, usages, sent } = await judge(reply({ verdict: 'supported', reason: 'The item says so.' }))
    expect(judgment).toEqual({ verdict: 'supported', reason: 'The item says so.' })
    expect(usages).toEqual([{ inputTokens: 100, outputTokens: 20 }])
    expect(sent).toContain('Alerts are queued.')
    expect(sent).toContain('Alerts go through the queue.')
  })

  it.each<[string, LoopbackBehaviour]>([
    ['a verdict of its own', reply({ verdict: 'true', reason: 'yes' })],
    ['a verdict without a reason', reply({ verdict: 'supported' })],
    ['more than was asked for', reply({ verdict: 'supported', reason: 'yes', tool: 'delete' })],
    ['prose', reply('supported')],
    ['truncated JSON', reply('{"verdict":"supported","rea')],
    ['a rate limit', { type: 'error', status: 429, message: 'slow down' }],
    ['a refused key', { type: 'error', status: 401, message: 'no' }],
    ['a broken connection', { type: 'break', content: '' }],
    ['a web page', { type: 'other', contentType: 'text/html', body: '<p>' }],
  ])('gives no verdict when the model gives %s', async (_what, behaviour) => {
    expect((await judge(behaviour)).judgment).toBeNull()
  })

  it('gives no verdict when the model is too slow', async () => {
    expect((await judge({ type: 'silence' }, { timeLimitMs: 4_000, timers: standingTimers((ms) => ms === 4_000) })).judgment).toBeNull()
  })

  it('asks nobody about a claim without passages', async () => {
    const { judgment, sent } = await judge(reply({ verdict: 'supported', reason: 'yes' }), {}, [])
    expect(judgment).toBeNull()
    expect(sent).toBe('[]')
  })

  it('rejects with the reason of an abort', async () => {
    const reason = new Error('stopped')
    await expect(judge({ type: 'silence' }, {}, cited, AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})
