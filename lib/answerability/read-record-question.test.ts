import { describe, expect, it } from 'vitest'
import { readRecordQuestion, type RecordQuestion } from './read-record-question'

const read = (question: string) => readRecordQuestion(question, new Date('2024-05-01T00:00:00Z'))
const nothing = { kind: null, series: null, of: null, status: null, from: null, to: null, dated: 'itself', named: null, pick: null } as const
const asked = (asks: RecordQuestion['asks'], conditions: Partial<RecordQuestion['conditions']>): RecordQuestion => ({ asks, fact: null, conditions: { ...nothing, ...conditions } })
const year = (of: number) => ({ from: `${of}-01-01`, to: `${of}-12-31` })

describe('a question for the records', () => {
  it.each([
    ['How many incidents of Z29C were there?', asked('count', { kind: 'incident', of: 'Z29C' })],
    ['How many incidents of Z29C were there in 2022?', asked('count', { kind: 'incident', of: 'Z29C', ...year(2022) })],
    ['How many Z29C incidents are there?', asked('count', { kind: 'incident', of: 'Z29C' })],
    ['List all of Z29C’s post-mortems.', asked('list', { kind: 'incident', of: 'Z29C' })],
    ['Which decisions were superseded in 2022?', asked('list', { kind: 'decision', status: 'superseded', ...year(2022), dated: 'successor' })],
    ['Which decisions superseded since March 2021 are there?', asked('list', { kind: 'decision', status: 'superseded', from: '2021-03-01', dated: 'successor' })],
    ['Which decisions of 2022 are superseded?', asked('list', { kind: 'decision', status: 'superseded', ...year(2022) })],
    ['How many superseded decisions of K81R are there?', asked('count', { kind: 'decision', of: 'K81R', status: 'superseded' })],
    ['List the releases of receiptd since 2021', asked('list', { kind: 'release', of: 'receiptd', from: '2021-01-01' })],
    ['Which decisions of P6X4 are still proposed?', asked('list', { kind: 'decision', of: 'P6X4', status: 'proposed' })],
    ['Which incidents did Z29C have in 2021?', asked('list', { kind: 'incident', of: 'Z29C', ...year(2021) })],
    ['Which releases were published in 2021?', asked('list', { kind: 'release', ...year(2021) })],
    ['How many RFCs were accepted?', asked('count', { kind: 'decision', series: 'rfc', status: 'accepted' })],
    ['How many ADRs were rejected before 2022?', asked('count', { kind: 'decision', series: 'record', status: 'rejected', to: '2021-12-31' })],
    ['Which releases were there between June 2020 and 2021?', asked('list', { kind: 'release', from: '2020-06-01', to: '2021-12-31' })],
    ['Show me the documents dated after 2022-05-03', asked('list', { from: '2022-05-04' })],
    ['How many drafts are there in the notes?', asked('count', { status: 'draft' })],
    ['How many case studies were written last year?', asked('count', { kind: 'case-study', ...year(2023) })],
    ['What are the decisions with status accepted for V0M3?', asked('list', { kind: 'decision', of: 'V0M3', status: 'accepted' })],
  ])('“%s” is read whole', (question, expected) => { expect(read(question)).toEqual(expected) })

  it.each([
    ['Which was the first decision of Z29C?', { kind: 'decision', of: 'Z29C', pick: 'earliest' }],
    ['What is the most recent release of receiptd?', { kind: 'release', of: 'receiptd', pick: 'latest' }],
    ['When was the last incident?', { kind: 'incident', pick: 'latest' }],
    ['When did the very first incident of Z29C happen?', { kind: 'incident', of: 'Z29C', pick: 'earliest' }],
    ['What was the latest RFC of 2021?', { kind: 'decision', series: 'rfc', pick: 'latest', ...year(2021) }],
  ] as const)('“%s” asks for one of a list', (question, conditions) => { expect(read(question)).toEqual(asked('list', conditions)) })

  it.each([
    ['When was DEC-0054 accepted?', 'date', 'DEC-0054', ['accepted', 'active', 'superseded', 'deprecated']],
    ['On which day was ADR 3 written?', 'date', 'ADR 3', null],
    ['What is the current status of RFC 12?', 'status', 'RFC 12', null],
    ['Is DEC-0012 still in force?', 'status', 'DEC-0012', ['accepted', 'active']],
    ['Has ADR 7 been superseded?', 'status', 'ADR 7', ['superseded']],
    ['Which decision superseded DEC-0012?', 'successor', 'DEC-0012', null],
    ['What was DEC-0012 replaced by?', 'successor', 'DEC-0012', null],
    ['What does DEC-0061 supersede?', 'predecessor', 'DEC-0061', null],
  ] as const)('“%s” asks for a fact of one', (question, asks, name, status) => {
    expect(read(question)).toMatchObject({ asks, fact: { asks, name, status }, conditions: { kind: null, named: { name, relation: asks === 'successor' ? 'replaces' : asks === 'predecessor' ? 'is-replaced-by' : null } } })
  })

  it.each([
    ['about their content', 'How many incidents about letters were there?'],
    ['about their content', 'Which decisions about links are still proposed?'],
    ['of another date than theirs', 'How many RFCs were released in 2022?'],
    ['about who made them', 'How many decisions were made by Ines in 2022?'],
    ['about what they name', 'Which incidents with letterbox were there in 2021?'],
    ['of a kind that no record tells', 'How many serious incidents were there in 2022?'],
    ['denied', 'How many decisions are not accepted?'],
    ['denied', 'Which RFCs were never accepted?'],
    ['of two statuses', 'How many decisions are accepted or rejected?'],
    ['of two projects', 'How many decisions of Z29C and P6X4 are there?'],
    ['of two kinds', 'How many incidents and releases were there in 2022?'],
    ['of a time that is not said', 'How many incidents were there in spring 2022?'],
    ['of a time that is not said', 'How many incidents were there by 2022?'],
    ['of two times', 'How many incidents of 2021 were there in 2022?'],
    ['of what no record dates', 'Which RFCs were withdrawn in 2020?'],
    ['of what was the case once', 'Which decisions were still proposed in 2021?'],
    ['of which one is meant', 'Which decision was superseded in 2022?'],
    ['of what replaced them', 'Which decisions were superseded by DEC-0073?'],
    ['of numbers in a note', 'How many messages waited during the incident?'],
    ['of numbers in a note', 'How many documents did the injection fixtures of run 33 have?'],
    ['of numbers in a note', 'How many documents were counted in January 2023?'],
    ['of a version, which is no year', 'Which releases need receiptd 2022.4.10?'],
    ['about what a record does not hold', 'Who accepted DEC-0054?'],
    ['about what a record does not hold', 'When was DEC-0054 accepted by the board?'],
    ['of a past time', 'What was the status of DEC-0054 in 2021?'],
    ['about its content', 'What is the last incident about letters?'],
    ['about its content', 'What is the latest release that fixed the loop?'],
    ['of several parts', 'How many incidents were there in 2021, and who wrote them?'],
    ['of a place', 'How many incidents were there in Gdynia?'],
    ['of nothing', 'Which decisions?'],
    ['of no documents', 'Which retry policy does Z29C use?'],
  ])('is none with a condition %s: “%s”', (_why, question) => { expect(read(question)).toBeNull() })
})
