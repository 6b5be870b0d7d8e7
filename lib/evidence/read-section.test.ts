import { afterAll, beforeAll, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { assembleEvidence } from './assemble-evidence'

const filler = Array.from({ length: 12 }, (_, at) => `The harbour office writes down ferry number ${at} with its skipper, its cargo and the hour at which it left the northern pier for the islands.`).join('\n\n')
const rows = Array.from({ length: 6 }, (_, at) => `| ${at + 4}.12 | ${at}.6, ${at}.7 |`).join('\n')
const files = {
  'open/dues.md': `---\nscope: public\n---\n# Plan of the dues\n\n## Example\n\nThis example of the plan of the dues shows which crowns a season of the plan accepts.\n\n${filler}\n\n| Season | Crowns |\n|---|---|\n${rows}\n\n## Scope\n\nThe scope is cut to the 3 small piers:\n\n1. north\n2. east\n3. lock\n\n## Other\n\nThese three piers get one gate.\n`,
  'open/soup.md': '---\nscope: public\n---\n# Soup\n\nLentils with cumin.\n',
}
let index: TestIndex
beforeAll(async () => {
  index = await openTestIndex(files)
  await index.build()
})
afterAll(() => index.close())

async function textsOf(query: string, identity: Identity = owner): Promise<string> {
  const { set } = await assembleEvidence(identity, { query }, { database: index.opened.database, embedder: index.embedder, strategy: 'passages' })
  return set.items.map(({ passage }) => passage.text).join('\n')
}

it('“which three piers” reads the list that is introduced so, wherever it stands in the best document', async () => {
  expect(await textsOf('Which three piers get one gate?')).toContain('1. north')
})

it('nothing is read of a document that the reader may not see', async () => {
  await index.write('home/gate.md', '# Gate\n\nThese three piers get one gate at home.\n\n## List\n\nThe 3 heron piers:\n\n1. a\n2. b\n3. c\n')
  await index.build()
  expect(await textsOf('Which three piers get one gate at home?')).toContain('heron')
  expect(await textsOf('Which three piers get one gate at home?', stranger)).not.toContain('heron')
})
