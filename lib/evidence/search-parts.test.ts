import { expect, it } from 'vitest'
import type { Ranking } from '@/lib/retrieval'
import { searchParts } from './search-parts'
import { testItem } from './testing'

const queriesOf = async (question: string, found: Parameters<typeof testItem>[2] & { readonly text: string }) => {
  const queries: string[] = []
  await searchParts(question, (query) => {
    queries.push(query)
    return Promise.resolve({ results: [testItem(1, found.text, found)] } as unknown as Ranking) // no other part is read
  })
  return queries
}

it('a part that goes on about a record is searched by the name that the part before found', async () => {
  const incident = { text: 'A state for unknown outcomes (DEC-0054).', kind: 'incident' as const }
  expect(await queriesOf('Which decision followed from the letters, and what did it add?', incident)).toEqual(['Which decision followed from the letters', 'what did DEC-0054 add?'])
  expect(await queriesOf('Which decision followed from the letters, and why?', incident)).toEqual(['Which decision followed from the letters', 'DEC-0054 Which decision followed from the letters why?'])
})

it('a record that is found goes by its own name, not by one that it mentions', async () => {
  const decision = { text: 'It takes the place of RFC 126.', kind: 'decision' as const, sourcePath: 'rfcs/rfc-153-remove.md' }
  expect((await queriesOf('Which RFC removed the lists, and when was it accepted?', decision))[1]).toBe('when was rfc-153 accepted?')
})

it('what does not go on, or follows no question for a record, is searched as it stands', async () => {
  const note = { text: 'DEC-0054 is about it.' }
  expect(await queriesOf('Who keeps the key, and which port does the desk use?', note)).toEqual(['Who keeps the key', 'which port does the desk use?'])
  expect(await queriesOf('Who keeps the key?', note)).toEqual([])
})
