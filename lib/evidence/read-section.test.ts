import { afterAll, beforeAll, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { retrieve } from '@/lib/retrieval'
import { readSection } from './read-section'

const filler = (from: number) => Array.from({ length: 5 }, (_, at) => `The harbour office writes down ferry number ${from + at} with its skipper, its cargo and the hour at which it left the northern pier for the islands, and the clerk of the day signs the sheet before the evening bell.`).join('\n\n')
const rows = Array.from({ length: 24 }, (_, at) => `| ${at + 4}.12, with what the clerk wrote beside it in that season | ${at}.6, ${at}.7 |`).join('\n')
const files = {
  'open/dues.md': `---\nscope: public\n---\n# Plan of the dues\n\n## Example\n\n${filler(1)}\n\nThis example shows which gilders a voyage accepts.\n\n| Season | Crowns |\n|---|---|\n${rows}\n\n## Scope\n\nThe scope is cut to the 3 small piers:\n\n1. north\n2. east\n3. lock\n\n## Helpers\n\nThere are 3 helpers:\n\n- oars\n- sails\n- ropes\n\n## Other\n\nThese three piers get one gate.\n`,
  'open/soup.md': '---\nscope: public\n---\n# Soup\n\nLentils with cumin.\n',
  'home/gate.md': '# Gate\n\nThese three piers get one gate at home, says the heron.\n\n## List\n\nThe 3 heron piers:\n\n1. a\n2. b\n3. c\n',
}
let index: TestIndex
beforeAll(async () => {
  index = await openTestIndex(files)
  await index.build()
})
afterAll(() => index.close())

async function read(query: string, identity: Identity = stranger): Promise<{ readonly best: string; readonly beside: readonly string[] }> {
  const services = { database: index.opened.database, embedder: index.embedder }
  const ranking = await retrieve(identity, { query, limit: 30 }, services)
  return { best: ranking.results[0]?.passage.text ?? '', beside: (await readSection(identity, query, ranking, services)).map(({ passage }) => passage.text) }
}

it('the table right after the best passage is read with it, the list of another section is not', async () => {
  const { best, beside } = await read('Which gilders does a voyage accept in the example?')
  expect(best).toContain('which gilders a voyage accepts')
  expect(best).not.toContain('| 4.12')
  expect(beside.join('\n')).toContain('| 4.12, with')
  expect(beside.join('\n')).not.toContain('north')
})

it('“which three piers” reads the list that is introduced so, wherever it stands in the best document, and no list of other things', async () => {
  const { best, beside } = await read('Which three piers get one gate?')
  expect(best).toContain('These three piers get one gate.')
  expect(beside).toEqual([expect.stringContaining('1. north')])
})

it.each(['Which four piers get one gate?', 'Why do these three piers get one gate?', 'Which three gates?'])('“%s” reads none', async (query) => {
  expect((await read(query)).beside).toEqual([])
})

it('nothing is read of a document that the reader may not see', async () => {
  const question = 'Which three piers get one gate at home, says the heron?'
  expect((await read(question, owner)).beside).toEqual([expect.stringContaining('The 3 heron piers')])
  expect(JSON.stringify(await read(question))).not.toContain('heron piers')
})
