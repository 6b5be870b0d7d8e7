import { expect, it } from 'vitest'
import { verdictText } from './words'

it('a verdict says what the reader sees, not how a draft was changed', () => {
  expect(verdictText('Closest evidence, word for word; narrowed: the draft also said what no cited passage carries: that it holds without the line that introduces its list')).toBe('Closest evidence, word for word, with the line that introduces the list')
  expect(verdictText('Supported; narrowed: the draft also said what no cited passage carries: the year 2021')).toBe('Supported; shortened to what the passage says, without: the year 2021')
  expect(verdictText('Supported, word for word, under “Retry”')).toBe('Supported, word for word, under “Retry”')
})
