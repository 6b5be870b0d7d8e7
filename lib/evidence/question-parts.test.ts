import { describe, expect, it } from 'vitest'
import { questionParts, splitQuestion, withoutPeriod } from './question-parts'

describe('a question of several parts', () => {
  it('is split where a new question begins, and nowhere else', () => {
    const partsOf = (text: string) => splitQuestion(text).parts
    expect(partsOf('Why was the fifth retry dropped, and in which release are there four?')).toEqual(['Why was the fifth retry dropped', 'in which release are there four?'])
    expect(partsOf('Who is on call? When does it end?')).toEqual(['Who is on call?', 'When does it end?'])
    expect(partsOf('Which rule holds with no key and no lookup?')).toEqual(['Which rule holds with no key and no lookup?'])
  })

  it('is one question where one verb serves both', () => {
    expect(splitQuestion('On which weekday and at what time does on-call change?').parts).toEqual(['On which weekday and at what time does on-call change?'])
  })

  it('is told from the statements that lead to it', () => {
    expect(splitQuestion('An overview names DEC-0047. Does DEC-0047 still hold?')).toEqual({ context: 'An overview names DEC-0047.', parts: ['Does DEC-0047 still hold?'] })
    expect(splitQuestion('What do the initials R.H. stand for?').context).toBeNull()
  })

  it('is searched part by part, and a part that leans on the one before takes that along', () => {
    expect(questionParts('How long does pushwell keep a key, and what went wrong with it?').map(({ query }) => query)).toEqual(['How long does pushwell keep a key', 'How long does pushwell keep a key what went wrong with it?'])
    expect(questionParts('project:z29c Who keeps the key? Where does DEC-0012 stand?').map(({ query }) => query)).toEqual(['Who keeps the key?', 'Where does DEC-0012 stand?'])
    expect(questionParts('Who keeps the key?').map(({ query }) => query)).toEqual([])
  })
})

describe('the words that name a past day', () => {
  it.each([
    ['Who resolved messages in the summer of 2021?', 'Who resolved messages?'],
    ['By how many passages did the indexes differ on 9 October 2023?', 'By how many passages did the indexes differ?'],
    ['Which features were introduced by pushwell on May 10th, 2024?', 'Which features were introduced by pushwell?'],
    ['What was printed in March 2021?', 'What was printed in March 2021?'],
    ['How did 2021 differ from 2022?', 'How did 2021 differ from 2022?'],
  ])('“%s” without them: “%s”', (question, expected) => {
    expect(withoutPeriod(question)).toBe(expected)
  })
})
