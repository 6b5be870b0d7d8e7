import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/database/testing'
import { addFolders, listSources } from './store'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => { opened = await openTestDatabase() })
afterAll(() => opened.close())

const locations = async () => (await listSources(opened.database)).map(({ location, sample }) => ({ location, sample })).sort((a, b) => (a.location < b.location ? -1 : 1))

it('one’s own folders take the place of the samples, unless the samples are named among them', async () => {
  await addFolders(opened.database, [{ location: '/k81r/corpus', sample: true }])
  await addFolders(opened.database, [{ location: '/k81r/corpus', sample: false }, { location: '/notes', sample: false }])
  expect(await locations()).toEqual([{ location: '/k81r/corpus', sample: false }, { location: '/notes', sample: false }])
  await addFolders(opened.database, [{ location: '/other', sample: false }])
  expect((await locations()).map(({ location }) => location)).toEqual(['/k81r/corpus', '/notes', '/other'])
})

it('the samples alone are taken out of view by a folder of one’s own', async () => {
  const fresh = await openTestDatabase()
  try {
    await addFolders(fresh.database, [{ location: '/k81r/corpus', sample: true }])
    await addFolders(fresh.database, [{ location: '/notes', sample: false }])
    expect((await listSources(fresh.database)).map(({ location }) => location)).toEqual(['/notes'])
  } finally {
    await fresh.close()
  }
})
