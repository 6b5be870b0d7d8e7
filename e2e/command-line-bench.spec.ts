import { mkdtemp, readdir, rm } from 'node:fs/promises'
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
      'search while indexing, nth percentile', 'disk beyond the empty database', 'peak memory of all processes while indexing', 'peak memory, second run',
    ])
    for (const { name, value, remark } of measured) {
      if (/memory/.test(name) && remark === 'this system does not tell') continue
      expect(Number.isFinite(value) && value > 0, `${name}: ${String(value)}`).toBe(true)
    }
    expect((await readdir(cache)).sort()).toEqual(['keys.txt', 'vectors.bin'])
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
})

test('k81r bench names what it cannot read', async () => {
  const { code, stderr } = await k81r(['bench', 'index', '--texts', '/does/not/exist'], { K81R_DATA_DIR: join(tmpdir(), 'k81r-e2e-unused') })
  expect(code).not.toBe(0)
  expect(stderr).toContain('/does/not/exist cannot be read. Name a folder of notes or of public data sets.')
})
