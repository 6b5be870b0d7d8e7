import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stranger } from '@/lib/access'
import { readCases } from './read-cases'

let folder = ''
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'cases-')) })
afterEach(() => rm(folder, { recursive: true }))

const file = (name: string, cases: string): Promise<void> => writeFile(join(folder, name), `version: 1\ncategory: temporal\ncases:\n${cases}`)

test('a case is read with its defaults, its identity and its date', async () => {
  await file('temporal.yaml', '  - { id: a, question: Who?, outcome: answered }\n  - { id: b, question: When?, as: public, asOf: 2021-05-01, outcome: refused, refusal: [ambiguous-period] }\n')
  const [first, second] = await readCases(folder)
  expect(first).toEqual({
    id: 'a', category: 'temporal', question: 'Who?', as: { name: 'owner', scopes: 'all' }, asOf: null, relevant: [], required: [], forbidden: [],
    outcome: 'answered', acceptable: [], refusal: [], missing: [], trap: null, since: 1,
  })
  expect(second).toMatchObject({ as: stranger, asOf: '2021-05-01', refusal: ['ambiguous-period'] })
})

test('an error names the file and the case', async () => {
  await file('temporal.yaml', '  - { id: a, question: Who?, outcome: perhaps }\n')
  await expect(readCases(folder)).rejects.toThrow(/temporal\.yaml, case “a”: “outcome”/)
})

test('an identity that is none is an error of its case', async () => {
  await file('temporal.yaml', '  - { id: a, question: Who?, outcome: answered, as: reader:private }\n')
  await expect(readCases(folder)).rejects.toThrow(/temporal\.yaml, case “a”: No reader/)
})

test('a misspelt key is refused rather than ignored', async () => {
  await file('temporal.yaml', '  - { id: a, question: Who?, outcome: answered, forbiden: [x] }\n')
  await expect(readCases(folder)).rejects.toThrow(/case “a”.*forbiden/)
})

test('broken YAML is named with its file and line', async () => {
  await file('temporal.yaml', '  - { id: a\n')
  await expect(readCases(folder)).rejects.toThrow(/temporal\.yaml, line \d+/)
})

test('an id that is used twice is an error that names both files', async () => {
  await file('one.yaml', '  - { id: a, question: Who?, outcome: answered }\n')
  await file('two.yaml', '  - { id: a, question: When?, outcome: answered }\n')
  await expect(readCases(folder)).rejects.toThrow(/“a” stands in one\.yaml and again in two\.yaml/)
})

test('a folder that is missing is a fault, an empty one has no cases', async () => {
  await expect(readCases(join(folder, 'none'))).rejects.toMatchObject({ code: 'bad-input' })
  expect(await readCases(folder)).toEqual([])
})
