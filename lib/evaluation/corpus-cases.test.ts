import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { caseCategories, type Label } from './case'
import { containsWords } from './contains-words'
import { readCases } from './read-cases'

const cases = await readCases('corpus/cases')

function textOf({ path, revision }: Label): string {
  const older = readdirSync('corpus/revisions').sort().map((date) => `corpus/revisions/${date}/${path.replace('notes/', '')}`).filter(existsSync)
  const versions = [...older, `corpus/${path}`]
  return readFileSync(versions[(revision ?? versions.length) - 1] ?? '', 'utf8')
}

test('the sample cases cover every category, a good part of them to be refused or with a trap, and more than half held out', () => {
  expect(cases.length).toBeGreaterThanOrEqual(156)
  for (const category of caseCategories) expect(cases.filter((found) => found.category === category).length, category).toBeGreaterThanOrEqual(16)
  expect(cases.filter(({ outcome }) => outcome === 'refused').length).toBeGreaterThanOrEqual(66)
  expect(cases.filter(({ trap }) => trap !== null).length).toBeGreaterThanOrEqual(cases.length / 3)
  expect(cases.filter(({ since }) => since === 1)).toHaveLength(64)
  expect(cases.filter(({ since }) => since === 2).length).toBeGreaterThanOrEqual(92)
})

test.each(cases.flatMap(({ id, relevant }) => relevant.map((label) => ({ id, label }))))('the words of each label stand in its note: $id, $label.path', ({ label }) => {
  expect(containsWords(textOf(label), label.contains)).toBe(true)
})

test.each(cases.filter(({ outcome }) => outcome !== 'refused'))('what is required of $id can be quoted from its labelled notes', ({ relevant, required }) => {
  const texts = relevant.map(textOf)
  for (const alternatives of required) expect(alternatives.some((words) => texts.some((text) => containsWords(text, words))), alternatives.join(' | ')).toBe(true)
})

test.each(cases)('the question of $id does not say itself what no claim may say', ({ question, forbidden }) => {
  expect(forbidden.filter((words) => containsWords(question, words))).toEqual([])
})

test.each(cases)('what $id expects fits together: a refusal gives reasons, an answer has something to rest on', ({ outcome, relevant, required, refusal, acceptable }) => {
  if (outcome !== 'refused') expect(relevant.length).toBeGreaterThan(0)
  if (outcome === 'answered' && !acceptable.includes('refused')) expect(required.length).toBeGreaterThan(0)
  if (outcome === 'answered' && refusal.length > 0) expect(acceptable).toContain('refused')
})

test.each(['ember-rfcs', 'govuk-decisions', 'obsidian-help'])('the cases over %s, which is not shipped, are in the agreed form and ask what is not there as well', async (vault) => {
  const asked = await readCases(`corpus/cases/vaults/${vault}`)
  expect(asked.length).toBeGreaterThanOrEqual(12)
  expect(asked.filter(({ outcome }) => outcome === 'refused').length).toBeGreaterThanOrEqual(4)
})
