import { describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { listDocuments, type DocumentConditions, type SearchFilters } from './index'
import { searchesIn } from './testing'

const decision = (head: string, title: string) => `---\nkind: decision\n${head}\n---\n# ${title}\n\n## Context\n\nSomething had to be decided.\n\n## Status\n\nAs the head says.\n\n## Decision\n\nWe do it.\n`
const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\nprojects:\n  - { path: "open/z29c/**", project: Z29C }\n  - { path: "home/**", project: Z29C }\n',
  'open/z29c/first.md': decision('id: DEC-0001\nstatus: superseded\nsuperseded_by: DEC-0002\ndate: 2020-02-01', 'First rule'),
  'open/z29c/second.md': decision('id: DEC-0002\nstatus: accepted\ndate: 2022-03-01', 'Second rule'),
  'open/z29c/gone.md': decision('status: superseded\ndate: 2021-02-01', 'Rule that nothing replaces'),
  'open/z29c/replaced-at-home.md': decision('id: DEC-0004\nstatus: accepted\ndate: 2021-05-01', 'Rule for all'),
  'open/z29c/rfc-0007.md': decision('status: withdrawn\ndate: 2020-10-05', 'RFC-0007: Priorities'),
  'open/z29c/releases/release-1.0.2.yaml': 'release: 1.0.2\nproduct: receiptd\ndate: 2020-06-09\nchanges:\n  - Reads receipts.\n',
  'open/z29c/releases/release-1.1.yaml': 'release: "1.1"\nproduct: receiptd-client\ndate: 2021-06-09\nchanges:\n  - Writes receipts.\n',
  'open/z29c/CHANGELOG.md': '# Changelog\n\nOf receiptd.\n\n## [0.9.0] - 2019-12-01\n\n### Added\n\n- A start.\n\n## [0.8.0] - 2019-11-01\n\n- Nothing.\n',
  'open/z29c/heading.md': '---\nkind: incident\ndate: 2022-06-01\n---\n# Only a heading\n',
  'open/undated.md': '# A note without a date\n\nIt says nothing.\n',
  'home/at-home.md': decision('id: DEC-0005\nstatus: proposed\nsupersedes: DEC-0004\ndate: 2022-07-01', 'Rule at home'),
}
const all: DocumentConditions = { kind: null, series: null, of: null, status: null, from: null, to: null, dated: 'itself', named: null, pick: null }

describe('listing documents by their records', () => {
  const { index } = searchesIn(files)
  const list = async (conditions: Partial<DocumentConditions>, identity: Identity = owner, filters: SearchFilters = {}) => {
    const found = await listDocuments(identity, { ...all, ...conditions }, filters, { database: index().opened.database, embedder: index().embedder })
    if (found === null) throw new Error('nothing is indexed')
    return found
  }
  const titles = async (...asked: Parameters<typeof list>) => (await list(...asked)).documents.map(({ title }) => title)
  const in2022 = { from: '2022-01-01', to: '2022-12-31' } as const

  it('finds what a name means, what replaces it and what it replaces, for whoever may see both', async () => {
    const named = (name: string, relation: 'replaces' | 'is-replaced-by' | null) => ({ named: { name, relation } })
    expect(await titles(named('DEC-2', null))).toEqual(['Second rule'])
    expect(await titles(named('ADR 1', 'replaces'))).toEqual(['Second rule'])
    expect(await titles(named('DEC-0002', 'is-replaced-by'))).toEqual(['First rule'])
    expect(await titles(named('DEC-0004', 'replaces'))).toEqual(['Rule at home'])
    expect(await titles(named('DEC-0004', 'replaces'), stranger)).toEqual([])
    expect(await titles(named('DEC-0005', 'is-replaced-by'), stranger)).toEqual([])
    expect(await titles(named('DEC-0099', null))).toEqual([])
  })

  it('picks the first or the last by date, and never by the time of a file', async () => {
    expect(await titles({ kind: 'decision', pick: 'latest' })).toEqual(['Rule at home'])
    expect(await titles({ kind: 'decision', pick: 'latest' }, stranger)).toEqual(['Second rule'])
    const release = await list({ kind: 'release', pick: 'earliest' })
    expect(release.documents.map(({ title, effectiveAt, passages }) => [title, effectiveAt, passages[0]?.passage.text])).toEqual([['0.8.0 in Changelog', '2019-11-01', '- Nothing.']])
    expect(release.total).toBe(4)
    expect(await titles({ kind: 'release', of: 'receiptd-client', pick: 'earliest' })).toEqual(['receiptd-client 1.1'])
    expect((await list({ kind: 'decision', pick: 'latest' })).total).toBe(6)
    expect(await titles({ kind: 'note', pick: 'latest' })).toEqual([])
  })

  it('gives each once, by date, superseded ones included, with passages to cite', async () => {
    const found = await list({ kind: 'decision', of: 'z29c' })
    expect(found.documents.map(({ title }) => title)).toEqual(['First rule', 'RFC-0007: Priorities', 'Rule that nothing replaces', 'Rule for all', 'Second rule', 'Rule at home'])
    expect(found.total).toBe(6)
    expect(found.documents[0]?.successor).toEqual({ title: 'Second rule', effectiveAt: '2022-03-01' })
    expect(found.documents[0]?.passages[0]).toMatchObject({ headingPath: ['First rule', 'Decision'], passage: { text: 'We do it.' } })
    expect((await list({ kind: 'decision', status: 'accepted' })).documents[0]?.passages[0]?.headingPath.at(-1)).toBe('Status')
  })

  it('dates the documents, or what replaced them, and says what nothing dates', async () => {
    expect(await titles({ kind: 'decision', ...in2022 })).toEqual(['Second rule', 'Rule at home'])
    const replaced = await list({ kind: 'decision', status: 'superseded', ...in2022, dated: 'successor' })
    expect(replaced.documents.map(({ title }) => title)).toEqual(['First rule', 'Rule for all'])
    expect(replaced.undated).toBe(1)
    expect(await titles({ status: 'superseded', from: '2020-01-01', to: '2020-12-31' })).toEqual(['First rule'])
  })

  it('counts a document as superseded only for whoever may see what replaces it', async () => {
    expect(await titles({ kind: 'decision', status: 'accepted' })).toEqual(['Second rule'])
    expect(await titles({ kind: 'decision', status: 'accepted' }, stranger)).toEqual(['Rule for all', 'Second rule'])
    expect(await titles({ kind: 'decision', status: 'superseded' }, stranger)).toEqual(['First rule', 'Rule that nothing replaces'])
    expect((await list({ kind: 'decision', status: 'superseded', ...in2022, dated: 'successor' }, stranger)).documents.map(({ title, successor }) => [title, successor?.title])).toEqual([['First rule', 'Second rule']])
  })

  it('knows RFCs from other decisions, the product of a release from its project, and a changelog from a release', async () => {
    expect(await titles({ kind: 'decision', series: 'rfc' })).toEqual(['RFC-0007: Priorities'])
    expect(await titles({ kind: 'decision', series: 'record', status: 'withdrawn' })).toEqual([])
    const releases = await list({ kind: 'release', of: 'receiptd' })
    expect(releases.documents.map(({ title }) => title)).toEqual(['receiptd 1.0.2'])
    expect(releases.changelogs).toEqual(['Changelog'])
    expect(await titles({ kind: 'release', of: '.*' })).toEqual([])
    expect(await titles({ kind: 'release', of: "re]c^e\\i'(ptd" })).toEqual([])
    expect((await list({ kind: 'release', of: 'Z29C' })).total).toBe(2)
  })

  it('keeps to the filters of the search, and on a past day to what was in force and replaced then', async () => {
    expect(await titles({ kind: 'decision' }, owner, { path: ['home/'] })).toEqual(['Rule at home'])
    expect(await titles({ kind: 'decision', status: 'superseded' }, owner, { status: ['accepted'] })).toEqual(['Rule for all'])
    expect(await titles({ kind: 'decision', status: 'accepted' }, owner, { asOf: '2021-12-31' })).toEqual(['Rule for all'])
    expect(await titles({ kind: 'decision', status: 'accepted' }, owner, { asOf: '2022-06-30' })).toEqual(['Rule for all', 'Second rule'])
  })

  it('says which have no date of their own, and lists what is nothing but a heading', async () => {
    const found = await list({})
    expect(found.datedByFile).toBe(1)
    expect((await list({ kind: 'incident' })).documents[0]?.passages[0]?.passage.text).toBe('# Only a heading')
  })

  it('changes nothing for a stranger when a hidden document comes, whatever it is or replaces', async () => {
    const asked: readonly Partial<DocumentConditions>[] = [{}, { kind: 'decision' }, { of: 'Z29C' }, { status: 'accepted' }, { status: 'superseded' }, { status: 'superseded', ...in2022, dated: 'successor' }, { kind: 'release', of: 'receiptd' }, in2022]
    const seen = async () => Promise.all(asked.map(async (conditions) => { const { generation: _generation, ...found } = await list(conditions, stranger); return JSON.stringify(found) }))
    const before = await seen()
    await index().write('home/hidden.md', decision('status: accepted\nsupersedes: [DEC-0002, DEC-0004]\ndate: 2022-09-01', 'Hidden rule'))
    await index().write('home/releases/release-9.0.yaml', 'release: "9.0"\nproduct: receiptd\ndate: 2022-06-09\nchanges:\n  - Hides.\n')
    await index().build()
    expect(await seen()).toEqual(before)
    expect(await titles({ kind: 'release', of: 'receiptd', ...in2022 })).toEqual(['receiptd 9.0'])
  })
})
