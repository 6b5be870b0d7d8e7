import { expect, it } from 'vitest'
import type { Answerability, PartDecision } from './answerability'
import { heedReading } from './heed-reading'

const answerable: PartDecision = { kind: 'answerable', question: 'When?', type: 'time', sentences: [], checks: [] }
const refused: PartDecision = { kind: 'refused', question: 'Why?', reason: 'missing-relationship', missing: 'No passage says why.', supported: null, sentences: [], checks: [] }
const whole = (...parts: PartDecision[]): Answerability => ({ outcome: parts.every(({ kind }) => kind === 'answerable') ? 'answerable' : parts.some(({ kind }) => kind === 'answerable') ? 'partly' : 'refused', parts })
const reading = (verdict: 'yes' | 'in-part' | 'no') => ({ answerable: verdict, reason: 'The words of the model.', evidenceIds: ['e2'] })

it('a model that says yes answers nothing that the checks refuse', () => {
  expect(heedReading(whole(refused), reading('yes'))).toMatchObject({ outcome: 'refused', parts: [{ kind: 'refused', reason: 'missing-relationship', missing: 'No passage says why.' }] })
  expect(heedReading(whole(answerable, refused), reading('yes')).outcome).toBe('partly')
  expect(heedReading(whole(answerable), reading('yes')).outcome).toBe('answerable')
})

it('a model that says no refuses what the checks let pass, in our words and not in its own', () => {
  const heeded = heedReading(whole(answerable, refused), reading('no'))
  expect(heeded.outcome).toBe('refused')
  expect(heeded.parts.map(({ kind }) => kind)).toEqual(['refused', 'refused'])
  expect(JSON.stringify(heeded.parts.map((part) => (part.kind === 'refused' ? [part.missing, part.supported] : [])))).not.toContain('The words of the model.')
})

it('“in part” leaves the parts as they are and says that something is missing', () => {
  expect(heedReading(whole(answerable), reading('in-part'))).toMatchObject({ outcome: 'partly', parts: [{ kind: 'answerable' }] })
})

it('the reading and its passages stand among the checks', () => {
  expect(heedReading(whole(answerable), reading('no')).parts[0]?.checks).toEqual([{ check: 'model', passed: false, note: 'The words of the model.', evidenceIds: ['e2'] }])
})
