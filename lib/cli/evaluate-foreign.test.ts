import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evaluateForeign } from './evaluate-foreign'

let folder = ''
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'foreign-')) })
afterEach(() => rm(folder, { recursive: true }))

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

it('tells how many of a set’s own questions are kept, how many foreign ones refused, and which came out otherwise', async () => {
  const texts = ['The payment client waits five seconds before it retries a request.', 'Receipts are sealed after ten thousand entries.', 'The desk shows the state of a message.', 'A preview link expires after fourteen days.']
  await mkdir(join(folder, 'set'), { recursive: true })
  await writeFile(join(folder, 'set', 'corpus.jsonl'), lines(texts.map((text, at) => ({ id: `d${at}`, title: `Note ${at}`, text }))))
  await writeFile(join(folder, 'set', 'queries.jsonl'), lines([{ id: 'q1', text: 'How long does the payment client wait before it retries a request?' }, { id: 'q2', text: 'Which whales migrate past Iceland?' }]))
  await writeFile(join(folder, 'set', 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq1\td0\t1\nq2\td1\t1\n')
  await writeFile(join(folder, 'foreign.jsonl'), lines([{ id: 'f1', text: 'Who painted the ceiling of the chapel?' }, { id: 'f2', text: 'When does a preview link expire?' }]))
  const report = await evaluateForeign(join(folder, 'set'), [join(folder, 'foreign.jsonl')], { limit: null, cache: join(folder, 'vectors') })
  expect(report).toMatch(/own questions kept 1 of 2 .*foreign ones refused 1 of 2/)
  expect(report).toContain('lost: Which whales migrate past Iceland?')
  expect(report).toContain('let through: When does a preview link expire?')
}, 120_000)
