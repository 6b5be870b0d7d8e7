import { sql, type SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema'

/** One drizzle type for both databases: a pool or connection, or the transaction inside it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/**
 * Runs a statement and returns its rows as objects, the same on both databases. The caller names the row's type and
 * casts in SQL (`count(*)::int`, dates and times come as text).
 */
export async function rows<Row>(database: Database, statement: SQL): Promise<readonly Row[]> {
  const result: unknown = await database.execute(statement)
  return (result as { readonly rows: readonly Row[] }).rows // both drivers' results have them
}

/** A text array as one parameter: drizzle would otherwise spread a JavaScript array into a list of parameters. */
export function textArray(values: readonly string[]): SQL {
  return sql`${sql.param([...values], { mapToDriverValue: arrayLiteral })}::text[]`
}

/** An integer array as one parameter. */
export function intArray(values: readonly number[]): SQL {
  return sql`${`{${values.join(',')}}`}::int[]`
}

function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}
