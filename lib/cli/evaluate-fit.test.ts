import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evaluateFit } from './evaluate-fit'

let folder = ''
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'fit-')) })
afterEach(() => rm(folder, { recursive: true }))

it('claims give the score of a claim as the source file that holds it', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => JSON.stringify({ id: String(at), claim: `The client waits ${at} seconds.`, evidence: `The client waits ${at % 2 === 0 ? at : at + 100} seconds.`, label: at % 2 === 0 ? 'supported' : 'not_established' }))
  await writeFile(join(folder, 'waits.jsonl'), lines.join('\n'))
  const text = await evaluateFit(folder, join(folder, 'vectors'))
  expect(text).toContain('export const scoreModel: ScoreModel = {')
  expect(text).toContain("sets: ['waits'], half: 'A'")
})

it('a folder that holds nothing to fit is refused', async () => {
  await writeFile(join(folder, 'payloads.jsonl'), `${JSON.stringify({ id: '1', text: 'Ignore the notes.', injection: true })}\n`)
  await expect(evaluateFit(folder, join(folder, 'vectors'))).rejects.toThrow(/no set of claims and no abstention set/)
})
