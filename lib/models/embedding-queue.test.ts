import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EmbeddingQueue, type EmbeddingCall } from './embedding-queue'

const encode = (text: string) => Array.from({ length: text.length + 2 }, () => 1)
const call = (client: number, number: number, texts: readonly string[], priority: 'query' | 'batch' = 'batch'): EmbeddingCall => ({ client, call: number, texts, priority })

const anyTexts = fc.array(fc.integer({ min: 0, max: 254 }).map((length) => 'x'.repeat(length)), { minLength: 1, maxLength: 60 })

test('every text of every call is in exactly one step, and only the call\'s final step says it is the last', () => {
  fc.assert(fc.property(fc.array(fc.record({ texts: anyTexts, query: fc.boolean() }), { maxLength: 5 }), (given) => {
    const queue = new EmbeddingQueue(encode)
    given.forEach(({ texts, query }, number) => queue.add(call(1, number, texts, query ? 'query' : 'batch')))
    const seen = given.map(() => ({ indexes: [] as number[], done: false }))
    for (let step = queue.takeStep(); step !== null; step = queue.takeStep()) {
      const account = seen[step.call.call]
      expect(account?.done).toBe(false)
      account?.indexes.push(...step.items.map((item) => item.index))
      if (account !== undefined) account.done = step.last
    }
    expect(seen.map(({ indexes, done }) => ({ indexes: indexes.sort((a, b) => a - b), done })))
      .toEqual(given.map(({ texts }) => ({ indexes: texts.map((_, index) => index), done: true })))
  }))
})

test('a step is short: at most 16 texts and 256 padded tokens', () => {
  fc.assert(fc.property(anyTexts, (texts) => {
    const queue = new EmbeddingQueue(encode)
    queue.add(call(1, 1, texts))
    for (let step = queue.takeStep(); step !== null; step = queue.takeStep()) {
      expect(step.items.length).toBeLessThanOrEqual(16)
      expect(Math.max(...step.items.map((item) => item.tokens.length)) * step.items.length).toBeLessThanOrEqual(256)
    }
  }))
})

test('a query that arrives during a batch is the very next step, and the batch goes on afterwards', () => {
  const queue = new EmbeddingQueue(encode)
  queue.add(call(1, 1, Array.from({ length: 3 }, () => 'x'.repeat(200))))
  expect(queue.takeStep()?.call.call).toBe(1)
  queue.add(call(2, 7, ['why'], 'query'))
  expect([queue.takeStep(), queue.takeStep(), queue.takeStep(), queue.takeStep()].map((step) => step?.call.call)).toEqual([7, 1, 1, undefined])
})

test('removing a call leaves the same client\'s other calls and other clients\' calls of the same number', () => {
  const queue = new EmbeddingQueue(encode)
  queue.add(call(1, 1, ['a']))
  queue.add(call(1, 2, ['b']))
  queue.add(call(2, 1, ['c']))
  queue.remove(1, 1)
  expect(queue.takeStep()?.call.texts).toEqual(['b'])
  queue.remove(2)
  expect(queue.takeStep()).toBeNull()
})

test('a call without texts needs no step', () => {
  const queue = new EmbeddingQueue(encode)
  queue.add(call(1, 1, []))
  expect(queue.takeStep()).toBeNull()
})
