import { sql, type SQL } from 'drizzle-orm'
import { textArray } from './database'

/** What a reader of these scopes may see, as an SQL condition on a scope column: all of it for `all`, nothing for none. */
export function scopeCondition(reader: { readonly scopes: 'all' | readonly string[] }, column: SQL): SQL {
  return reader.scopes === 'all' ? sql`true` : sql`${column} = any(${textArray(reader.scopes)})`
}
