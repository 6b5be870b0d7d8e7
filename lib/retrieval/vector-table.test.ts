import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededIntegers } from '@/lib/foundation'
import { exactly, VectorTable } from './vector-table'

/** As pgvector sends a halfvec; the numbers must be ones that half precision holds. */
function sent(vectors: readonly (readonly number[])[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(vectors.reduce((sum, vector) => sum + 4 + 2 * vector.length, 0)))
  let at = 0
  for (const vector of vectors) {
    bytes.setUint16(at, vector.length)
    vector.forEach((value, index) => bytes.setUint16(at + 4 + 2 * index, halfBits(value)))
    at += 4 + 2 * vector.length
  }
  return new Uint8Array(bytes.buffer)
}

function halfBits(value: number): number {
  if (value === 0) return 0
  const exponent = Math.floor(Math.log2(Math.abs(value)))
  return ((value < 0 ? 1 : 0) << 15) | ((exponent + 15) << 10) | Math.round((Math.abs(value) / 2 ** exponent - 1) * 1024)
}

const cosine = (a: readonly number[], b: readonly number[]) => {
  const product = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b))
}

describe('A vector table', () => {
  const value = fc.integer({ min: -512, max: 512 }).map((whole) => whole / 256)
  const vector = fc.array(value, { minLength: 6, maxLength: 6 }).filter((values) => values.some((one) => one !== 0))

  test('finds exactly the nearest, however many there are and in whatever portions they came', () => {
    fc.assert(fc.property(fc.array(vector, { minLength: 1, maxLength: 300 }), vector, fc.integer({ min: 1, max: 20 }), (vectors, query, limit) => {
      const table = new VectorTable()
      const half = Math.floor(vectors.length / 2)
      const ids = vectors.map((_, at) => 3 + 2 * at)
      for (const [from, to] of [[0, half], [half, vectors.length]] as const) table.add(ids.slice(from, to).map((id) => [id]), sent(vectors.slice(from, to)))
      const all = vectors.map((other) => cosine(query, other)).sort((a, b) => b - a).slice(0, limit)
      const found = table.nearest(Float32Array.from(query), ids, limit)
      expect(found).toHaveLength(all.length)
      found.forEach((hit, at) => { expect(hit.cosine).toBeCloseTo(all[at] ?? 0, 5) })
    }), { numRuns: 60 })
  })

  test('looks only among the passages it is asked about, and knows none it was not given', () => {
    const table = new VectorTable()
    table.add([[1], [7, 9]], sent([[1, 0], [0, 1]]))
    expect(table.has(9)).toBe(true)
    expect(table.has(2)).toBe(false)
    expect(table.nearest(Float32Array.of(0, 2), [1, 2, 9], 5)).toEqual([{ passage: 9, cosine: 1 }, { passage: 1, cosine: 0 }])
  })

  test('holds more rows than one block', () => {
    const table = new VectorTable()
    const ids = Array.from({ length: 5_000 }, (_, at) => at + 1)
    table.add(ids.map((id) => [id]), sent(ids.map((id) => (id === 4_321 ? [1, 0] : [0, 1]))))
    expect(table.nearest(Float32Array.of(1, 0), ids, 1)).toEqual([{ passage: 4_321, cosine: 1 }])
  })

  test('of very many compares the promising ones, and finds the nearest all the same', () => {
    const next = seededIntegers(5)
    const random = () => Array.from({ length: 96 }, () => (next() % 1024) / 512 - 1)
    const ids = Array.from({ length: exactly + 4_000 }, (_, at) => at + 1)
    const vectors = ids.map(random)
    const table = new VectorTable()
    table.add(ids.map((id) => [id]), sent(vectors))
    for (const near of [17, 9_000, 11_999]) {
      const query = Float32Array.from(vectors[near - 1]?.map((value) => value + (next() % 100) / 500) ?? [])
      expect(table.nearest(query, ids, 10)[0]?.passage).toBe(near)
      expect(table.nearest(query, ids, 10).slice(0, 3)).toEqual(ids.map((id) => table.nearest(query, [id], 1)[0] ?? { passage: 0, cosine: 0 }).sort((a, b) => b.cosine - a.cosine).slice(0, 3))
    }
  })

  test('refuses a vector of another width', () => {
    const table = new VectorTable()
    table.add([[1]], sent([[1, 0]]))
    expect(() => table.add([[2]], sent([[1, 0, 0]]))).toThrow('3 dimensions')
  })
})
