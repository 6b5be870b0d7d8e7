import { describe, expect, it } from 'vitest'
import { documentWordsOf, propertiesIn } from './asked-property'

const named = (question: string, text: string) => documentWordsOf(question, { key: propertiesIn(text)[0]?.key ?? '', text })?.map(({ surface }) => surface) ?? null

it('the properties of a passage are found with the lines under each, at their places', () => {
  const text = 'status: accepted\r\n"decided by": Marta\r\nteams:\r\n  - data\r\n  # not a key: yes\r\n  - cli'
  const found = propertiesIn(text)
  expect(found.map(({ key, text: written }) => [key, written])).toEqual([['status', 'status: accepted'], ['decided by', '"decided by": Marta'], ['teams', 'teams:\r\n  - data\r\n  # not a key: yes\r\n  - cli']])
  for (const { startOffset, endOffset, text: written } of found) expect(text.slice(startOffset, endOffset)).toBe(written)
})

describe('a question asks for a property', () => {
  it.each([
    ['Who decided on the wheelhouse?', 'deciders: [Marta, Jonas]', ['wheelhouse']],
    ['Who wrote the wheelhouse note?', 'author: Marta', ['wheelhouse']],
    ['Who owns the wheelhouse runbook?', 'owner: Marta', ['wheelhouse', 'runbook']],
    ['Which teams are responsible for RFC 628?', 'teams:\n  - data', ['628']],
    ['When was the wheelhouse released?', 'release-date: 2021-01-05', ['wheelhouse']],
    ['Which version did the wheelhouse ship in?', 'release-versions:\n  ember: v4.2.0', ['wheelhouse']],
    ['Which hoist version brought the wheelhouse?', 'release-versions:\n  hoist-source: v4.2.0', ['wheelhouse']],
    ['When did work on the wheelhouse start?', 'start-date: 2020-07-01', ['wheelhouse']],
    ['Was the wheelhouse proposal implemented?', 'implementation: done', ['wheelhouse']],
    ['Where does the work on the wheelhouse currently stand?', 'implementation: blocked', ['wheelhouse']],
    ['How far along is the wheelhouse?', 'implementation: in_progress', ['wheelhouse']],
    ['Which pull request accepted RFC 628?', 'prs:\n  accepted: https://example.com/628', ['628']],
    ['How severe was the wheelhouse outage?', 'severity: 2', ['wheelhouse', 'outage']],
    ['When was the wheelhouse last reviewed?', 'last_reviewed_on: 2020-01-02', ['wheelhouse']],
    ['What is the review cycle of the wheelhouse?', 'review cycle: yearly', ['wheelhouse']],
  ] as const)('%s → %j, and of what', (question, text, words) => {
    expect(named(question, text)).toEqual(words)
  })

  it.each([
    ['Who was consulted on the wheelhouse?', 'deciders: [Marta]'],
    ['When was the wheelhouse released?', 'release-date: soon'],
    ['When was the wheelhouse released?', 'start-date: 2020-07-01'],
    ['Which version did the wheelhouse ship in?', 'release-date: 2021-01-05'],
    ['Which version of the pulley did the wheelhouse ship with?', 'release-versions:\n  hoist: v4.2.0'],
    ['Why was the wheelhouse built?', 'author: Marta'],
    ['Which link of the chain broke?', 'link: https://example.com'],
    ['What type of wheel is it?', 'wheel: oak'],
    ['When was the wheelhouse last reviewed?', 'last_reviewed_on:'],
  ] as const)('%s is not answered by %j', (question, text) => {
    expect(named(question, text)).toBeNull()
  })
})
