import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runtimeKey } from '@/app/_server/runtime'
import type { OpenedDatabase } from '@/lib/database'
import { openTestDatabase } from '@/lib/database/testing'
import { DELETE, GET, POST } from './route'

// Next gives headers only inside its own server.
const given = vi.hoisted(() => ({ headers: new Headers() }))
vi.mock('next/headers', () => ({ headers: () => Promise.resolve(given.headers) }))

const address = 'http://127.0.0.1:3000/api/sources'
let opened: OpenedDatabase
let folder: string
let builds = 0

beforeAll(async () => {
  opened = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'k81r-notes-'))
  await writeFile(join(folder, 'a.md'), 'Text.\n')
  const index = () => { builds++; return Promise.resolve() }
  Object.assign(globalThis, { [runtimeKey]: { database: opened.database, localToken: 'right', index } })
})
afterAll(async () => {
  Object.assign(globalThis, { [runtimeKey]: undefined })
  await opened.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => { given.headers = new Headers({ authorization: 'Bearer right' }) })

const post = (body: unknown) => POST(new Request(address, { method: 'POST', body: JSON.stringify(body) }))
const remove = (source: string) => DELETE(new Request(`${address}?${new URLSearchParams({ source }).toString()}`, { method: 'DELETE' }))

test('the owner adds a source, sees it, and removes it; each change starts a build', async () => {
  const added = await post({ kind: 'folder', location: folder })
  expect([added.status, await added.json()]).toEqual([200, { sources: [expect.objectContaining({ kind: 'folder', location: folder, fault: null, readAt: null })], identical: [] }])
  const seen = (await (await GET()).json()) as { sources: { id: string }[] } // our own answer
  expect(seen.sources).toHaveLength(1)
  const removed = await remove(seen.sources[0]?.id ?? '')
  expect([removed.status, await removed.json()]).toEqual([200, { sources: [], identical: [] }])
  expect(builds).toBe(2)
})

test.each<[string, number, () => Promise<Response>]>([
  ['no location', 400, () => post({ kind: 'folder' })],
  ['an unknown kind', 400, () => post({ kind: 'ftp', location: '/' })],
  ['a folder that is not there', 422, () => post({ kind: 'folder', location: '/not/there' })],
  ['a folder that is no repository', 422, () => post({ kind: 'git', location: folder })],
  ['a source that is not remembered', 400, () => remove('/not/there\0')],
])('%s is answered with %i and one sentence, and nothing is built', async (_what, status, send) => {
  const before = builds
  const response = await send()
  const body = (await response.json()) as { error: { message: string } } // our own answer
  expect([response.status, builds]).toEqual([status, before])
  expect(body.error.message).toMatch(/^\S.*\.(?: See: k81r source list)?$|See: k81r source list$/)
})

test('nobody but the owner sees or changes sources', async () => {
  for (const as of ['public', 'reader:team']) {
    given.headers = new Headers({ authorization: 'Bearer right', 'k81r-as': as })
    expect([(await GET()).status, (await post({ location: folder })).status, (await remove(folder)).status]).toEqual([401, 401, 401])
  }
})
