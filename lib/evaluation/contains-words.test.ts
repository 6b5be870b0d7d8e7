import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsWords } from './contains-words'

test('letter case, line breaks and runs of white space make no difference', () => {
  expect(containsWords('is NOT\n  retried\tautomatically.', 'not retried automatically')).toBe(true)
})

test('a version, a number or a word counts only whole', () => {
  expect(containsWords('client 1.0.21', '1.0.2')).toBe(false)
  expect(containsWords('client 1.0.2.1', '1.0.2')).toBe(false)
  expect(containsWords('client 1.0.2.', '1.0.2')).toBe(true)
  expect(containsWords('3,412 requests', '412')).toBe(false)
  expect(containsWords('540 days', '40 days')).toBe(false)
  expect(containsWords('a sent message', 'sent mess')).toBe(false)
})

test('a later whole occurrence counts after an earlier one that is part of something longer', () => {
  expect(containsWords('1.0.21 and 1.0.2', '1.0.2')).toBe(true)
})

test('words that begin or end with a sign are found beside letters', () => {
  expect(containsWords('the method resend() is gone', 'resend()')).toBe(true)
})

test('nothing contains empty words', () => {
  expect(containsWords('anything', '  ')).toBe(false)
})

test('a text contains any words that stand between blanks in it', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z0-9.,|() -]*$/), fc.stringMatching(/^[a-z0-9]+$/), (around, words) => {
    expect(containsWords(`${around} ${words} ${around}`, words)).toBe(true)
  }))
})
