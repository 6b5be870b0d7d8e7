import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrCreateSecret } from './secret'

let dataDir: string
beforeEach(async () => { dataDir = await mkdtemp(join(tmpdir(), 'k81r-secret-')) })
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const mode = async () => (await stat(join(dataDir, 'secret'))).mode & 0o777

test('the secret is made once, of 32 bytes, for its user only', async () => {
  const made = await readOrCreateSecret(dataDir)
  expect(Buffer.from(made, 'base64url')).toHaveLength(32)
  expect(await readOrCreateSecret(dataDir)).toBe(made)
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(made)
  expect(await mode()).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['secret'])
})

test('a secret that others can read is closed to them', async () => {
  await readOrCreateSecret(dataDir)
  await chmod(join(dataDir, 'secret'), 0o644)
  await readOrCreateSecret(dataDir)
  expect(await mode()).toBe(0o600)
})

test('a torn or emptied secret is replaced', async () => {
  const made = await readOrCreateSecret(dataDir)
  for (const torn of ['', made.slice(0, 20)]) {
    await writeFile(join(dataDir, 'secret'), torn)
    expect(await readOrCreateSecret(dataDir)).toMatch(/^[\w-]{43}$/)
  }
})

test('a folder that cannot hold it is a fault that names the file', async () => {
  await expect(readOrCreateSecret(join(dataDir, 'missing'))).rejects.toThrow(expect.objectContaining({ code: 'data-folder-unusable', message: expect.stringContaining('secret') }))
})
