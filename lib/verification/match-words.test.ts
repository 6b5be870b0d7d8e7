import { expect, it } from 'vitest'
import { indexWords, matchWord } from './match-words'
import { readStatement } from './statement'

/** How surely a sentence has the claim's word that holds `part`. */
function match(claim: string, part: string, sentence: string): number {
  const word = readStatement(claim, 'en').words.find(({ lower }) => lower.includes(part))
  if (word === undefined) throw new Error(`The claim has no word with ${part}.`)
  return matchWord(word, indexWords(readStatement(sentence, 'en')))
}

it('finds a word itself for certain, and one of another kind not at all', () => {
  expect(match('The archive moved.', 'archive', 'They moved the archive.')).toBe(1)
  expect(match('The archive moved.', 'archive', 'Penguins live in the cold.')).toBe(0)
})

it('finds other forms, joined words, initials and words of like meaning, less surely', () => {
  for (const [claim, part, sentence] of [
    ['The Libyan army left.', 'libyan', 'Libya was quiet.'],
    ['It was a low-cost plan.', 'low-cost', 'Its cost was low.'],
    ['It belongs to the UN now.', 'un', 'The United Nations own it.'],
    ['The film was shown.', 'film', 'The movie ran for a week.'],
  ] as const) {
    const found = match(claim, part, sentence)
    expect(found, claim).toBeGreaterThan(0)
    expect(found, claim).toBeLessThan(1)
  }
})

it('finds a date in part where only its month and day stand, more where nothing of it lacks', () => {
  const claim = 'The station opened on 20 April 2018.'
  expect(match(claim, 'april', 'The station opened on April 20.')).toBeCloseTo(0.8 * 2 / 3)
  expect(match(claim, 'april', 'On 20 to 22 April 2018 the station opened.')).toBe(1)
  expect(match(claim, 'april', 'The station opened in spring.')).toBe(0)
})

it('finds no number in another one', () => {
  expect(match('It has 40 seats.', '40', 'It has 400 seats.')).toBe(0)
  expect(match('They scored 4 goals.', '4', 'They won 5–4.')).toBeGreaterThan(0)
})
