import { describe, expect, it } from 'vitest'
import { findKind, givesReason, type AnswerKind } from './answer-kind'
import { testItem } from './testing'

const found = (kind: AnswerKind, words: string, question = 'Who or how many?', heading = 'Notes') => findKind(kind, words, { text: question }, { item: testItem({ text: words, heading }, 0) }).map(({ startOffset, endOffset }) => words.slice(startOffset, endOffset))

describe('a person', () => {
  it('is no acronym, no code, and no word that only opens a sentence', () => {
    expect(found('person', 'Enabling HTTP/3 involves switching QUIC on.')).toEqual([])
    expect(found('person', 'Chosen option: "Append-only log".')).toEqual([])
    expect(found('person', 'The call goes to `Router`.')).toEqual([])
  })

  it('may open a sentence where it acts, and stand small in the cell of a row', () => {
    expect(found('person', 'Petra wrote it.')).toEqual(['Petra'])
    expect(found('person', 'It was asked for by Marta Kowalska.')).toEqual(['Marta Kowalska'])
    expect(found('person', 'From: 2022-11-01; First: petra; Second: tk')).toEqual(expect.arrayContaining(['petra', 'tk']))
  })
})

it('who writes is a person where they did what is asked', () => {
  expect(found('person', 'We understand that it monitors logs.', 'Who built the monitor?')).toEqual([])
  expect(found('person', 'In 2019 we have built it ourselves.', 'Who built the monitor?')).toEqual(['we have built'])
})

describe('a number', () => {
  it('is no year, but where what it counts follows', () => {
    expect(found('number', 'We improve it throughout 2020.', 'How many developers use it?')).toEqual([])
    expect(found('number', 'It has 2000 developers.', 'How many developers use it?')).toEqual(['2000'])
  })
})

describe('a time', () => {
  it('that is to come is none gone by', () => {
    expect(found('time', 'It was released 7 years ago.', 'When will it be released?')).toEqual([])
    expect(found('time', 'It was released 7 years ago.', 'When was it released?')).toEqual(['7 years'])
  })
})

describe('a reason', () => {
  it('stands under a heading for it, and is what is wrong with a thing that was ended', () => {
    expect(found('reason', 'It breaks often.', 'Why did we stop using the VM?', 'Problem')).toHaveLength(1)
    expect(found('reason', 'It breaks often.', 'Why is it blue?', 'Problem')).toHaveLength(0)
    expect(found('reason', 'It is brittle and poorly understood.', 'Why was it replaced?')).toHaveLength(2)
    expect(found('reason', 'It is brittle and poorly understood.', 'Why is it used?')).toHaveLength(0)
  })

  it('is not given by a time', () => {
    expect(givesReason('It has run since before v1.0.')).toBe(false)
    expect(givesReason('It was dropped since nobody used it.')).toBe(true)
  })
})
