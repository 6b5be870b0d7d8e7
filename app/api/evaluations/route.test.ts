import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runtimeKey } from '@/app/_server/runtime'
import type { OpenedDatabase } from '@/lib/database'
import { openTestDatabase } from '@/lib/database/testing'
import { testResult, testRun } from '@/lib/evaluation/testing'
import { GET as read } from './[id]/route'
import { GET, POST } from './route'

// Next gives headers only inside its own server.
const given = vi.hoisted(() => ({ headers: new Headers() }))
vi.mock('next/headers', () => ({ headers: () => Promise.resolve(given.headers) }))

const address = 'http://127.0.0.1:3000/api/evaluations'
let opened: OpenedDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
  Object.assign(globalThis, { [runtimeKey]: { database: opened.database, localToken: 'right' } })
})
afterAll(async () => {
  Object.assign(globalThis, { [runtimeKey]: undefined })
  await opened.close()
})
beforeEach(() => { given.headers = new Headers({ authorization: 'Bearer right' }) })

const post = (body: unknown) => POST(new Request(address, { method: 'POST', body: JSON.stringify(body) }))
const readOne = (id: string) => read(new Request(`${address}/${id}`), { params: Promise.resolve({ id }) })
const run = testRun([testResult({ claims: ['a\0b'] })])

test('the owner stores a run, finds it listed, and reads it back', async () => {
  const stored = await post(run)
  const { runId } = (await stored.json()) as { runId: string } // our own answer
  expect(stored.status).toBe(200)
  expect(await (await GET()).json()).toMatchObject({ runs: [{ runId, cases: 1, failing: 0, gates: null }] })
  expect(await (await readOne(runId)).json()).toEqual({ runId, run: testRun([testResult({ claims: ['ab'] })]) })
})

test('what is no run is refused and nothing is stored', async () => {
  const before = await (await GET()).json()
  for (const body of [{}, [], { ...run, version: 2 }, { ...run, results: [{}] }]) expect((await post(body)).status).toBe(400)
  expect(await (await GET()).json()).toEqual(before)
})

test('an id that was never given, and what is no id, name nothing', async () => {
  for (const id of ['evr_000000000000000000000', 'last', "evr_'"]) expect((await readOne(id)).status).toBe(404)
})

test('nobody but the owner stores or sees runs, and whether one exists cannot be told', async () => {
  const { runId } = (await (await post(run)).json()) as { runId: string } // our own answer
  for (const as of ['public', 'reader:team']) {
    given.headers = new Headers({ authorization: 'Bearer right', 'k81r-as': as })
    expect([(await GET()).status, (await post(run)).status]).toEqual([401, 401])
    const [there, notThere] = [await readOne(runId), await readOne('evr_000000000000000000000')]
    expect([there.status, await there.text()]).toEqual([notThere.status, await notThere.text()])
    expect(there.status).toBe(401)
  }
})
