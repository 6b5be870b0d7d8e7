import { expect, test } from 'vitest'
import { findList } from './find-list'

function listAt(text: string, words: string): string | null {
  const list = findList(text, text.indexOf(words))
  return list === null ? null : text.slice(list.startOffset, list.endOffset)
}

const text = 'Before.\n\nThe client changed:\n\n- sends 200 at a time\n- refuses an empty\n  body\n\nAfter.'

test('A list is its introduction and all its items, from whichever of them', () => {
  const whole = 'The client changed:\n\n- sends 200 at a time\n- refuses an empty\n  body'
  for (const words of ['The client', 'sends', 'refuses', 'body']) expect(listAt(text, words)).toBe(whole)
})

test('A line above that does not introduce it is no part of it, and the items are counted', () => {
  expect(listAt('Something else.\n1. first\n2. second', 'second')).toBe('1. first\n2. second')
  expect(findList('1. first\n2. second\n   more', 0)).toMatchObject({ items: 2, firstItemOffset: 0 })
})

test('Prose stands in no list', () => {
  expect(listAt(text, 'Before')).toBeNull()
  expect(listAt(text, 'After')).toBeNull()
  expect(findList('', 0)).toBeNull()
})
