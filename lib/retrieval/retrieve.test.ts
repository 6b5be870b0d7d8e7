import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { owner, stranger } from '@/lib/access'
import { analyze } from '@/lib/analysis'
import { rows } from '@/lib/database'
import { search } from './retrieve'
import { searchesIn } from './testing'

const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\n  - { path: "team/**", scope: team }\nprojects:\n  - { path: "open/z29c/**", project: Z29C }\n',
  'open/z29c/policy.md': '---\nkind: decision\nstatus: accepted\ndate: 2022-05-03\n---\n# Retry policy\n\n## Unknown outcome\n\nA possibly accepted request enters `outcome-unknown` and is not retried automatically. See DEC-0054.\n',
  'open/z29c/old.md': '---\nstatus: superseded\nsuperseded_by: policy.md\ndate: 2020-03-02\n---\n# First retry policy\n\nEvery failed request is retried three times with exponential backoff.\n',
  'open/version.md': '---\ndate: 2021-01-01\n---\n# Versions\n\nClient 1.0.21 reads `apply_secrets` and calls buildFTS5Query.\n',
  'open/version-older.md': '---\ndate: 2021-01-01\n---\n# Older version\n\nClient 1.0.2 did not.\n',
  'team/postage.md': '# Postage\n\nThe surplus letters of the zeppelin incident cost 577 EUR.\n',
  'private.md': '# Diary\n\nThe zeppelin was late again.\n',
  'open/cooking.md': '# Soup\n\nSimmer the lentils with cumin and lemon until soft.\n',
}

describe('search', () => {
  const { index, find, paths } = searchesIn(files)

  it('names its generation and mode, and gives exact offsets, marks and reasons', async () => {
    const response = await find('possibly accepted request')
    expect(response).toMatchObject({ generation: 1, mode: 'hybrid' })
    const [first] = response.results
    expect(first).toMatchObject({ sourcePath: 'open/z29c/policy.md', headingPath: ['Retry policy', 'Unknown outcome'], kind: 'decision', status: 'accepted', project: 'Z29C', effectiveAt: '2022-05-03', revision: 1 })
    expect(files['open/z29c/policy.md'].slice(first?.passage.startOffset, first?.passage.endOffset)).toBe(first?.passage.text)
    expect(first?.passage.matches.map(({ startOffset, endOffset }) => first.passage.text.slice(startOffset, endOffset))).toEqual(['possibly', 'accepted', 'request'])
    expect(first?.why).toMatch(/^Holds every word: “possibly”/)
    expect(first?.reasons.map(({ arm }) => arm)).toEqual(['lexical', 'vector', 'fusion'])
  })

  it.each(['DEC-0054', 'dec-0054', 'outcome-unknown'])('puts the passage with the identifier %s first', async (query) => {
    expect((await paths(query))[0]).toBe('open/z29c/policy.md')
  })

  it.each([['1.0.21', 'open/version.md'], ['1.0.2', 'open/version-older.md'], ['"1.0.21"', 'open/version.md'], ['apply_secrets', 'open/version.md'], ['buildFTS5Query', 'open/version.md'], ['secrets', 'open/version.md']])('finds %s in %s first', async (query, path) => {
    expect((await paths(query))[0]).toBe(path)
  })

  it('leaves superseded documents out by default and brings them, marked, with history', async () => {
    expect(await paths('exponential backoff retried three times')).not.toContain('open/z29c/old.md')
    const { results } = await find('exponential backoff retried three times history:')
    expect(results[0]).toMatchObject({ sourcePath: 'open/z29c/old.md', superseded: true, supersededBy: { title: 'Retry policy' } })
  })

  it('applies filters inside both arms', async () => {
    expect(await paths('retry request project:z29c')).toEqual(['open/z29c/policy.md'])
    expect(await paths('client year:2022')).toEqual(['open/z29c/policy.md'])
    expect(await paths('request kind:decision title:"retry policy" path:z29c after:2022 before:2023')).toEqual(['open/z29c/policy.md'])
    expect(await paths('request kind:incident')).toEqual([])
  })

  it('takes the time of a file for no date: it is marked, in no year, and neither before nor after a day', async () => {
    const { results, facets } = await find('lentils cumin', owner, { mode: 'lexical' })
    expect(results[0]).toMatchObject({ sourcePath: 'open/cooking.md', undated: true })
    expect(facets.year).toEqual([{ value: 'no date', count: 1 }])
    const year = results[0]?.effectiveAt.slice(0, 4) ?? ''
    for (const filter of [`year:${year}`, 'after:2000', 'before:2999']) {
      const narrowed = await find(`lentils cumin ${filter}`, owner, { mode: 'lexical' })
      expect(narrowed.results).toEqual([])
      expect(narrowed.notes).toEqual(['3 documents without a date are left out: nothing says their year or day.'])
    }
    expect((await find('request year:2022', stranger, { mode: 'lexical' })).notes).toEqual(['1 document without a date is left out: nothing says its year or day.'])
    expect(await paths(`lentils cumin as-of:${results[0]?.effectiveAt ?? ''}`)).toContain('open/cooking.md')
    expect((await find('client reads apply_secrets', owner, { mode: 'lexical' })).results[0]).not.toHaveProperty('undated')
  })

  it('prefers no document for the time of its file', async () => {
    const { results, trace } = await find('lentils with cumin', owner, { explain: true })
    expect(results[0]?.sourcePath).toBe('open/cooking.md')
    const recency = trace?.results[0]?.features.find(({ name }) => name === 'recency')
    expect(recency?.value).toBe(0)
  })

  it('requires a quoted phrase and honours an exclusion', async () => {
    expect(await paths('"not retried automatically"')).toEqual(['open/z29c/policy.md'])
    expect(await paths('"automatically retried not"')).toEqual([])
    expect(await paths('client -buildFTS5Query')).not.toContain('open/version.md')
  })

  it('answers a stranger as if nothing else existed: adding hidden documents changes nothing but the generation’s number', async () => {
    const ask = async () => {
      const { generation: _generation, took: _took, ...response } = await find('zeppelin letters client retry', stranger)
      return response
    }
    const before = await ask()
    expect(before.results.map(({ sourcePath }) => sourcePath)).not.toContain('team/postage.md')
    expect(before.results.map(({ sourcePath }) => sourcePath)).not.toContain('private.md')
    await index().write('hidden.md', '# Retry\n\nZeppelin letters, client retry, letters and letters again: a hidden document.\n')
    await index().build()
    expect(await ask()).toEqual(before)
    expect((await paths('zeppelin', owner))).toContain('hidden.md')
    expect(await paths('zeppelin', { name: 'reader:team', scopes: ['public', 'team'] })).toContain('team/postage.md')
  })

  it('says that nothing matches well instead of ranking noise with confidence', async () => {
    expect((await find('qwertzuiop asdfghjkl')).weak).toBe(true)
    expect((await find('lentils with cumin')).weak).toBe(false)
  })

  it('is lexical-only, declared with its reason, when asked for or without an embedder', async () => {
    const asked = await find('possibly accepted request', owner, { mode: 'lexical' })
    expect(asked).toMatchObject({ mode: 'lexical-only', modeReason: 'You asked for results by words only.' })
    const without = await search(owner, { query: 'possibly accepted request' }, { database: index().opened.database, embedder: { state: 'unavailable', reason: 'The model is missing.' } })
    expect(without).toMatchObject({ mode: 'lexical-only', modeReason: 'The model is missing.' })
    expect(without.results[0]?.reasons.map(({ arm }) => arm)).not.toContain('vector')
  })

  it('gives an empty query no results', async () => {
    expect(await find('   ')).toMatchObject({ results: [], weak: false })
  })

  it('scores exactly what BM25 as published gives, computed apart from it', async () => {
    const { results } = await find('client retried request', stranger, { mode: 'lexical' })
    const passages = await rows<{ path: string; text: string; language: string }>(index().opened.database, sql`
      select r.source_path as path, p.prefix || E'\n' || coalesce(p.indexed_text, p.text) as text, r.language
      from passage p join revision r on r.id = p.revision_id join document d on d.id = r.document_id where d.scope = 'public' and coalesce(r.status, '') <> 'superseded'`)
    expect(results.length).toBeGreaterThan(1)
    const scores = results.map(({ sourcePath, reasons }) => [sourcePath, reasons.find(({ arm }) => arm === 'lexical')?.score])
    expect(scores).toEqual(results.map(({ sourcePath }) => [sourcePath, Number(reference('client retried request', sourcePath, passages).toFixed(4))]))
  })
})

/** BM25 with k1 1.6, b .75 and Lucene's idf, written anew from the formula over documents of one passage each. */
function reference(query: string, path: string, passages: readonly { readonly path: string; readonly text: string; readonly language: string }[]): number {
  const bodies = passages.map(({ path: name, text, language }) => [name, text.split('\n').flatMap((line) => analyze(line, language).map(({ lexeme }) => lexeme))] as const)
  const mean = bodies.reduce((sum, [, terms]) => sum + terms.length, 0) / bodies.length
  const terms = bodies.find(([name]) => name === path)?.[1] ?? []
  return analyze(query, 'en').reduce((sum, { lexeme }) => {
    const frequency = terms.filter((term) => term === lexeme).length
    const holding = bodies.filter(([, other]) => other.includes(lexeme)).length
    const idf = Math.log(1 + (bodies.length - holding + 0.5) / (holding + 0.5))
    return sum + (idf * frequency * 2.6) / (frequency + 1.6 * (0.25 + (0.75 * terms.length) / mean))
  }, 0)
}
