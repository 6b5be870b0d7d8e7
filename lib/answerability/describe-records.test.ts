import { expect, it } from 'vitest'
import { describeRecords } from './describe-records'
import { readRecordQuestion } from './read-record-question'

it.each([
  ['How many superseded decisions of P6X4 are dated 2022?', 'decisions (RFCs included) of P6X4 with status superseded, dated 2022'],
  ['Which decisions were superseded in 2022?', 'decisions (RFCs included) with status superseded, replaced by a document dated 2022'],
  ['List the releases of receiptd since March 2021', 'releases of receiptd, dated 2021-03-01 or later'],
  ['How many ADRs were rejected before 2022?', 'decisions that are not RFCs with status rejected, dated 2021-12-31 or earlier'],
  ['Which documents are dated 2022-05-03?', 'documents of any kind, dated 2022-05-03'],
  ['How many incidents were there between 2020 and 2021?', 'incidents, dated 2020-01-01 to 2021-12-31'],
])('“%s” asks for %s', (question, words) => {
  const read = readRecordQuestion(question)
  expect(read === null ? null : describeRecords(read.conditions, {})).toBe(words)
})

it('the filters of the search are said as they are written', () => {
  const read = readRecordQuestion('How many incidents are there?')
  expect(read === null ? null : describeRecords(read.conditions, { project: ['Z29C'], title: ['two words'], asOf: '2022-01-01', history: true })).toBe('incidents, within project:Z29C title:"two words" as-of:2022-01-01')
})
