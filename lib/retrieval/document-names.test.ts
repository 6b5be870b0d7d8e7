import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginningAsked, beginningsOf, namesGiven, namesOf, type NamedRevision } from './document-names'

const revision = (more: Partial<NamedRevision> = {}): NamedRevision => ({
  title: 'Retry policy', sourcePath: 'z29c/adr/0012-retry-policy.md', declaredId: null, aliases: [], kind: 'decision', ...more,
})
const named = (query: string, more: Partial<NamedRevision> = {}, phrases: readonly string[] = []) => namesGiven(query, phrases, namesOf(revision(more))).length > 0

describe('the names of a document', () => {
  it.each(['Retry policy', '"retry POLICY"', 'retry-policy?', '0012-retry-policy', '0012-retry-policy.md', 'adr/0012-retry-policy.md', 'z29c/adr/0012-retry-policy.md', 'ADR 12', 'adr-0012', 'ADR_12', 'ADR #12', 'ADR #0012', 'ADR#12', '0012'])('are given by the whole query %s', (query) => {
    expect(named(query)).toBe(true)
  })

  it.each(['what did ADR-12 decide?', 'see adr/0012-retry-policy.md.', 'why (ADR 0012)', 'ADR-0012’s reasons'])('that are identifiers or files are given amid other words: %s', (query) => {
    expect(named(query)).toBe(true)
  })

  it.each(['the retry policy of clients', 'ADR-120', 'ADR-1', 'ADR-12-3', 'XADR-12', 'policy', '12', 'retry-policy.md.bak', ''])('are not given by %j', (query) => {
    expect(named(query)).toBe(false)
  })

  it('include a declared id as written, and its number however it is padded', () => {
    expect(named('what of CVE-2024-1234?', { declaredId: 'CVE-2024-1234' })).toBe(true)
    expect(named('CVE-2024-12345', { declaredId: 'CVE-2024-1234' })).toBe(false)
    expect(named('RFC 17 and others', { declaredId: 'RFC-017' })).toBe(true)
    // An id without a letter would be in every other query.
    expect(named('7 days', { declaredId: '7' })).toBe(false)
    expect(named('7', { declaredId: '7' })).toBe(true)
  })

  it('include a title without the number that heads it, aliases, and a quoted title', () => {
    expect(named('Naming', { title: 'DEC-0084: Naming' })).toBe(true)
    expect(named('Networking outline', { title: '3. Networking outline' })).toBe(true)
    expect(named('the old way', { aliases: ['The old way'] })).toBe(true)
    expect(named('what does Retry policy say', {}, ['Retry policy'])).toBe(true)
  })

  it('include a title of four words or more amid other words', () => {
    expect(named('why was Simpler stack for drafts superseded', { title: 'Simpler stack for drafts' })).toBe(true)
    expect(named('why was simpler stack for draftsmen made', { title: 'Simpler stack for drafts' })).toBe(false)
  })

  it('include the number of a decision as its file name writes it, from three digits on, and no year of a day', () => {
    expect(named('1065', { sourcePath: 'text/1065-remove-fetch.md' })).toBe(true)
    expect(named('091', { sourcePath: 'rfcs/rfc-091-sharing-assets.md' })).toBe(true)
    expect(named('91', { sourcePath: 'rfcs/rfc-091-sharing-assets.md' })).toBe(false)
    expect(named('2022', { sourcePath: 'decisions/2022-05-03-naming.md' })).toBe(false)
    expect(named('ADR 2022', { sourcePath: 'decisions/2022-05-03-naming.md' })).toBe(false)
  })

  it('include how a file name begins, for a query that is nothing but that', () => {
    expect(beginningsOf('guides/db-admin-database-restore-process.md')).toEqual(['db-admin', 'db-admin-database', 'db-admin-database-restore'])
    expect(beginningsOf('text/0018-use_rds-instead.md')).toEqual(['0018-use', '0018-use-rds', 'use-rds'])
    expect(beginningsOf('2021-03-12-letters.md')).toEqual([])
    expect(beginningsOf('retry-policy.md')).toEqual([])
    expect(beginningAsked(' DB_admin ')).toBe('db-admin')
    expect(['db admin', 'admin', 'restore db-admin', 'db-', 'a/b-c', ''].map(beginningAsked)).toEqual([null, null, null, null, null, null])
  })

  it('number only decisions by their file', () => {
    expect(named('ADR 12', { kind: 'note' })).toBe(false)
  })

  it('hold the title, the path and the file name of any document', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[^\s/]{1,20}$/), (title, base) => {
      const names = namesOf(revision({ title, sourcePath: `a/${base}.md` }))
      for (const query of [title, `a/${base}.md`]) if (/[\p{L}\p{N}]/u.test(query.normalize('NFKC'))) expect(namesGiven(query, [], names)).not.toEqual([])
      expect(namesGiven('zzzz qqqq', [], names)).toEqual([])
    }))
  })
})
