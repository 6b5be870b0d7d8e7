import { expect, it } from 'vitest'
import { takeSample } from './take-sample'

const items = Array.from({ length: 40 }, (_, at) => ({ id: `item-${at}` }))

it('a sample keeps the order, does not depend on it, and grows without losing anything', () => {
  const sample = takeSample(items, 10)
  expect(sample).toHaveLength(10)
  expect(sample).toEqual(items.filter((item) => sample.includes(item)))
  expect(takeSample([...items].reverse(), 10)).toEqual([...sample].reverse())
  expect(takeSample(items, 20)).toEqual(expect.arrayContaining([...sample]))
  expect(sample).not.toEqual(items.slice(0, 10))
})

it('no limit, or one beyond the end, takes everything', () => {
  expect(takeSample(items, null)).toEqual(items)
  expect(takeSample(items, 41)).toEqual(items)
})
