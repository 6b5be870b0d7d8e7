import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deterministicEmbedder } from './deterministic-embedder'

test('every text has a unit vector of 384 numbers, the same each time', async () => {
  await fc.assert(fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
    const [first, second] = await deterministicEmbedder().embed([text, text])
    expect(first).toHaveLength(384)
    expect(Math.hypot(...(first ?? []))).toBeCloseTo(1, 5)
    expect(second).toEqual(first)
  }))
})

test('texts that share words are nearer than texts that share none', async () => {
  const [a, b, c] = await deterministicEmbedder().embed(['the printer jams on thick paper', 'thick paper jams', 'a walk by the lake'])
  const cosine = (x: Float32Array | undefined, y: Float32Array | undefined) => (x ?? new Float32Array()).reduce((sum, value, index) => sum + value * (y?.[index] ?? 0), 0)
  expect(cosine(a, b)).toBeGreaterThan(cosine(a, c))
})
