import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/database'
import { forgetStored, readStored } from './store-passages'

/** A database whose passages' terms are `terms()` at the moment, and how often it was asked. */
function holding(ids: readonly number[], terms: () => string): { readonly database: Database; readonly asked: () => number } {
  let asked = 0
  const execute = async () => {
    asked++
    return { rows: [{ list: JSON.stringify(ids.map((id) => ({ id, tsvector: terms() }))) }] }
  }
  return { database: { execute } as unknown as Database, asked: () => asked } // of a database only this is used
}

describe('Stored passages', () => {
  test('are read once, also where they are on their way', async () => {
    const { database, asked } = holding([1, 2], () => `'a':1`)
    const [first, second] = await Promise.all([readStored(database, [1, 2]), readStored(database, [2, 1])])
    expect(first.map(({ id }) => id).sort()).toEqual([1, 2])
    expect(second.map(({ id }) => id).sort()).toEqual([1, 2])
    expect((await readStored(database, [2])).map(({ id }) => id)).toEqual([2])
    expect(asked()).toBe(1)
  })

  test('are read anew once they are forgotten, and none is made up for an id that is gone', async () => {
    let terms = `'secret':1`
    const { database } = holding([1], () => terms)
    await readStored(database, [1, 7])
    terms = ''
    expect(await readStored(database, [1, 7])).toEqual([{ id: 1, tsvector: `'secret':1` }])
    forgetStored(database)
    expect(await readStored(database, [1])).toEqual([{ id: 1, tsvector: '' }])
  })

  test('are asked for again after a reading that failed', async () => {
    let fails = true
    const { database } = holding([1], () => { if (fails) throw new Error('The database was closed.'); return '' })
    await expect(readStored(database, [1])).rejects.toThrow('closed')
    fails = false
    expect(await readStored(database, [1])).toHaveLength(1)
  })
})
