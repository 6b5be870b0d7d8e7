import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readGates } from './read-gates'

let folder: string
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'k81r-gates-')) })
afterAll(() => rm(folder, { recursive: true }))

const absolute = `  - { measure: containment, direction: at-least, value: 1, minimumSample: 1, absolute: true }
  - { measure: access, direction: at-least, value: 1, minimumSample: 1, absolute: true }
`
async function read(text: string) {
  const path = join(folder, 'gates.yaml')
  await writeFile(path, text)
  return readGates(path)
}

test('gates are read in their order, with what was left out', async () => {
  const gates = await read(`version: 1\ngates:\n${absolute}  - measure: outcome\n    category: paraphrase\n    direction: at-most\n    value: 0.25\n    minimumSample: 8\n`)
  expect(gates.map(({ measure }) => measure)).toEqual(['containment', 'access', 'outcome'])
  expect(gates[2]).toEqual({ measure: 'outcome', category: 'paraphrase', direction: 'at-most', value: 0.25, minimumSample: 8, absolute: false })
})

test.each([
  ['a field that nobody knows', '  - measure: outcome\n    direction: at-least\n    value: 1\n    minimumSample: 1\n    tolerance: 0.1\n', 5, 'tolerance'],
  ['a measure that nobody knows', '  - measure: fluency\n    direction: at-least\n    value: 1\n    minimumSample: 1\n', 5, 'gates.2.measure'],
  ['a value that is no share', '  - measure: outcome\n    direction: at-least\n    value: 70\n    minimumSample: 1\n', 7, 'gates.2.value'],
  ['a missing sample', '  - measure: outcome\n    direction: at-least\n    value: 1\n', 5, 'gates.2.minimumSample'],
  ['an access gate with tolerance', '  - measure: access\n    direction: at-least\n    value: 0.99\n    minimumSample: 1\n    absolute: true\n', 7, 'gates.2.value'],
  ['a containment gate that is not absolute', '  - measure: containment\n    direction: at-least\n    value: 1\n    minimumSample: 1\n', 5, 'gates.2.absolute'],
])('%s is refused with its line and field', async (_what, text, line, field) => {
  const reading = read(`version: 1\ngates:\n${absolute}${text}`)
  await expect(reading).rejects.toThrow(`gates.yaml, line ${line}: `)
  await expect(reading).rejects.toThrow(field)
})

test('a file without a gate of access over all cases is refused', async () => {
  await expect(read(`version: 1\ngates:\n${absolute.replace('access,', 'access, category: temporal,')}`)).rejects.toThrow('“gates”: a gate of access over all cases is missing.')
})

test('broken YAML and a missing file are named', async () => {
  await expect(read('version: 1\ngates: [\n')).rejects.toThrow(/gates\.yaml, line \d+: the YAML cannot be read/)
  await expect(readGates(join(folder, 'none.yaml'))).rejects.toThrow('none.yaml cannot be read')
})

test('the gates of the sample corpus are in the agreed form', async () => {
  expect((await readGates('corpus/gates.yaml')).filter(({ absolute: none }) => none).map(({ measure }) => measure)).toEqual(['containment', 'access'])
})
