import { sql, type SQL } from 'drizzle-orm'

/** A timestamp column as ISO text in UTC, to the second, the same on both databases; null for null. */
export function isoMoment(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}
