import { describe, expect, it } from 'vitest'
import { splitQuestion, understandQuestion } from './understand-question'

const read = (text: string) => understandQuestion(text, ['en'])

describe('a question', () => {
  it.each([
    ['Who resolves it?', 'person'], ['When was it released?', 'time'], ['How many retries are there?', 'number'], ['What is the maximum size of a receipt?', 'number'],
    ['Why was it dropped?', 'reason'], ['Does faxgate take a key?', 'verdict'], ['What changed in client 1.0.2?', 'list'], ['Which is faster, BM25 or MiniLM?', 'comparison'], ['What does ERR_Z29C_4102 mean?', 'statement'],
  ])('“%s” asks for a %s', (text, type) => { expect(read(text).type).toBe(type) })

  it('is about its identifiers, names and numbers, not about its first word, months or years', () => {
    expect(read('Which policy did Marta change for Z29C in March 2021?').entities.map(({ surface }) => surface)).toEqual(['Marta', 'Z29C'])
    expect(read('For how many days are the texts of tenant 0417 kept?').entities.map(({ surface }) => surface)).toEqual(['0417'])
    expect(read('What does DEC-0054 say about outcome-unknown?').entities.map(({ surface }) => surface)).toEqual(['DEC-0054'])
  })

  it('knows what it says is absent, its qualifiers, and whether it is about now', () => {
    expect([...read('Which rule holds with no idempotency key and without status lookup?').absent].length).toBeGreaterThanOrEqual(2)
    expect(read('What is the maximum size?').qualifiers).toEqual(['maximum'])
    expect(read('Is it still used?').asksNow).toBe(true)
    expect(read('Was it used?').asksNow).toBe(false)
  })

  it.each([['How many incidents were there in 2021?', true], ['List all decisions of Z29C', true], ['How many retries does the policy allow?', false], ['How many messages waited during the incident?', false]])('“%s” counts documents: %s', (text, expected) => {
    expect(read(text).countsDocuments).toBe(expected)
  })
})

describe('a question of several parts', () => {
  it('is split where a new question begins, and nowhere else', () => {
    expect(splitQuestion('Why was the fifth retry dropped, and in which release are there four?')).toEqual(['Why was the fifth retry dropped', 'in which release are there four?'])
    expect(splitQuestion('Who is on call? When does it end?')).toEqual(['Who is on call?', 'When does it end?'])
    expect(splitQuestion('Which rule holds with no key and no lookup?')).toEqual(['Which rule holds with no key and no lookup?'])
  })

  it('lends its words to a later part that refers back, at half weight', () => {
    const first = read('Which decision followed from the duplicate letters')
    const second = understandQuestion('what did it add?', ['en'], first)
    expect(second.terms.filter(({ surface }) => surface === 'duplicate').map(({ weight }) => weight)).toEqual([0.5])
  })
})
