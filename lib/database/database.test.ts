import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readTestDatabaseUrl } from '@/lib/foundation/testing'
import { connectDatabase, openDatabase, intArray, rows, schema, textArray, type OpenedDatabase } from './index'
import { createServerDatabase, openTestDatabase } from './testing'

describe('the database behind its door', () => {
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

  it('is the kind that was asked for', () => {
    expect(opened.kind).toBe(readTestDatabaseUrl() === null ? 'embedded' : 'server')
  })

  it('gives moments, dates, large numbers, bytes and documents in one form, however the server is set', async () => {
    const [row] = await rows<{ bytes: Uint8Array }>(opened.database, sql`select '2026-03-01 23:30:00+00'::timestamptz as moment, '2026-03-01 23:30:00+00'::timestamptz::date as day, '2026-03-01'::date::text as text,
      array['2026-03-01'::date] as days, 9::bigint as large, array[9::bigint] as larges, 1.50::numeric as exact, 1.5::float8 as near, 7::int as small, '\\x00ff'::bytea as bytes, '{"a": [1, null]}'::jsonb as document, '2 hours'::interval as length`)
    expect({ ...row, bytes: [...(row?.bytes ?? [])] }).toEqual({
      moment: '2026-03-01 23:30:00+00', day: '2026-03-01', text: '2026-03-01', days: '{2026-03-01}', large: '9', larges: ['9'], exact: '1.50', near: 1.5, small: 7,
      bytes: [0, 255], document: { a: [1, null] }, length: '02:00:00',
    })
  })

  it('says in one sentence why a server could not be opened', async () => {
    const refused = openDatabase({ rootDir: process.cwd(), dataDir: '.unused', databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' })
    await expect(refused).rejects.toMatchObject({ code: 'database-unreachable', message: expect.stringMatching(/^The database named by DATABASE_URL could not be opened: connect ECONNREFUSED [^\n]*\.$/) })
  })

  // The embedded database has no connection of its own that could break.
  if (readTestDatabaseUrl() !== null) it('goes on after the connection that a transaction used has broken', async () => {
    await expect(opened.database.transaction(async (tx) => { await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`) })).rejects.toThrow()
    expect(await rows(opened.database, sql`select 1::int as one`)).toEqual([{ one: 1 }])
  })

  if (readTestDatabaseUrl() !== null) it('is refused to another data folder, by name, until its holder has closed it or died', async () => {
    const made = await createServerDatabase(readTestDatabaseUrl() ?? '')
    const open = (dataDir: string) => openDatabase({ rootDir: process.cwd(), dataDir, databaseUrl: made.url })
    const holder = await open('/notes/first folder')
    await expect(open('/notes/second')).rejects.toMatchObject({ code: 'data-folder-busy', message: 'The database named by DATABASE_URL is in use by K81R with the data folder /notes/first folder. Stop that one, use its data folder, or name another database.' })
    const other = connectDatabase(holder.address())
    expect(await rows(other.database, sql`select 1::int as one`)).toEqual([{ one: 1 }])
    // The server drops a dead process's connections; the living takes its place again before anybody else is let in.
    await rows(other.database, sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'K81R %' and datname = current_database()`)
    await vi.waitFor(async () => { expect(await rows(other.database, sql`select 1 from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`)).toHaveLength(1) }, 10_000)
    await expect(open('/notes/second')).rejects.toMatchObject({ code: 'data-folder-busy' })
    await other.close()
    await holder.close()
    const next = await open('/notes/second')
    await next.close()
    await made.drop()
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
