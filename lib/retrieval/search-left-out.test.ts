import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { forgetCaches } from './forget-caches'
import { searchesIn } from './testing'

const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\n  - { path: "team/**", scope: team }\nprojects:\n  - { path: "open/z29c/**", project: Z29C }\n',
  'open/z29c/dec-0012-retries.md': '---\nid: DEC-0012\nkind: decision\nstatus: accepted\ndate: 2020-03-02\n---\n# First retry policy\n\nEvery failed request is retried three times with exponential backoff under ERR_RETRY_88.\n\n## Alternatives\n\nA single retry was thought of and dropped.\n',
  'open/z29c/dec-0054-unknown.md': '---\nid: DEC-0054\nkind: decision\nstatus: accepted\nsupersedes: DEC-0012\ndate: 2022-05-03\n---\n# Unknown outcomes\n\nNo request is retried when its outcome is unknown; this replaces DEC-0012 of old, with its exponential backoff. DEC-0012 is history, says DEC-0012.\n',
  'open/z29c/dec-0013-naming.md': '---\nkind: decision\nstatus: superseded\nsuperseded_by: ../../team/dec-0055-naming.md\ndate: 2020-04-02\n---\n# Naming of queues\n\nQueues are called after fruit.\n',
  'team/dec-0055-naming.md': '---\nkind: decision\nstatus: accepted\ndate: 2022-06-03\n---\n# Secret naming\n\nQueues are called after rivers.\n',
  'team/dec-0014-cache.md': '---\nkind: decision\nstatus: superseded\nsuperseded_by: ../open/cache.md\ndate: 2020-05-02\n---\n# Hidden cache rules\n\nThe cache is warmed by a zeppelin at dawn.\n',
  'open/cache.md': '---\ndate: 2022-07-03\n---\n# Cache rules\n\nThe cache is filled on demand.\n',
  'open/twice-old.md': '---\nstatus: superseded\nsuperseded_by: twice.md\ndate: 2020-08-02\n---\n# Working hours\n\nThe desk opens at nine.\n',
  'open/twice.md': '---\ndate: 2023-08-02\n---\n# Working hours\n\nThe desk opens at ten.\n',
  'open/cooking.md': '# Soup\n\nSimmer the lentils with cumin and lemon until soft.\n',
}
const old = 'open/z29c/dec-0012-retries.md'

describe('what default search leaves out', () => {
  const { index, find, paths } = searchesIn(files)

  it.each(['requests retried three times', 'exponential backoff', 'first policy of retries', 'retried', 'naming'])('stays out of a search for %s, and comes with history', async (query) => {
    const superseded = async (words: string) => (await find(words)).results.filter((result) => result.superseded).length
    expect(await superseded(query)).toBe(0)
    expect(await superseded(`${query} history:`)).toBeGreaterThan(0)
  })

  it.each([
    'DEC-0012', 'dec 12', 'What did DEC-0012 decide on lentils?', 'First retry policy', '"First retry policy"', 'dec-0012-retries.md', `read ${old}`, '"retried three times"', 'ERR_RETRY_88',
  ])('is first, marked and with its successor, for %s', async (query) => {
    for (const mode of ['hybrid', 'lexical'] as const) for (const limit of [1, 10]) {
      const { results: [first], weak } = await find(query, stranger, { mode, limit })
      expect(first).toMatchObject({ rank: 1, sourcePath: old, current: true, superseded: true, supersededBy: { title: 'Unknown outcomes' } })
      expect(first?.why).toMatch(/though superseded/)
      expect(weak).toBe(false)
    }
  })

  it('leaves the rest of the results as they were', async () => {
    const [first, ...rest] = await paths('DEC-0012')
    expect(first).toBe(old)
    expect(rest).toContain('open/z29c/dec-0054-unknown.md')
    expect((await paths('DEC-0012 history:')).length).toBeGreaterThanOrEqual(rest.length)
  })

  it('stays out when a document that holds now bears the same title or holds the same phrase', async () => {
    expect(await paths('Working hours')).not.toContain('open/twice-old.md')
    expect((await paths('Working hours'))[0]).toBe('open/twice.md')
    expect(await paths('"exponential backoff"')).toEqual(['open/z29c/dec-0054-unknown.md'])
    expect((await paths('twice-old'))[0]).toBe('open/twice-old.md')
  })

  it('obeys filters and exclusions', async () => {
    expect(await paths('DEC-0012 year:2021')).not.toContain(old)
    expect(await paths('DEC-0012 project:other')).toEqual([])
    expect(await paths('DEC-0012 -dropped project:Z29C year:2020')).toEqual([old])
    expect(await paths('"retried three times" -exponential')).toEqual([])
    // What was in force then needs no asking by name.
    expect((await find('DEC-0012 as-of:2019-01-01')).results).toEqual([])
  })

  it('is found by nobody who may not read it, and names no successor that they may not see', async () => {
    const team: Identity = { name: 'reader:team', scopes: ['public', 'team'] }
    for (const query of ['DEC-0014', 'Hidden cache rules', '"warmed by a zeppelin"', 'dec-0014-cache.md']) {
      expect((await paths(query, team))[0]).toBe('team/dec-0014-cache.md')
      expect(await paths(query, stranger)).not.toContain('team/dec-0014-cache.md')
    }
    const naming = async (identity: Identity) => (await find('Naming of queues', identity)).results[0]
    expect(await naming(team)).toMatchObject({ sourcePath: 'open/z29c/dec-0013-naming.md', superseded: true, supersededBy: { title: 'Secret naming' } })
    expect(await naming(stranger)).toMatchObject({ sourcePath: 'open/z29c/dec-0013-naming.md', superseded: true, supersededBy: null })
    expect(JSON.stringify(await find('Naming of queues', stranger))).not.toContain('Secret naming')
  })

  it('lets a hidden document that bears the same name change nothing', async () => {
    const ask = async () => {
      const { generation: _generation, took: _took, ...response } = await find('First retry policy', stranger)
      return response
    }
    const before = await ask()
    await index().write('private-copy.md', '# First retry policy\n\nA hidden draft of it.\n')
    await index().build()
    expect(await ask()).toEqual(before)
    expect((await find('First retry policy', owner)).results[0]?.sourcePath).toBe('private-copy.md')
    await index().remove('private-copy.md')
    await index().build()
  })

  it('is not brought back once its document is gone, though history may keep it', async () => {
    const { database } = index().opened
    await database.execute(sql`update document set removed_at = now() where path = ${old}`)
    forgetCaches(database)
    for (const query of ['DEC-0012', 'First retry policy', '"retried three times"']) expect(await paths(query)).not.toContain(old)
    expect(await paths('"retried three times" history:')).toEqual([old])
    await database.execute(sql`update document set removed_at = null where path = ${old}`)
    forgetCaches(database)
    expect((await paths('DEC-0012'))[0]).toBe(old)
  })

  it('brings an older revision only for a name that the document bears no more, not for what it said', async () => {
    await index().write('open/cooking.md', '# Broth\n\nSimmer the barley with cumin and lemon until soft.\n')
    await index().build()
    expect((await find('lentils simmer')).results.filter(({ current }) => !current)).toEqual([])
    expect((await find('"cumin and lemon"')).results.map(({ current }) => current)).toEqual([true])
    const { results: [first] } = await find('Soup')
    expect(first).toMatchObject({ sourcePath: 'open/cooking.md', current: false, revision: 1 })
    expect(first?.why).toMatch(/though only in an older revision/)
    expect((await find('"the lentils with cumin"')).results.filter(({ current }) => !current)).toEqual([])
    // Both bear the file's name, so it means the one that holds.
    expect((await find('cooking.md')).results.filter(({ current }) => !current)).toEqual([])
  })
})
