import { describe, expect, it } from 'vitest'
import { owner, stranger } from '@/lib/access'
import { searchesIn } from './testing'

const note = (kind: string, date: string, text: string, more = '') => `---\nkind: ${kind}\ndate: ${date}\n${more}---\n# ${kind} of ${date}\n\n${text}\n`

/** More passages than either arm lists. */
const many = Object.fromEntries(Array.from({ length: 140 }, (_, at) => [`open/p6x4/log-${at}.md`, note('note', '2021-02-03', `The courier delivered parcel number ${at} to the harbour, entry ${at * 7}.`)]))

const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\nprojects:\n  - { path: "open/z29c/**", project: Z29C }\n  - { path: "open/p6x4/**", project: P6X4 }\n',
  ...many,
  'open/z29c/courier.md': note('decision', '2022-05-03', 'A courier signs for each parcel.', 'status: accepted\n'),
  'open/z29c/before.md': note('decision', '2020-01-09', 'A courier signs for no parcel.', 'status: superseded\nsuperseded_by: courier.md\n'),
  'open/soup.md': note('reference', '2019-04-05', 'Simmer the lentils with cumin.'),
  'private/courier.md': note('incident', '2018-01-01', 'The courier lost a parcel.'),
}

const words = { mode: 'lexical' } as const

describe('facets', () => {
  const { index, find } = searchesIn(files)

  it('count every passage that matches, not only those that are read', async () => {
    const { facets, total } = await find('courier', stranger, words)
    expect(total).toBe(141)
    expect(facets.project).toEqual([{ value: 'P6X4', count: 140 }, { value: 'Z29C', count: 1 }])
    expect(facets.year).toEqual([{ value: '2021', count: 140 }, { value: '2022', count: 1 }])
    expect(facets.status).toEqual([{ value: 'accepted', count: 1 }])
  })

  it('count what only the vector arm found beside what holds a word', async () => {
    const { facets, total, results } = await find('lentils', stranger, { limit: 50 })
    expect(total).toBeGreaterThan(results.length - 1)
    expect(facets.kind.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  })

  it('count only what the identity may see', async () => {
    expect((await find('courier', owner, words)).facets.kind).toContainEqual({ value: 'incident', count: 1 })
    expect((await find('courier', stranger, words)).facets.kind.map(({ value }) => value)).toEqual(['note', 'decision'])
  })

  it('keep a field’s other values when one is chosen, and narrow the other fields', async () => {
    const { facets, total } = await find('courier project:z29c', stranger, words)
    expect(total).toBe(1)
    expect(facets.project).toEqual([{ value: 'P6X4', count: 140 }, { value: 'Z29C', count: 1 }])
    expect(facets.kind).toEqual([{ value: 'decision', count: 1 }])
    expect(facets.year).toEqual([{ value: '2022', count: 1 }])
  })

  it('hold to quoted phrases and exclusions, whatever is chosen', async () => {
    expect((await find('"signs for" parcel', stranger, words)).facets.project).toEqual([{ value: 'Z29C', count: 1 }])
    expect((await find('"delivered parcel" project:z29c', stranger, words)).facets.project).toEqual([{ value: 'P6X4', count: 140 }])
    expect((await find('courier -delivered kind:note', stranger, words)).facets.kind).toEqual([{ value: 'decision', count: 1 }])
  })

  it('count superseded documents where they are asked for, and only there', async () => {
    expect((await find('courier kind:decision', stranger, words)).facets.status).toEqual([{ value: 'accepted', count: 1 }])
    const chosen = await find('courier kind:decision status:superseded', stranger, words)
    // Its text, and the property that names what superseded it.
    expect(chosen.total).toBe(2)
    expect(chosen.facets.status).toEqual([{ value: 'superseded', count: 2 }, { value: 'accepted', count: 1 }])
    expect((await find('courier kind:decision history:', stranger, words)).facets.status).toEqual([{ value: 'superseded', count: 2 }, { value: 'accepted', count: 1 }])
  })

  it('say what each value gives when it is chosen instead', async () => {
    const { facets } = await find('courier parcel', stranger, words)
    for (const { value, count } of facets.kind) expect((await find(`courier parcel kind:${value}`, stranger, words)).total).toBe(count)
    for (const { value, count } of facets.year) expect((await find(`courier parcel year:${value}`, stranger, words)).total).toBe(count)
  })

  it('stay as they were for a stranger when a hidden document is added', async () => {
    const ask = async () => { const { facets, total } = await find('courier year:2022', stranger); return { facets, total } }
    const before = await ask()
    await index().write('private/more.md', note('release', '2022-05-05', 'The courier again.', 'status: active\n'))
    await index().build()
    expect(await ask()).toEqual(before)
    expect((await find('courier year:2022', owner)).facets.kind).toContainEqual({ value: 'release', count: 1 })
  })
})
