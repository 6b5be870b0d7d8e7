import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { scanFolder, type SourceFile } from '@/lib/sources'
import { LookedFiles } from './looked-files'

const folder = mkdtempSync(join(tmpdir(), 'looked-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(...states: (string | null)[]): Pick<SourceFile, 'path' | 'versions'> {
  return { path: 'a.md', versions: states.map((state) => ({ read: () => Promise.reject(new Error('not read')), modifiedAt: new Date(0), inForceFrom: null, state })) }
}

async function scanned(): Promise<SourceFile> {
  const scan = await scanFolder(folder)
  const file = scan.kind === 'scan' ? scan.files[0] : undefined
  if (file === undefined) throw new Error('There is one file.')
  return file
}

describe('What was looked at', () => {
  test('is known again while every version’s state is what it was, and in its own source only', () => {
    const looked = new LookedFiles()
    looked.remember('src_1', fileOf('1 5 10 10', '2 5 10 10'), 'digest')
    expect(looked.digestOf('src_1', fileOf('1 5 10 10', '2 5 10 10'))).toBe('digest')
    expect(looked.digestOf('src_1', fileOf('1 5 10 10', '2 5 10 11'))).toBeNull()
    expect(looked.digestOf('src_1', fileOf('1 5 10 10'))).toBeNull()
    expect(looked.digestOf('src_2', fileOf('1 5 10 10', '2 5 10 10'))).toBeNull()
  })

  test('is forgotten where the times are too young to rely on', () => {
    const looked = new LookedFiles()
    looked.remember('src_1', fileOf('1 5 10 10'), 'old')
    looked.remember('src_1', fileOf(null), 'new')
    expect(looked.digestOf('src_1', fileOf('1 5 10 10'))).toBeNull()
    expect(looked.digestOf('src_1', fileOf(null))).toBeNull()
  })

  test('shows a change that kept the size and put the old time of modification back', async () => {
    const path = join(folder, 'note.md')
    writeFileSync(path, 'one')
    utimesSync(path, 1_000_000, 1_000_000)
    expect((await scanned()).versions[0]?.state).toBeNull()
    await sleep(3_200)
    const looked = new LookedFiles()
    const before = await scanned()
    looked.remember('src_1', before, 'digest of one')
    expect(looked.digestOf('src_1', await scanned())).toBe('digest of one')
    writeFileSync(path, 'two')
    utimesSync(path, 1_000_000, 1_000_000)
    expect(looked.digestOf('src_1', await scanned())).toBeNull()
  })
})
