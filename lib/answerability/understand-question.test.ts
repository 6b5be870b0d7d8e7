import { describe, expect, it } from 'vitest'
import { understandQuestion } from './understand-question'

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

  it('is qualified by what singles out, not by a turn of phrase', () => {
    expect(read('How many principles came first?').qualifiers).toEqual(['first'])
    expect(read('Why was it put there in the first place, and at least once?').qualifiers).toEqual([])
  })

  it('names versions, numbers of a series and days that name a thing, whole; a quantity names nothing', () => {
    const codes = (text: string) => read(text).entities.filter(({ isCode }) => isCode).map(({ surface }) => surface)
    expect(codes('Which waits does ADR 12 set?')).toEqual(['ADR 12'])
    expect(codes('Which commit is client 1.0.22?')).toEqual(['1.0.22'])
    expect(codes('What was decided at the meeting of 5 October 2022?')).toEqual(['5 October 2022'])
    expect(codes('Is a receipt from 450 days ago still there?')).toEqual([])
    expect(codes('What was tested on 2022-03-28?')).toEqual([])
  })

  it('knows that it leans on what was said before, and what that said is absent', () => {
    const before = read('An adapter has neither a key nor a lookup.')
    expect([...before.absent]).toEqual(expect.arrayContaining(['key', 'lookup']))
    const after = understandQuestion('Which rule applies to it?', ['en'], before)
    expect(after.leans).toBe(true)
    expect([...after.absent]).toEqual(expect.arrayContaining(['key', 'lookup']))
    expect(before.leans).toBe(false)
  })

  it('asks for what its main clause asks for', () => {
    expect(read('When the limit is hit, what should you do?').type).toBe('statement')
    expect(read('Which colleague follows Jonas?').type).toBe('person')
  })

  it('knows what it says is absent, its qualifiers, and whether it is about now', () => {
    expect([...read('Which rule holds with no idempotency key and without status lookup?').absent].length).toBeGreaterThanOrEqual(2)
    expect([...read('What is the rule where idempotency key is none and status lookup is none?').absent]).toEqual(expect.arrayContaining(['key', 'lookup']))
    expect(read('What is the maximum size?').qualifiers).toEqual(['maximum'])
    expect(read('Is it still used?').asksNow).toBe(true)
    expect(read('Was it used?').asksNow).toBe(false)
  })

  it.each([['How many incidents were there in 2021?', true], ['List all decisions of Z29C', true], ['How many retries does the policy allow?', false], ['How many messages waited during the incident?', false]])('“%s” counts documents: %s', (text, expected) => {
    expect(read(text).countsDocuments).toBe(expected)
  })
})

describe('a question of several parts', () => {
  it('lends its words to a later part that refers back, at half weight', () => {
    const first = read('Which decision followed from the duplicate letters')
    const second = understandQuestion('what did it add?', ['en'], first)
    expect(second.terms.filter(({ surface }) => surface === 'duplicate').map(({ weight }) => weight)).toEqual([0.5])
  })

  it('tells what a later part goes on about', () => {
    const named = read('How long does pushwell keep a key')
    expect([...understandQuestion('what went wrong with it?', ['en'], named).borrowed]).toEqual(expect.arrayContaining(['pushwel', 'key']))
    expect(named.borrowed.size).toBe(0)
  })
})

describe('a record that is to be named', () => {
  it('is asked for by its kind, and the words that only link it weigh half', () => {
    const weightOf = (text: string, word: string) => read(text).terms.find(({ surface }) => surface === word)?.weight
    expect(weightOf('Which decision followed from the letters?', 'followed')).toBe(0.5)
    expect(weightOf('What followed from the letters?', 'followed')).toBe(1)
  })
})

describe('several things asked for', () => {
  it.each([
    ['Which files does the deprecation cover?', true], ['Which five conditions must it meet?', true], ['What are the steps?', true],
    ['Which release was it?', false], ['What process is used?', false], ['What was changed?', true], ['Why are there lists?', false], ['What happens to its branch?', false],
  ])('“%s” may be answered by a list: %s', (text, expected) => { expect(read(text).wantsList).toBe(expected) })
})
