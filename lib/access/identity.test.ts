import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault } from '@/lib/foundation'
import { mayRead, owner, stranger, strictestScope } from './identity'
import { parseIdentity } from './parse-identity'

const scope = fc.oneof(fc.constantFrom('private', 'public', 'team', 'clients'), fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/))

describe('the stricter of two scopes', () => {
  test('does not depend on their order', () => {
    fc.assert(fc.property(scope, scope, (left, right) => { expect(strictestScope(left, right)).toBe(strictestScope(right, left)) }))
  })
  test('does not depend on how three are grouped', () => {
    fc.assert(fc.property(scope, scope, scope, (a, b, c) => { expect(strictestScope(strictestScope(a, b), c)).toBe(strictestScope(a, strictestScope(b, c))) }))
  })
  test('of one and the same is itself; private absorbs, public yields', () => {
    fc.assert(fc.property(scope, (one) => {
      expect(strictestScope(one, one)).toBe(one)
      expect(strictestScope('private', one)).toBe('private')
      expect(strictestScope('public', one)).toBe(one)
    }))
  })
  test('is never wider for a reader than either', () => {
    fc.assert(fc.property(scope, scope, fc.array(scope), (left, right, scopes) => {
      const reader = { name: 'reader', scopes: [...new Set(['public', ...scopes.filter((name) => name !== 'private')])] }
      if (mayRead(reader, strictestScope(left, right))) expect(mayRead(reader, left) && mayRead(reader, right)).toBe(true)
    }))
  })
})

describe('an identity in words', () => {
  test('is the owner, the public, or a reader of scopes', () => {
    expect(parseIdentity('owner')).toBe(owner)
    expect(parseIdentity(' public ')).toBe(stranger)
    expect(parseIdentity('reader:team')).toEqual({ name: 'reader:team', scopes: ['public', 'team'] })
  })
  test('has one name for the same scopes in any order', () => {
    expect(parseIdentity('reader:team, clients,team')).toEqual(parseIdentity('reader:clients,team'))
    expect(parseIdentity('reader:public')).toEqual({ name: 'reader:public', scopes: ['public'] })
  })
  test.each(['', 'root', 'Owner', 'reader', 'reader:', 'reader:team,', 'reader:Team', 'reader:a b', 'reader:*', 'reader:private', 'reader:team,private'])('refuses “%s”', (text) => {
    expect(() => parseIdentity(text)).toThrow(expect.objectContaining({ name: 'Fault', code: 'bad-input' }))
  })
  test('never gives a reader what is private, or everything', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string().map((rest) => `reader:${rest}`), fc.array(scope).map((scopes) => `reader:${scopes.join(',')}`)), (text) => {
      try {
        const identity = parseIdentity(text)
        expect(mayRead(identity, 'private')).toBe(identity === owner)
      } catch (error) {
        expect(error).toBeInstanceOf(Fault)
      }
    }))
  })
})
