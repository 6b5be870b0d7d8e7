import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evaluatePublicSet } from './evaluate-public-set'

let folder = ''
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'public-set-')) })
afterEach(() => rm(folder, { recursive: true }))

it('claims are measured without an index, every file of a folder, and told in words and figures', async () => {
  const evidence = 'The retry policy of the payment client waits five seconds.'
  for (const name of ['one', 'two']) await writeFile(join(folder, `${name}.jsonl`), `${JSON.stringify({ id: '1', claim: evidence, evidence, label: 'supported' })}\n`)
  const progress: string[] = []
  const { text, json } = await evaluatePublicSet(folder, { limit: null, onProgress: (set, done, total) => progress.push(`${set} ${done} of ${total}`) })
  expect(progress).toEqual(['one 1 of 1', 'two 1 of 1'])
  expect(json).toMatchObject({ claims: [{ name: 'one', confusion: [{ label: 'supported', verdicts: { supported: 1 } }] }, { name: 'two' }], abstention: [], injection: [] })
  expect(text).toMatch(/one: 1 claims\n[\s\S]*two: 1 claims\n/)
})

it('a folder that holds none of these sets is refused with what each kind looks like', async () => {
  await writeFile(join(folder, 'corpus.jsonl'), '{"id":"d","text":"x"}\n')
  await writeFile(join(folder, 'queries.jsonl'), '{"id":"q","text":"x"}\n')
  await expect(evaluatePublicSet(folder, { limit: null })).rejects.toThrow(/no set of claims .*abstention .*injection/)
})
