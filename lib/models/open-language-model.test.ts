import { generateText, Output, streamText } from 'ai'
import { afterEach, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { startLoopbackProvider, type LoopbackBehaviour, type LoopbackProvider } from './loopback-provider'
import { openLanguageModel } from './open-language-model'

let provider: LoopbackProvider | undefined
afterEach(() => provider?.close())

async function open(script: readonly LoopbackBehaviour[], apiKey: string | null = null, protocol?: 'openai' | 'anthropic') {
  provider = await startLoopbackProvider(script)
  const opened = openLanguageModel({ baseUrl: provider.baseUrl, model: 'small', apiKey, ...(protocol === undefined ? {} : { protocol }) })
  if (opened === null) throw new Error('not opened')
  return { ...opened, requests: provider.requests }
}

const element = z.strictObject({ text: z.string() })

test('no setting, no model', () => {
  expect(openLanguageModel(null)).toBeNull()
})

describe.each([['openai', 'Bearer secret', '/v1/chat/completions'], ['anthropic', 'secret', '/v1/messages']] as const)('over the protocol of %s', (protocol, authorization, path) => {
  it('elements stream one by one, with the key and the tokens spent', async () => {
    const { model, name, requests } = await open([{ type: 'reply', content: JSON.stringify({ elements: [{ text: 'one' }, { text: 'two' }] }), pieceLength: 3 }], 'secret', protocol)
    expect(name).toBe('small')
    const result = streamText({ model, prompt: 'q', output: Output.array({ element }) })
    const elements: unknown[] = []
    for await (const each of result.elementStream) elements.push(each)
    expect(elements).toEqual([{ text: 'one' }, { text: 'two' }])
    expect(await result.totalUsage).toMatchObject({ inputTokens: 100, outputTokens: 20 })
    expect(requests).toMatchObject([{ authorization, path, body: { model: 'small', stream: true } }])
  })

  it('without a key none is sent, and a whole reply works as well', async () => {
    const { model, requests } = await open([{ type: 'reply', content: '{"elements":[{"text":"one"}]}' }], null, protocol)
    const { output } = await generateText({ model, prompt: 'q', output: Output.array({ element }) })
    expect(output).toEqual([{ text: 'one' }])
    expect(requests[0]?.authorization ?? '').toBe('')
  })

  it('another refusal is not repeated', async () => {
    const { model, requests } = await open([{ type: 'error', status: 400, message: 'the context is too long' }], null, protocol)
    await expect(generateText({ model, prompt: 'q', output: Output.array({ element }) })).rejects.toMatchObject({ statusCode: 400 })
    expect(requests).toHaveLength(1)
  })
})

test('a server that speaks as OpenAI does is asked for a JSON schema and for usage', async () => {
  const { model, requests } = await open([{ type: 'reply', content: '{"elements":[]}' }])
  await streamText({ model, prompt: 'q', output: Output.array({ element }) }).consumeStream()
  expect(requests[0]?.body).toMatchObject({ stream_options: { include_usage: true }, response_format: { type: 'json_schema' } })
})

test('a server that refuses JSON schemas is asked for plain JSON, from then on at once', async () => {
  const { model, requests } = await open([
    { type: 'error', status: 400, message: 'response_format json_schema is not supported' },
    { type: 'reply', content: '{"elements":[]}' },
  ])
  for (const prompt of ['first', 'second']) await generateText({ model, prompt, output: Output.array({ element }) })
  expect(requests.map(({ body }) => body['response_format'])).toMatchObject([{ type: 'json_schema' }, { type: 'json_object' }, { type: 'json_object' }])
})

test('only an address of this machine is local, whatever a name begins with', () => {
  const isLocal = (baseUrl: string) => openLanguageModel({ baseUrl, model: 'small', apiKey: null })?.isLocal
  for (const address of ['http://127.0.0.1:11434/v1', 'http://127.1.2.3/v1', 'http://localhost:8080/v1', 'http://[::1]/v1']) expect(isLocal(address)).toBe(true)
  for (const address of ['https://api.example.com/v1', 'http://127.example.com/v1', 'http://localhost.example.com/v1', 'http://localhost@example.com/v1', 'http://192.168.0.2/v1']) expect(isLocal(address)).toBe(false)
})
