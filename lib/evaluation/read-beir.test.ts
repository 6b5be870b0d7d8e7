import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { evaluateSet } from './evaluate-set'
import { readBeir } from './read-beir'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'beir-'))
  await writeFile(join(folder, 'corpus.jsonl'), '{"_id": "d1", "title": "One", "text": "first"}\n{"id": 2, "text": "second"}\n')
  await writeFile(join(folder, 'queries.jsonl'), '{"id": "q1", "text": "which?"}\r\n{"id": "q2", "text": "unjudged"}\r\n')
  await writeFile(join(folder, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq1\t2\t2\n')
})
afterEach(() => rm(folder, { recursive: true }))

test('a set is read with both spellings of id, without titles, and without queries that nobody judged', async () => {
  expect(await readBeir(folder)).toEqual({
    name: basename(folder),
    documents: [{ id: 'd1', title: 'One', text: 'first' }, { id: '2', title: '', text: 'second' }],
    queries: [{ id: 'q1', text: 'which?' }],
    judgements: new Map([['q1', new Map([['2', 2]])]]),
  })
})

test('judgements are found in qrels/test.tsv too', async () => {
  await rm(join(folder, 'qrels.tsv'))
  await mkdir(join(folder, 'qrels'))
  await writeFile(join(folder, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nq1\td1\t1\n')
  expect((await readBeir(folder)).judgements).toEqual(new Map([['q1', new Map([['d1', 1]])]]))
})

test('a line that is not in the form is named', async () => {
  await writeFile(join(folder, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq1\t2\n')
  await expect(readBeir(folder)).rejects.toThrow(/qrels\.tsv, line 2/)
  await writeFile(join(folder, 'corpus.jsonl'), '{"id": "d1"\n')
  await expect(readBeir(folder)).rejects.toThrow(/corpus\.jsonl, line 1/)
})

test('a judgement of a document that is not there is refused', async () => {
  await writeFile(join(folder, 'qrels.tsv'), 'q1\td9\t1\n')
  await expect(readBeir(folder)).rejects.toThrow(/there is no document “d9”/)
})

test('a folder without the files is a fault that says which files a set has', async () => {
  await expect(readBeir(join(folder, 'none'))).rejects.toThrow(/corpus\.jsonl cannot be read/)
})

test('every method is scored, and each later one is set against the earlier ones', async () => {
  const rankings = { lexical: ['d1', '2'], vector: ['2', 'd1'] }
  const asked: unknown[] = []
  const evaluation = await evaluateSet(await readBeir(folder), {
    methods: ['lexical', 'vector'],
    rank: async (method, query, depth) => { asked.push([method, query.id, depth]); return rankings[method] },
  }, { depth: 20 })
  expect(asked).toEqual([['lexical', 'q1', 20], ['vector', 'q1', 20]])
  expect(evaluation).toEqual({
    name: basename(folder), documents: 2, queries: 1,
    methods: {
      lexical: { 'nDCG@10': 0.6309, 'recall@5': 1, 'recall@20': 1, MRR: 0.5 },
      vector: { 'nDCG@10': 1, 'recall@5': 1, 'recall@20': 1, MRR: 1 },
    },
    margins: [{ method: 'vector', over: 'lexical', mean: 0.3691, low: 0.3691, high: 0.3691 }],
  })
})

test('the interval of a margin holds its mean and is the same every time', async () => {
  const ids = Array.from({ length: 40 }, (_, at) => `q${at}`)
  const set = {
    name: 's', documents: [{ id: 'a', title: '', text: '' }, { id: 'b', title: '', text: '' }], queries: ids.map((id) => ({ id, text: id })),
    judgements: new Map(ids.map((id) => [id, new Map([['a', 1]])])),
  }
  const ranker = {
    methods: ['base', 'new'] as const,
    rank: async (method: 'base' | 'new', query: { readonly id: string }) => (method === 'new' && Number(query.id.slice(1)) % 3 === 0 ? ['a', 'b'] : ['b', 'a']),
  }
  const first = await evaluateSet(set, ranker)
  const margin = first.margins[0]
  expect(margin?.low).toBeGreaterThan(0)
  expect(margin?.low).toBeLessThan(margin?.mean ?? 0)
  expect(margin?.high).toBeGreaterThan(margin?.mean ?? 1)
  expect((await evaluateSet(set, ranker)).margins).toEqual(first.margins)
})
