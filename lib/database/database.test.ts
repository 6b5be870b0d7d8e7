import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase, intArray, rows, schema, textArray, type OpenedDatabase } from './index'
import { openTestDatabase } from './testing'

describe('the embedded database behind its door', () => {
  let opened: OpenedDatabase
  beforeAll(async () => { opened = await openTestDatabase() })
  afterAll(() => opened.close())

  it('commits what a transaction did and rolls back what it threw at', async () => {
    const add = (id: string) => ({ id, kind: 'folder', location: `/${id}` })
    await opened.database.transaction(async (tx) => { await tx.insert(schema.source).values(add('kept')) })
    await expect(
      opened.database.transaction(async (tx) => {
        await tx.insert(schema.source).values(add('lost'))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await rows<{ id: string }>(opened.database, sql`select id from source`)).toEqual([{ id: 'kept' }])
  })

  it('serves a second thread’s connection and survives its end in the middle of a transaction', async () => {
    const other = connectDatabase(opened.address())
    const begun = other.database.transaction(async (tx) => {
      await tx.insert(schema.source).values({ id: 'half', kind: 'folder', location: '/half' })
      await other.close()
      await tx.execute(sql`select 1`)
    })
    await expect(begun).rejects.toThrow()
    expect(await rows(opened.database, sql`select id from source where id = 'half'`)).toEqual([])
  })

  it('reports a failing statement with the database’s own message and goes on', async () => {
    await expect(opened.database.execute(sql`select nothing from nowhere`)).rejects.toMatchObject({ cause: { message: expect.stringContaining('nowhere') } })
    expect(await rows(opened.database, sql`select 1::int as one`)).toEqual([{ one: 1 }])
  })

  it('passes arrays with every awkward character as one parameter', async () => {
    const awkward = ['a"b', 'c\\d', 'e,f', '{g}', 'ń', '']
    expect(await rows(opened.database, sql`select ${textArray(awkward)} as texts, ${intArray([3, 1])} as numbers`)).toEqual([{ texts: awkward, numbers: [3, 1] }])
  })

  it('stores and ranks vectors by cosine', async () => {
    expect(await rows(opened.database, sql`select ('[1,0]'::halfvec <=> '[0,1]'::halfvec)::float as distance`)).toEqual([{ distance: 1 }])
  })

  it('refuses to change an answer record, and lets a purge replace its text', async () => {
    await opened.database.execute(sql`insert into evidence_set (id, revision, question, request, identity, scopes, generation, mode, weak, strategy, tokens, items, cause)
      values ('evd_1', 1, 'q', '{}', 'owner', '{}', 1, 'hybrid', false, 'passages', 0, '[]', 'asked')`)
    await expect(opened.database.execute(sql`update evidence_set set question = 'other'`)).rejects.toMatchObject({ cause: { message: expect.stringContaining('immutable') } })
    await expect(opened.database.execute(sql`delete from evidence_set`)).rejects.toThrow()
    await expect(opened.database.execute(sql`truncate evidence_set cascade`)).rejects.toThrow()
    await opened.database.transaction(async (tx) => {
      await tx.execute(sql`set local k81r.purge = 'on'`)
      await tx.execute(sql`update evidence_set set items = '["purged"]'`)
    })
    expect(await rows(opened.database, sql`select question, items from evidence_set`)).toEqual([{ question: 'q', items: ['purged'] }])
  })
})
