import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { expect, test } from '@playwright/test'
import { k81r } from './product'

const figures = z.array(z.object({ name: z.string(), value: z.number(), unit: z.string(), goal: z.string(), met: z.boolean(), remark: z.string() }))

test('k81r bench index measures every figure with its own servers and leaves nothing but the vectors', async () => {
  test.setTimeout(600_000)
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-e2e-bench-'))
  try {
    const cache = join(scratch, 'vectors')
    const { code, stdout, stderr } = await k81r(['bench', 'index', '--short', '--json', '--cache', cache], { K81R_DATA_DIR: join(scratch, 'data') })
    expect(code, stderr).toBe(0)
    const measured = figures.parse(JSON.parse(stdout))
    expect(measured.map(({ name }) => name.replace(/\d+/g, 'n'))).toEqual([
      'first index of n files, searchable by words', 'nothing changed among n files, in a running server', 'embedding n passages into the index', 'one changed file among n passages, searchable',
      'search while indexing, nth percentile', 'disk beyond the empty database', 'peak memory of all processes while indexing', 'peak memory, third run',
    ])
    for (const { name, value, remark } of measured) {
      if (/memory/.test(name) && remark.includes('this system does not tell')) continue
      expect(Number.isFinite(value) && value > 0, `${name}: ${String(value)}`).toBe(true)
    }
    expect((await readdir(cache)).sort()).toEqual(['keys.txt', 'vectors.bin'])
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
})

/** A set of three documents in BEIR layout. */
async function writeTinySet(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
  await writeFile(join(folder, 'corpus.jsonl'), lines([
    { _id: 'tide', title: 'Tide tables', text: 'The harbour gates are closed an hour before high water.' },
    { _id: 'bread', title: 'Bread', text: 'Rye dough rests overnight in a cool room.' },
    { _id: 'lamp', title: 'Lamps', text: 'The lamp on the north pier was replaced in spring.' },
  ]))
  await writeFile(join(folder, 'queries.jsonl'), lines([{ _id: 'q1', text: 'when are the harbour gates closed' }, { _id: 'q2', text: 'how long does rye dough rest' }]))
  await writeFile(join(folder, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq1\ttide\t1\nq2\tbread\t1\n')
}

test('k81r bench search scores a set by every method beside its baselines, what is weak, and speed', async () => {
  test.setTimeout(300_000)
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-e2e-bench-'))
  try {
    await writeTinySet(join(scratch, 'sets', 'tiny'))
    const { code, stdout, stderr } = await k81r(['bench', 'search', '--short', '--json', '--growth', '100', '--sets', join(scratch, 'sets'), '--cache', join(scratch, 'vectors')], { K81R_DATA_DIR: join(scratch, 'data') })
    expect(code, stderr).toBe(0)
    const times = z.object({ name: z.string(), median: z.number().positive(), p95: z.number().positive() })
    const report = z.object({
      sets: z.array(z.object({ name: z.literal('tiny'), documents: z.literal(3), stableTopFive: z.literal(1), evaluations: z.object({ all: z.object({ methods: z.record(z.string(), z.object({ 'nDCG@10': z.number() })) }) }) })).length(1),
      weak: z.array(z.object({ kept: z.object({ n: z.number(), of: z.literal(2) }), gibberish: z.object({ n: z.number(), of: z.literal(100) }) })).length(1),
      speed: z.object({ passages: z.number().min(400), empty: z.literal(0), times: z.array(times).min(3) }),
      growth: z.array(z.object({ database: z.literal('embedded'), passages: z.number().min(100), median: z.number().positive() })).length(1),
    }).parse(JSON.parse(stdout))
    const { methods } = report.sets[0]?.evaluations.all ?? { methods: {} }
    // The package of the FTS5 baseline is optional: where it cannot be built, that is said.
    const fts5 = stderr.includes('The FTS5 baseline is left out') ? [] : ['FTS5 + cosine, rank fusion']
    expect(Object.keys(methods)).toEqual(['ts_rank_cd', 'MiniSearch', ...fts5, 'our BM25', 'our vectors', 'our arms, rank fusion', 'K81R'])
    expect(methods['K81R']?.['nDCG@10']).toBe(1)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
})

test('k81r eval --set gives nDCG@10 and recall@5 of each stage of ranking', async () => {
  test.setTimeout(120_000)
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-e2e-set-'))
  try {
    await writeTinySet(join(scratch, 'tiny'))
    const { code, stdout, stderr } = await k81r(['eval', '--set', join(scratch, 'tiny'), '--json'], { K81R_DATA_DIR: join(scratch, 'data') })
    expect(code, stderr).toBe(0)
    const scores = z.object({ 'nDCG@10': z.number(), 'recall@5': z.number() })
    const { methods } = z.object({ methods: z.object({ lexical: scores, vector: scores, fused: scores, reranked: scores }) }).parse(JSON.parse(stdout))
    expect(methods.reranked).toMatchObject({ 'nDCG@10': 1, 'recall@5': 1 })
    const wrong = await k81r(['eval', '--set', join(scratch, 'data')], { K81R_DATA_DIR: join(scratch, 'data') })
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('is no set')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
})

test('k81r bench ask times the first verified claim and each stage', async () => {
  test.setTimeout(300_000)
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-e2e-bench-'))
  try {
    const gates = Array.from({ length: 13 }, (_, at) => ({ name: `gate-${at + 10}`, hour: at + 6 }))
    await mkdir(join(scratch, 'corpus', 'cases'), { recursive: true })
    await writeFile(join(scratch, 'corpus', 'gates.md'), `# Harbour gates\n\n${gates.map(({ name, hour }) => `The keeper closes ${name} at ${hour} o’clock.`).join('\n\n')}\n`)
    await writeFile(join(scratch, 'corpus', 'cases', 'gates.yaml'), JSON.stringify({ version: 1, category: 'exact-lookup', cases: gates.map(({ name }) => ({ id: name, question: `At what time does the keeper close ${name}?`, outcome: 'answered' })) }))
    const { code, stdout, stderr } = await k81r(['bench', 'ask', '--json', '--questions', '3', '--corpus', join(scratch, 'corpus')], { K81R_DATA_DIR: join(scratch, 'data') })
    expect(code, stderr).toBe(0)
    const measured = z.object({ asked: z.literal(3), answered: z.number(), refused: z.number(), firstClaim: z.object({ median: z.number().positive(), p95: z.number().positive() }), stages: z.array(z.object({ stage: z.string(), median: z.number() })) }).parse(JSON.parse(stdout))
    expect(measured.answered + measured.refused).toBe(3)
    expect(measured.stages.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['evidence', 'answerability', 'synthesis']))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
})

test('k81r bench names what it cannot read', async () => {
  const { code, stderr } = await k81r(['bench', 'index', '--texts', '/does/not/exist'], { K81R_DATA_DIR: join(tmpdir(), 'k81r-e2e-unused') })
  expect(code).not.toBe(0)
  expect(stderr).toContain('/does/not/exist cannot be read. Name a folder of notes or of public data sets.')
})
