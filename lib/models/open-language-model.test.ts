import { generateText, Output, streamText } from 'ai'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startLoopbackProvider, type LoopbackBehaviour, type LoopbackProvider } from './loopback-provider'
import { openLanguageModel } from './open-language-model'

let provider: LoopbackProvider | undefined
afterEach(() => provider?.close())

async function open(script: readonly LoopbackBehaviour[], apiKey: string | null = null) {
  provider = await startLoopbackProvider(script)
  const opened = openLanguageModel({ baseUrl: provider.baseUrl, model: 'small', apiKey })
  if (opened === null) throw new Error('not opened')
  return { ...opened, requests: provider.requests }
}

const element = z.strictObject({ text: z.string() })

test('no setting, no model', () => {
  expect(openLanguageModel(null)).toBeNull()
})

test('elements stream one by one under a JSON schema, with the key and a request for usage', async () => {
  const { model, name, requests } = await open([{ type: 'reply', content: JSON.stringify({ elements: [{ text: 'one' }, { text: 'two' }] }), pieceLength: 3 }], 'secret')
  expect(name).toBe('small')
  const result = streamText({ model, prompt: 'q', output: Output.array({ element }) })
  const elements: unknown[] = []
  for await (const each of result.elementStream) elements.push(each)
  expect(elements).toEqual([{ text: 'one' }, { text: 'two' }])
  expect(await result.totalUsage).toMatchObject({ inputTokens: 100, outputTokens: 20 })
  expect(requests[0]?.authorization).toBe('Bearer secret')
  expect(requests[0]?.body).toMatchObject({ model: 'small', stream: true, stream_options: { include_usage: true }, response_format: { type: 'json_schema' } })
})

test('without a key no authorization is sent, and a whole reply works as well', async () => {
  const { model, requests } = await open([{ type: 'reply', content: '{"elements":[{"text":"one"}]}' }])
  const { output } = await generateText({ model, prompt: 'q', output: Output.array({ element }) })
  expect(output).toEqual([{ text: 'one' }])
  expect(requests[0]?.authorization).toBeNull()
})

test('a server that refuses JSON schemas is asked for plain JSON, from then on at once', async () => {
  const { model, requests } = await open([
    { type: 'error', status: 400, message: 'response_format json_schema is not supported' },
    { type: 'reply', content: '{"elements":[]}' },
  ])
  for (const prompt of ['first', 'second']) await generateText({ model, prompt, output: Output.array({ element }) })
  expect(requests.map(({ body }) => body['response_format'])).toMatchObject([{ type: 'json_schema' }, { type: 'json_object' }, { type: 'json_object' }])
})

test('another refusal is not repeated', async () => {
  const { model, requests } = await open([{ type: 'error', status: 400, message: 'the context is too long' }])
  await expect(generateText({ model, prompt: 'q', output: Output.array({ element }) })).rejects.toMatchObject({ statusCode: 400 })
  expect(requests).toHaveLength(1)
})
