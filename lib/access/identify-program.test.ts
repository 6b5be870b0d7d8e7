import { expect, test } from 'vitest'
import { owner, stranger } from './identity'
import { bearerToken, createLocalToken, identifyProgram } from './identify-program'

const token = createLocalToken()

test('a local token has 32 bytes and is never the same', () => {
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(createLocalToken()).not.toBe(token)
})

test('the right token makes a program the owner, or whom it names', () => {
  expect(identifyProgram(`Bearer ${token}`, token, null)).toBe(owner)
  expect(identifyProgram(`bearer ${token}`, token, 'public')).toBe(stranger)
  expect(identifyProgram(`Bearer ${token}`, token, 'reader:team')).toEqual({ name: 'reader:team', scopes: ['public', 'team'] })
})

test('the right token with an unknown name is a fault', () => {
  expect(() => identifyProgram(`Bearer ${token}`, token, 'admin')).toThrow(expect.objectContaining({ code: 'bad-input' }))
})

test.each([
  ['no header', null],
  ['an empty header', ''],
  ['an empty token', 'Bearer '],
  ['another token', `Bearer ${createLocalToken()}`],
  ['a part of the token', `Bearer ${token.slice(0, -1)}`],
  ['the token and more', `Bearer ${token}x`],
  ['two tokens', `Bearer ${token} ${token}`],
  ['another scheme', `Basic ${token}`],
  ['the bare token', token],
])('%s identifies nobody, whatever it names', (_, header) => {
  expect(identifyProgram(header, token, null)).toBeNull()
  expect(identifyProgram(header, token, 'owner')).toBeNull()
  expect(identifyProgram(header, token, 'nonsense')).toBeNull()
})

test('only the bearer scheme carries a token', () => {
  expect(bearerToken('Bearer abc')).toBe('abc')
  expect(bearerToken('Basic abc')).toBeNull()
  expect(bearerToken(null)).toBeNull()
})
