import { sql, type SQL } from 'drizzle-orm'
import { textArray } from './database'

/** What a reader of these scopes may see, as an SQL condition on a scope column: all of it for `all`, nothing for none. */
export function scopeCondition(reader: { readonly scopes: 'all' | readonly string[] }, column: SQL): SQL {
  return reader.scopes === 'all' ? sql`true` : sql`${column} = any(${textArray(reader.scopes)})`
}

/** Whether a reader may see one of the scopes in an array column; null or an empty array is nothing that anybody sees. */
export function anyScopeCondition(reader: { readonly scopes: 'all' | readonly string[] }, column: SQL): SQL {
  return reader.scopes === 'all' ? sql`coalesce(cardinality(${column}), 0) > 0` : sql`coalesce(${column} && ${textArray(reader.scopes)}, false)`
}
