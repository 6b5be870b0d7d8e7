import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner } from '@/lib/access'
import { assembleEvidence } from '@/lib/evidence'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { assess } from './assess'
import { refuse } from './refuse'

const note = (title: string, ...sections: readonly string[]) => `---\ndate: 2022-05-03\n---\n# ${title}\n\n${sections.join('\n\n')}\n`
const files = {
  'faxgate/driver.md': note('Driver of the fax modem', '## Summary', 'The driver of the fax modem is written in C and talks to faxgate.', '## Paper jams at the modem', 'A jam of the fax modem is cleared at the desk.'),
  'policy.md': note('Retry and recovery policy', '## Receipts that are kept', 'The retry policy of faxgate keeps a receipt for each fax.', '## No replacements', 'Nothing replaces the retry policy.'),
  'soup.md': note('Soup', 'Simmer the lentils with cumin.'),
}

describe('a refusal', () => {
  let index: TestIndex
  beforeAll(async () => {
    index = await openTestIndex(files)
    await index.build()
  })
  afterAll(() => index.close())

  async function ask(query: string) {
    const services = { database: index.opened.database, embedder: index.embedder }
    const assembled = await assembleEvidence(owner, { query }, services)
    return refuse(owner, assembled.set, await assess(assembled, null), services)
  }

  it('offers the question without its slips first, and names no slip as the missing fact', async () => {
    const { narrower, missing } = await ask('Which retry polcy has the fax modm in Berlin?')
    expect(narrower[0]).toBe('Which retry policy has the fax modem in Berlin?')
    expect(missing).not.toMatch(/“(?:polcy|modm)”(?! stands? nowhere| and “)/)
  })

  it('offers names of places and phrases of the question, no heaps of words', async () => {
    const { narrower } = await ask('Who signed off the driver of the fax modem and its retry policy in the basement?')
    expect(narrower.length).toBeGreaterThan(0)
    for (const query of narrower) expect(['fax modem', 'driver of the fax modem', 'Driver of the fax modem', 'Paper jams at the modem', 'Retry and recovery policy', 'Receipts that are kept', 'retry policy']).toContain(query)
  })

  it('notes under each passage which words of the question it holds', async () => {
    const { passages } = await ask('Who signed off the driver of the fax modem in the basement?')
    expect(passages.length).toBeGreaterThan(0)
    for (const { note: text } of passages) expect(text).toMatch(/^(?:Holds “|Holds no word)/)
  })
})
