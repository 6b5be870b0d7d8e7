import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSpanSet } from './read-span-set'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spans-'))
  await mkdir(join(folder, 'documents'))
  await writeFile(join(folder, 'documents', 'one.md'), 'A 🐘 is large.\n')
  await writeFile(join(folder, 'queries.jsonl'), '{"id":"1","text":"how large?","doc":"one","spans":[{"start":5,"end":13,"content":"is large"}]}\n')
})
afterEach(() => rm(folder, { recursive: true }))

test('offsets are those of JavaScript strings, and each question belongs to one half for good', async () => {
  const { documents, questions } = await readSpanSet(folder)
  expect([...documents.keys()]).toEqual(['one'])
  expect(questions).toEqual([{ id: '1', text: 'how large?', answer: [{ document: 'one', startOffset: 5, endOffset: 13 }], half: 'B' }])
})

test('a span that is not what it says it is, is named', async () => {
  await writeFile(join(folder, 'queries.jsonl'), '\n{"id":"1","text":"how large?","doc":"one","spans":[{"start":4,"end":12,"content":"is large"}]}\n')
  await expect(readSpanSet(folder)).rejects.toThrow(/line 2: one does not hold that text at 4 to 12/)
  await writeFile(join(folder, 'queries.jsonl'), '{"id":"1"}')
  await expect(readSpanSet(folder)).rejects.toThrow(/line 1: not a question/)
})

test('a folder without the files is a fault that says which files a set has', async () => {
  await expect(readSpanSet(join(folder, 'none'))).rejects.toThrow(/documents\/\*\.md and queries\.jsonl/)
})
