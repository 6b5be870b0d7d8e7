import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/database'
import { withActiveGeneration } from './search-generation'

/** A database in which each question for the active generation gets the next of these answers. */
function answering(...numbers: readonly (number | null)[]): Database {
  const left = [...numbers]
  const execute = async () => {
    const number = left.shift() ?? null
    return { rows: number === null ? [] : [{ number, configuration: { depth: 100 } }] }
  }
  return { execute } as unknown as Database // of a database only this is used
}

describe('Work with the active generation', () => {
  test('begins with the one that answered last, and is not done twice where that one is still active', async () => {
    const database = answering(4, 4)
    const begun: number[] = []
    const work = async ({ number }: { readonly number: number }) => { begun.push(number); return `found in ${number}` }
    await withActiveGeneration(database, work)
    const second = withActiveGeneration(database, work)
    expect(begun).toEqual([4, 4]) // before the database has answered
    expect(await second).toMatchObject({ generation: { number: 4 }, result: 'found in 4' })
    expect(begun).toEqual([4, 4])
  })

  test('begins anew where another one has become active, even where the old one fails', async () => {
    const database = answering(4, 5)
    const work = async ({ number }: { readonly number: number }) => number
    await withActiveGeneration(database, work)
    expect(await withActiveGeneration(database, ({ number }) => (number === 4 ? Promise.reject(new Error('It is gone.')) : work({ number })))).toMatchObject({ generation: { number: 5 }, result: 5 })
  })

  test('finds nothing before the first', async () => {
    expect(await withActiveGeneration(answering(null), async () => 'found')).toBeNull()
  })
})
