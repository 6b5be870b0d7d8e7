import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsName, isAbout, numberedName, readable } from './stands-in'

const item = (title: string, text: string) => ({ title, headingPath: [], sourcePath: 'n.md', project: null, passage: { text } })

describe('a name stands in a text', () => {
  it.each([
    ['fixed in 1.0.22.', '1.0.22', true], ['release-1.0.21.yaml', '1.0.2', false], ['2022.4.10', '2022.4.1', false], ['decision-0012-backoff.md', 'ADR 12', true],
    ['DEC-0120', 'DEC-0012', false], ['ERR_Z29C_4102', 'Z29C', true], ['meeting-2022-10-05.md', '5 October 2022', true], ['on 15 October', '5 October', false], ['12 passages', 'ADR 12', false],
    ['[RFC #91: Sharing assets]', 'RFC 91', true], ['rfc-091-sharing-assets.md', 'RFC #91', true], ['RFC#91', 'RFC #091', true], ['RFC #915', 'RFC #91', false],
    ['MongoDB v2.6', '2.6', true], ['MongoDB 2.6', 'v2.6', true], ['MongoDB v2.6.1', '2.6', false], ['on 12 May', '2022-05-12', true], ['on 2022-05-12', '12 May 2022', true], ['on 12 May 2021', '2022-05-13', false],
  ])('“%s” holds “%s”: %s', (text, name, expected) => { expect(holdsName(text, name)).toBe(expected) })

  it('whole: a longer version never holds a shorter one', () => {
    fc.assert(fc.property(fc.array(fc.nat(99), { minLength: 2, maxLength: 4 }), fc.nat(9), (numbers, digit) => {
      const version = numbers.join('.')
      expect(holdsName(`of ${version}.`, version)).toBe(true)
      expect(holdsName(`of ${version}${digit}.`, version)).toBe(false)
      expect(holdsName(`of ${version}.${digit}.`, version)).toBe(false)
    }))
  })
})

it('a numbered name is one in a question too, however it is written', () => {
  expect('Does RFC #91 replace ADR-12 or rfc 7?'.match(numberedName)).toEqual(['RFC #91', 'ADR-12', 'rfc 7'])
})

describe('a sentence is about a name', () => {
  it('that its passage is filed under, or that it holds itself', () => {
    expect(isAbout('1.0.22', { text: 'commit: abc', previous: null, item: item('client 1.0.22', 'commit: abc') })).toBe(true)
    expect(isAbout('1.0.22', { text: 'Fixed in 1.0.22.', previous: null, item: item('client 1.0.21', 'Fixed in 1.0.22.') })).toBe(true)
  })

  it('but not because the notes of another version mention it', () => {
    expect(isAbout('1.0.22', { text: 'commit: abc', previous: null, item: item('client 1.0.21', 'commit: abc\nFixed in 1.0.22.') })).toBe(false)
    expect(isAbout('1.0.22', { text: 'commit: abc', previous: null, item: item('Changes', 'commit: abc\n1.0.22') })).toBe(true)
  })
})

it('what a comment says stands nowhere', () => { expect(holdsName(readable('a <!-- E-9 --> b'), 'E-9')).toBe(false) })
