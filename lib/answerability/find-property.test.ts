import { expect, it } from 'vitest'
import { findProperties } from './find-property'
import { testItem, type TestNote } from './testing'
import { understandQuestion } from './understand-question'

const head = (title: string, text: string, path = `text/${title.toLowerCase().replaceAll(' ', '-')}.md`): TestNote => ({ title, text, path, contentType: 'record' })

function found(question: string, ...notes: readonly TestNote[]) {
  const asked = understandQuestion(question, ['en'])
  return findProperties(asked, notes.map(testItem), new Map(asked.terms.map(({ lexeme }) => [lexeme, 5]))).map(({ item, text }) => [item.title, text])
}

const wheel = head('Wheelhouse renovation', 'status: accepted\nteams:\n  - carpenters\n  - painters\nrelease-date: 2021-01-05', 'rfcs/rfc-628-wheelhouse.md')
const mill = head('Mill race renovation', 'teams: [masons]', 'rfcs/rfc-091-mill-race.md')

it('the property of the document that the question calls by its title, or by its number, is found whole', () => {
  expect(found('Which teams did the wheelhouse renovation?', wheel, mill)).toEqual([['Wheelhouse renovation', 'teams:\n  - carpenters\n  - painters']])
  expect(found('Which team is responsible for RFC 91?', wheel, mill)).toEqual([['Mill race renovation', 'teams: [masons]']])
  expect(found('When was the wheelhouse renovation released?', wheel, mill)).toEqual([['Wheelhouse renovation', 'release-date: 2021-01-05']])
})

it('two documents of one number are both meant; of two that go by the same words none is', () => {
  const other = head('Lock gate', 'teams: [smiths]', 'rfcs/rfc-628-lock-gate.md')
  expect(found('Which team is responsible for RFC 628?', wheel, other)).toEqual([['Wheelhouse renovation', 'teams:\n  - carpenters\n  - painters'], ['Lock gate', 'teams: [smiths]']])
  expect(found('Which teams did the renovation?', head('North renovation', 'teams: [a]'), head('South renovation', 'teams: [b]'))).toEqual([])
})

it('the version of the very product asked for is found where the document tells of the rest in its text', () => {
  const release = head('Wheelhouse plugin', 'release-versions:\n  hoist-cli: v3.2.0')
  const told: TestNote = { title: 'Wheelhouse plugin', path: 'text/wheelhouse-plugin.md', text: 'Every new barge gets the rigging plugin.' }
  const asked = (question: string, of = told) => {
    const understood = understandQuestion(question, ['en'])
    return findProperties(understood, [release, of].map(testItem).map((item) => ({ ...item, revisionId: item.title as typeof item.revisionId })), new Map(understood.terms.map(({ lexeme }) => [lexeme, 5]))).map(({ text }) => text)
  }
  expect(asked('Which hoist-cli release brought the rigging plugin to new barges?')).toEqual(['release-versions:\n  hoist-cli: v3.2.0'])
  expect(asked('Which version of rigging do barges get with the plugin?')).toEqual([])
  expect(asked('Which hoist-cli release brought the anchor plugin to new barges?')).toEqual([])
})

it.each([
  ['a word is of something else', 'Which teams did the lighthouse renovation?'],
  ['another number is asked about', 'Which team is responsible for RFC 629?'],
  ['no document is named', 'Which team is responsible?'],
  ['another property is asked for', 'Who was consulted on the wheelhouse renovation?'],
])('nothing is found where %s', (_, question) => {
  expect(found(question, wheel, mill)).toEqual([])
})

it('a manifest is no head of a note', () => {
  expect(found('Which teams did the wheelhouse renovation?', { ...wheel, path: 'text/wheelhouse-renovation.yaml' })).toEqual([])
})
