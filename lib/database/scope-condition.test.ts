import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anyScopeCondition, rows, scopeCondition } from './index'
import { openTestDatabase } from './testing'

test('a reader sees the rows of their scopes, the owner all, and nobody those of a scope that is only spelt alike', async () => {
  const opened = await openTestDatabase()
  try {
    const seen = async (scopes: 'all' | readonly string[]) => (await rows<{ scope: string }>(opened.database, sql`
      select t.scope from (values ('public'), ('team'), ('private')) as t(scope) where ${scopeCondition({ scopes }, sql`t.scope`)} order by t.scope`)).map(({ scope }) => scope)
    expect(await seen('all')).toEqual(['private', 'public', 'team'])
    expect(await seen(['public', 'team'])).toEqual(['public', 'team'])
    expect(await seen(['Team', "team' or true --", '{private}'])).toEqual([])
    expect(await seen([])).toEqual([])
  } finally {
    await opened.close()
  }
})

test('of a list of scopes one suffices, an empty or missing one holds nothing for anybody', async () => {
  const opened = await openTestDatabase()
  try {
    const seen = async (scopes: 'all' | readonly string[]) => (await rows<{ name: string }>(opened.database, sql`
      select t.name from (values ('none', null), ('empty', '{}'::text[]), ('both', '{public,private}'), ('private', '{private}')) as t(name, scopes)
      where ${anyScopeCondition({ scopes }, sql`t.scopes`)} order by t.name`)).map(({ name }) => name)
    expect(await seen('all')).toEqual(['both', 'private'])
    expect(await seen(['public', 'team'])).toEqual(['both'])
    expect(await seen(['Public', 'p'])).toEqual([])
    expect(await seen([])).toEqual([])
  } finally {
    await opened.close()
  }
})
