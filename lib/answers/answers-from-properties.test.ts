import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { startAnswerRunner, type AnswerRecord } from './index'

const rfc = (head: string, title: string, text: string) => `---\nscope: public\ntags: [heron]\n${head}\n---\n# ${title}\n\n## Summary\n\n${text}\n\n## Motivation\n\nIt was asked for twice.\n`
const files = {
  'rfcs/rfc-628-wheelhouse.md': rfc('stage: recommended\nrelease-date: 2021-01-05\nteams:\n  - carpenters\n  - painters', 'Wheelhouse renovation', 'The wheelhouse gets a new floor.'),
  'rfcs/rfc-091-mill-race.md': rfc('stage: accepted\nteams:\n  - masons', 'Mill race', 'The mill race gets a gate.'),
  'rfcs/rfc-700-jetty.md': rfc('stage: accepted\nteams:\n  - masons', 'Longer jetty', 'The jetty grows by a plank.'),
  'decisions/decision-0061-ferry.md': '---\nscope: public\nkind: decision\nstatus: accepted\ndate: 2022-03-04\ndeciders: [Marta Lindqvist, Jonas Weber]\n---\n# DEC-0061: Ferry tickets\n\n## Decision\n\nTickets are sold on board.\n',
  'decisions/decision-0062-night.md': '---\nkind: decision\nstatus: accepted\ndate: 2022-03-05\ndeciders: [Osprey Canary]\n---\n# DEC-0062: Night ferry\n\n## Decision\n\nThere is a night ferry.\n',
}

describe('what stands at the head of a note', () => {
  let index: TestIndex
  beforeAll(async () => {
    index = await openTestIndex(files)
    await index.build()
  })
  afterAll(() => index.close())

  async function ask(query: string, identity: Identity = owner): Promise<AnswerRecord> {
    const runner = startAnswerRunner({ database: index.opened.database, embedder: index.embedder, languageModel: null, modelIsLocal: false })
    const { answerId, revision } = await runner.start({ identity, request: { query }, cause: 'asked', from: null })
    const end = await (await runner.feed(identity, answerId, revision))?.end()
    if (end === undefined || !('claims' in end)) throw new Error(end?.message ?? 'no record')
    return end
  }

  it.each([
    ['Which teams are responsible for the wheelhouse renovation?', 'teams:\n  - carpenters\n  - painters', 'rfcs/rfc-628-wheelhouse.md'],
    ['Which team does RFC 91 belong to?', 'teams:\n  - masons', 'rfcs/rfc-091-mill-race.md'],
    ['Which team does RFC 700 belong to?', 'teams:\n  - masons', 'rfcs/rfc-700-jetty.md'],
    ['When was RFC 628 released?', 'release-date: 2021-01-05', 'rfcs/rfc-628-wheelhouse.md'],
    ['Who decided DEC-0061?', 'deciders: [Marta Lindqvist, Jonas Weber]', 'decisions/decision-0061-ferry.md'],
  ])('answers “%s”, quoted byte for byte', async (question, text, path) => {
    const { outcome, claims } = await ask(question)
    expect(outcome).toBe('answered')
    expect(claims.map((claim) => [claim.text, claim.verdict, claim.quoted])).toEqual([[text, 'supported', true]])
    for (const { citations: [citation] } of claims) {
      expect(citation?.sourcePath).toBe(path)
      expect(Object.entries(files).find(([name]) => name === path)?.[1].slice(citation?.startOffset, citation?.endOffset)).toBe(text)
    }
  })

  it.each(['Who was consulted on DEC-0061?', 'Which team does RFC 500 belong to?', 'When was RFC 91 released?', 'Who decided RFC 628?'])('answers “%s” with nothing', async (question) => {
    expect((await ask(question)).outcome).toBe('refused')
  })

  it('is told to nobody who may not see the note', async () => {
    expect((await ask('Who decided DEC-0062?')).claims.map(({ text }) => text)).toEqual(['deciders: [Osprey Canary]'])
    const record = await ask('Who decided DEC-0062?', stranger)
    expect(record.outcome).toBe('refused')
    expect(JSON.stringify(record)).not.toMatch(/osprey/i)
  })

  it('is no passage where it says who may read the note or what it is filed under', async () => {
    const record = await ask('Which teams are responsible for the wheelhouse renovation?')
    expect(JSON.stringify(record.claims)).not.toMatch(/heron|scope:/)
  })
})
