import { expect, test } from 'vitest'
import { foreignQuestions } from './foreign-questions'

test('there are at least 200 foreign questions, no two alike', () => {
  expect(foreignQuestions.length).toBeGreaterThanOrEqual(200)
  expect(new Set(foreignQuestions.map((question) => question.toLowerCase())).size).toBe(foreignQuestions.length)
})

test('each is one short question', () => {
  expect(foreignQuestions.filter((question) => !/^\p{Lu}[^?]+\?$/u.test(question))).toEqual([])
  expect(foreignQuestions.filter((question) => !/^\S+( \S+){3,14}$/u.test(question))).toEqual([])
})
