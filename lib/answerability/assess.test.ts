import { expect, test } from 'vitest'
import type { AssembledEvidence } from '@/lib/evidence'
import { assess } from './assess'
import { testView } from './testing'

test('A part without words of its own is refused with the part that it leans on', async () => {
  const question = 'When was Terraform invented, and by whom?'
  const { items, ranking } = await testView(question, [{ title: 'Terraform', text: 'The directory structure of Terraform is by Marta Kowalska.' }])
  const set = { question, items, strategy: 'passages', request: { query: question } } as unknown as AssembledEvidence['set'] // no check reads the rest
  const decision = await assess({ set, ranking, parts: [], past: null, period: null }, null)
  expect(decision.parts.map(({ kind }) => kind)).toEqual(['refused', 'refused'])
  expect(decision.outcome).toBe('refused')
})

test('A part that goes on about the record which the part before asked for is decided by its name', async () => {
  const question = 'Which decision followed from the letters, and what did it add?'
  const { items, ranking } = await testView(question, [
    { title: 'Letters', text: 'From the letters followed DEC-0054.', cosine: 0.8 },
    { title: 'DEC-0054', path: 'decisions/decision-0054-state.md', heading: 'Decision', text: 'We keep a state for what is unknown.' },
    { title: 'DEC-0055', path: 'decisions/decision-0055-log.md', heading: 'Decision', text: 'We keep a log for what is known.' },
  ])
  const set = { question, items, strategy: 'passages', request: { query: question } } as unknown as AssembledEvidence['set'] // no check reads the rest
  const { parts } = await assess({ set, ranking, parts: [], past: null, period: null }, null)
  expect(parts[1]).toMatchObject({ kind: 'answerable', question: 'what did it add?' })
  expect(parts[1]?.sentences[0]?.candidate.text).toBe('We keep a state for what is unknown.')
})

test('Nothing found and nobody signed in is outside the notes, in a whole sentence', async () => {
  const question = 'What became of ember-fetch?'
  const { ranking } = await testView(question, [])
  const set = { question, items: [], strategy: 'passages', request: { query: question } } as unknown as AssembledEvidence['set'] // no check reads the rest
  const { parts } = await assess({ set, ranking, parts: [], past: null, period: null }, null)
  expect(parts[0]).toMatchObject({ kind: 'refused', reason: 'outside-the-collection' })
  expect(parts[0]?.kind === 'refused' && parts[0].missing).not.toContain('it are')
})

test('The list of as many as asked for is taken where the best sentence only speaks of “these four”', async () => {
  const best = 'We merge these four piers into a single pier.'
  const list = 'The scope is cut to the 4 small piers:\n\n1. north\n2. east\n3. lock\n4. mill'
  const decide = async (question: string, text: string) => {
    const { items, ranking } = await testView(question, [{ title: 'Piers', path: 'piers.md', text }])
    const set = { question, items, strategy: 'passages', request: { query: question } } as unknown as AssembledEvidence['set'] // no check reads the rest
    return (await assess({ set, ranking, parts: [], past: null, period: null }, null)).parts[0]
  }
  const four = await decide('Which four piers are merged into a single pier?', `${best}\n\n${list}`)
  expect([four?.kind, four?.sentences[0]?.candidate.text]).toEqual(['answerable', list])
  const three = await decide('Which three piers are merged into a single pier?', `${best.replace('four', 'three')}\n\n${list}`)
  expect(three).toMatchObject({ kind: 'refused', missing: expect.stringContaining('piers by name') })
})

test('A line that opens what follows is considered where it says how many, and is asked so', async () => {
  const decide = async (question: string) => {
    const { items, ranking } = await testView(question, [{ title: 'Dealing with storms', text: 'There are 2 principles:\n\n## Lamps\n\nEvery pier has a lamp.' }])
    const set = { question, items, strategy: 'passages', request: { query: question } } as unknown as AssembledEvidence['set'] // no check reads the rest
    return (await assess({ set, ranking, parts: [], past: null, period: null }, null)).parts[0]
  }
  expect((await decide('How many principles are there for dealing with storms?'))?.sentences[0]?.candidate.text).toBe('There are 2 principles:')
  expect((await decide('Which principles are there for dealing with storms?'))?.sentences.map(({ candidate }) => candidate.text)).not.toContain('There are 2 principles:')
})
