import { describe, expect, it } from 'vitest'
import { owner, stranger } from '@/lib/access'
import { packTail } from '@/lib/indexing/testing'
import { forgetCaches } from './forget-caches'
import { rewriteQuery } from './suggest-rewrite'
import { searchesIn } from './testing'

const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\nprojects:\n  - { path: "open/z29c/**", project: Z29C }\n',
  'open/z29c/policy.md': '---\nkind: decision\ndate: 2022-05-03\n---\n# Retry policy\n\nPolicies of a possibly accepted request: the policy is to enter `outcome-unknown`. See DEC-0054.\n',
  'open/soup.md': '# Soup\n\nSimmer the lentils with cumin and lemon.\n',
  'open/old.md': '---\nstatus: superseded\nsuperseded_by: soup.md\n---\n# Old soup\n\nSimmer the parsnips with cardamom.\n',
  'open/incidents.md': '# Two incidents\n\nThe incident of May was the second.\n',
  'private.md': '# Diary\n\nThe zeppelin was late. INC-0123.\n',
}

describe('suggestions', () => {
  const { index, find } = searchesIn(files)

  it('give the word as a note writes it, and the whole query with it, which then finds it', async () => {
    const { suggestions, took } = await find('lentlis with cumin')
    expect(suggestions).toEqual([{ word: 'lentlis', instead: 'lentils', query: 'lentils with cumin' }])
    expect(took).toHaveProperty('suggestions')
    const followed = await find(suggestions[0]?.query ?? '')
    expect(followed).toMatchObject({ weak: false, suggestions: [] })
    expect(followed.results[0]?.sourcePath).toBe('open/soup.md')
  })

  it.each([['incidnets of May', 'incidents'], ['the polciy', 'policy'], ['DEC-0045', 'DEC-0054'], ['outcome-unknwon', 'outcome-unknown'], ['dec-54', 'DEC-0054']])('are of real words where a stem is indexed: %s means %s', async (query, instead) => {
    expect((await find(query)).suggestions[0]?.instead).toBe(instead)
  })

  it('correct every word of a query at once', async () => {
    const { suggestions } = await find('lentlis cumni kind:note')
    expect(suggestions.map(({ word, query }) => [word, query])).toEqual([['lentlis', 'lentils cumin kind:note'], ['cumni', 'lentils cumin kind:note']])
  })

  it('are none where every word is known, and none for gibberish', async () => {
    const known = await find('simmer the lentils')
    expect(known.suggestions).toEqual([])
    expect(known.took).not.toHaveProperty('suggestions')
    expect((await find('qwertzuiop asdfghjkl')).suggestions).toEqual([])
  })

  it('are of what the search may find: its filters narrow them, and superseded notes come with history only', async () => {
    expect((await find('lentlis kind:decision')).suggestions).toEqual([])
    expect((await find('parsnpis')).suggestions).toEqual([])
    expect((await find('parsnpis history:')).suggestions[0]?.query).toBe('parsnips history:')
  })

  it('keep a phrase only where it then stands somewhere', async () => {
    expect((await find('"lentlis with cumin"')).suggestions[0]?.query).toBe('"lentils with cumin"')
    expect((await find('"cumin with lentlis"')).suggestions).toEqual([])
  })

  it('never give a stranger a word that only hidden notes hold, and stay as they were when one is added', async () => {
    expect((await find('zeplin', owner)).suggestions[0]?.instead).toBe('zeppelin')
    expect((await find('INC-0132', owner)).suggestions[0]?.instead).toBe('INC-0123')
    for (const query of ['zeplin', 'INC-0132']) expect((await find(query, stranger)).suggestions).toEqual([])
    const ask = async (identity = stranger) => (await find('lentlis polciy zeplin', identity)).suggestions
    const before = await ask()
    const ownersBefore = await ask(owner)
    expect(before.map(({ instead }) => instead)).toEqual(['lentils', 'policy'])
    await index().write('hidden.md', '# Lentlis\n\nThe lentli, lentlist, polcy and zepplin stand nowhere else.\n')
    await index().build()
    expect(await ask()).toEqual(before)
    expect(await ask(owner)).not.toEqual(ownersBefore)
  })

  it('are the same from packed lists of words', async () => {
    await packTail(index().opened.database)
    forgetCaches(index().opened.database)
    expect((await find('incidnets of May', stranger)).suggestions[0]?.instead).toBe('incidents')
    expect((await find('zeplin', stranger)).suggestions).toEqual([])
  })
})

describe('rewriting a query', () => {
  it('leaves filters, exclusions and parts of longer words as they were typed', () => {
    const instead = new Map([['polcy', 'policy']])
    expect(rewriteQuery('Polcy polcys (polcy) "a polcy" -polcy title:polcy polcy-x', instead)).toBe('policy polcys (policy) "a policy" -polcy title:polcy policy-x')
    expect(rewriteQuery('polcy', new Map())).toBe('polcy')
  })
})
