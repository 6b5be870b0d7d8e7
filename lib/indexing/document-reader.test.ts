import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DocumentFile } from '@/lib/documents'
import { readInPlace, startReader, type DocumentReader } from './document-reader'

const checkout = process.cwd()
// Within the checkout, so that the bundle finds its packages.
const folder = mkdtempSync(join(checkout, 'node_modules', '.reader-'))
const entry = join(folder, 'reading-worker.mjs')
const generous = { structuredMs: 60_000, plainMs: 60_000, memoryMb: 512 }
const readers: DocumentReader[] = []

beforeAll(async () => {
  await build({ entryPoints: [join(checkout, 'lib/indexing/reading-worker.ts')], bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', alias: { '@': checkout }, outfile: entry, logLevel: 'silent' })
})
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function open(program: string, limits: Parameters<typeof startReader>[1] = generous): DocumentReader {
  const reader = startReader(program, limits)
  readers.push(reader)
  return reader
}

const file = (text: string, path = 'note.md'): DocumentFile => ({ path, bytes: Buffer.from(text), modifiedAt: new Date('2026-01-02T03:04:05Z') })
const small = file('# A note\n\nIt says that **receipts** expire.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n')
const large = file(Array.from({ length: 4_000 }, (_, at) => `- item *${at}* with [a link](x${at}.md) and \`code\`\n`).join(''))

const threads = () => (process.report.getReport() as unknown as { readonly workers: readonly unknown[] }).workers.length // what Node's report holds

describe('A reader', () => {
  test('gives from its thread what it gives in place, in the order asked', async () => {
    const reader = open(entry)
    const files = [small, file('---\ntitle: Two\n---\ntext'), file('{"release": "1.0.21"}', 'release.json'), file('')]
    const read = await Promise.all(files.map((one) => reader.read(one)))
    expect(read).toEqual(await Promise.all(files.map((one) => readInPlace.read(one))))
  })

  test('says why a file is no text, as in place', async () => {
    expect(await open(entry).read({ ...small, bytes: Uint8Array.of(35, 0, 35) })).toEqual({ reason: 'The file holds a NUL byte at offset 1, so it is not text.' })
  })

  test('reads a file that takes too long as plain paragraphs, with the reason, and goes on with the next', async () => {
    const reader = open(entry, { ...generous, structuredMs: 2 })
    const [slow, next] = await Promise.all([reader.read(large), reader.read(file('one word'))])
    if ('reason' in slow || 'reason' in next) throw new Error('Both are text.')
    expect(slow.parsed.warnings).toEqual([{ message: 'The file is read as plain paragraphs, because it takes longer than 0.002 seconds.', line: null }])
    expect(slow.passages.map(({ text }) => text).join('\n')).toContain('item *3999*')
    expect(next.parsed.text).toBe('one word')
  })

  test('gives up a file that takes too long even as plain paragraphs, and says so', async () => {
    const reader = open(entry, { ...generous, structuredMs: 1, plainMs: 1 })
    expect(await reader.read(file('word '.repeat(1_500_000)))).toEqual({ reason: 'The file cannot be read, not even as plain paragraphs: it takes longer than 0.001 seconds.', worthAnotherTry: true })
  })

  test('gives up its thread after many files when nothing more comes, and starts another for the next', async () => {
    const before = threads()
    const reader = open(entry, { ...generous, manyFiles: 3, idleMs: 20 })
    await Promise.all([reader.read(small), reader.read(small)])
    expect(threads()).toBe(before + 1)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(threads()).toBe(before + 1)
    await reader.read(small)
    await vi.waitFor(() => { expect(threads()).toBe(before) }, { timeout: 20_000 })
    expect(await reader.read(file('one word'))).toMatchObject({ parsed: { text: 'one word' } })
  })

  test('outlives its thread: what stops it is a reason, not the end', async () => {
    const program = join(folder, 'fragile.mjs')
    writeFileSync(program, `import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ file, plainBecause }) => {
        if (file.path === 'bad.md') throw new Error('broken')
        parentPort.postMessage({ kind: 'read', result: { reason: file.path + ' ' + plainBecause } })
      })
      parentPort.postMessage({ kind: 'ready' })`)
    const reader = open(program)
    expect(await Promise.all([reader.read(file('', 'bad.md')), reader.read(file('', 'good.md'))])).toEqual([
      { reason: 'The file cannot be read, not even as plain paragraphs: the reading thread stopped: broken.', worthAnotherTry: true }, { reason: 'good.md null' },
    ])
  })

  test('that cannot start refuses every file with one sentence instead of starting for ever', async () => {
    const reader = open(join(folder, 'missing.mjs'))
    await expect(reader.read(small)).rejects.toThrow(/^The reading thread does not start: .*npm run bundle/s)
    await expect(reader.read(small)).rejects.toThrow(/^The reading thread does not start/)
  })

  test('that is closed reads nothing more', async () => {
    const reader = open(entry)
    const reading = reader.read(large)
    await Promise.all([expect(reading).rejects.toThrow('being stopped'), reader.close()])
    await expect(reader.read(small)).rejects.toThrow('being stopped')
  })
})
