import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuse, keepLeaders } from './fuse'

describe('reciprocal rank fusion', () => {
  it('adds 1 / (60 + rank) over the lists', () => {
    expect(fuse([[1, 2], [2, 3]])).toEqual([{ id: 2, score: 1 / 62 + 1 / 61 }, { id: 1, score: 1 / 61 }, { id: 3, score: 1 / 62 }])
  })

  it('holds every id once, whatever the lists', () => {
    const list = fc.uniqueArray(fc.integer({ min: 1, max: 40 }))
    fc.assert(fc.property(list, list, (left, right) => {
      const ids = fuse([left, right]).map(({ id }) => id)
      expect([...ids].sort()).toEqual([...new Set([...left, ...right])].sort())
    }))
  })

  it('of nothing is nothing', () => {
    expect(fuse([[], []])).toEqual([])
  })
})

describe('the leaders’ rule', () => {
  it('gives a leader that only one arm found the last free place', () => {
    expect(keepLeaders([1, 2, 3, 4, 9], [1, 9], 3)).toEqual([1, 2, 9])
  })

  it('never drops a leader for another, never repeats an id and keeps the order of the rest', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), fc.integer({ min: 1, max: 12 }), fc.nat(), fc.nat(), (order, limit, a, b) => {
      const leaders = [order[a % order.length] ?? 0, order[b % order.length] ?? 0]
      const kept = keepLeaders(order, leaders, limit)
      expect(new Set(kept).size).toBe(kept.length)
      expect(kept.length).toBe(Math.min(limit, order.length))
      if (limit >= 2) for (const leader of leaders) expect(kept).toContain(leader)
      const rest = kept.filter((id) => !leaders.includes(id))
      expect(rest).toEqual(order.filter((id) => rest.includes(id)))
    }))
  })
})
