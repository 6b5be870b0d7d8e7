import { beforeAll, describe, expect, it } from 'vitest'
import { loadLanguages } from './language'
import { parseDocument } from './parse-document'
import { findBreaches } from './testing'

beforeAll(loadLanguages)

function propertiesOf(head: string, ending = '\n') {
  const text = `---\n${head}\n---\n\n# A note\n\nIt says something.\n`.replaceAll('\n', ending)
  const read = parseDocument({ path: 'notes/a.md', bytes: new TextEncoder().encode(text), modifiedAt: new Date('2024-05-06') })
  if ('reason' in read) throw new Error(read.reason)
  expect(findBreaches(read)).toEqual([])
  return { read, passages: read.passages.filter(({ contentType }) => contentType === 'record').map(({ startOffset, endOffset }) => read.text.slice(startOffset, endOffset)) }
}

describe('the properties at the head of a note', () => {
  it('are a passage before its text, as they are written, with their lines', () => {
    const { read, passages } = propertiesOf('title: A note\nstatus: accepted\ndeciders: [Marta, Jonas]\nteams:\n  - data\n  - cli')
    expect(passages).toEqual(['status: accepted\ndeciders: [Marta, Jonas]\nteams:\n  - data\n  - cli'])
    expect(read.passages[0]).toMatchObject({ ordinal: 0, startLine: 3, endLine: 7, section: 0 })
    expect(read.passages[1]).toMatchObject({ ordinal: 1, contentType: 'prose' })
    expect(read.sections.map(({ level, heading }) => [level, heading])).toEqual([[0, null], [1, 'A note']])
  })

  it.each(['scope: team', 'localOnly: true', 'tags: [salaries]', 'aliases: [Old name]', 'id: 7f1c', 'permalink: /a', 'cssclasses: [wide]'])('leave out %s and end there', (line) => {
    const { passages } = propertiesOf(`author: Marta\n${line}\nreviewer: Jonas`)
    expect(passages).toEqual(['author: Marta', 'reviewer: Jonas'])
  })

  it.each(['title: A note\nkind: decision\nstatus: accepted\ndate: 2024-01-02', 'author:', 'author: ""', 'tags: [a]\nscope: public'])('are no passage where they say nothing that the record does not: %j', (head) => {
    expect(propertiesOf(head).passages).toEqual([])
  })

  it('keep what stands between two of them, and no record at their ends but a status before the first', () => {
    expect(propertiesOf('date: 2024-01-02\nauthor: Marta\nkind: note\nreviewer: Jonas\nupdated: 2024-02-03').passages).toEqual(['author: Marta\nkind: note\nreviewer: Jonas'])
    expect(propertiesOf('stage: ready\nreviewer: Jonas').passages).toEqual(['stage: ready\nreviewer: Jonas'])
  })

  it.each(['author: Marta\nauthor: Jonas', 'author: "Marta', '{ author: Marta, reviewer: Jonas }'])('are no passage where they cannot be placed one by one: %j', (head) => {
    expect(propertiesOf(head).passages).toEqual([])
  })

  it('are placed in a file with other line ends and with a mark at its beginning', () => {
    expect(propertiesOf('author: Marta\nreviewer: Jonas', '\r\n').passages).toEqual(['author: Marta\r\nreviewer: Jonas'])
    const marked = parseDocument({ path: 'a.md', bytes: new TextEncoder().encode('\uFEFF---\nauthor: Marta\n---\nText.\n'), modifiedAt: new Date('2024-05-06') })
    expect('reason' in marked ? null : marked.passages.map(({ startOffset, endOffset }) => marked.text.slice(startOffset, endOffset))).toEqual(['author: Marta', 'Text.'])
  })

  it('of a note that has no text are all its passages', () => {
    const read = parseDocument({ path: 'a.md', bytes: new TextEncoder().encode('---\nauthor: Marta\n---\n'), modifiedAt: new Date('2024-05-06') })
    expect('reason' in read ? null : read.passages).toHaveLength(1)
  })
})
