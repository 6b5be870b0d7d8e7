import { sql, type SQL } from 'drizzle-orm'

/** Entries `e` that a generation holds; its number as a parameter or a column. */
export function generationCondition(generation: SQL): SQL {
  return sql`e.added_in <= ${generation} and (e.removed_in is null or e.removed_in > ${generation})`
}

/** Documents `d` that there is something to be found of: those whose file is there, and those that ended in the history of a source that is in view. */
export const heldCondition = sql`(d.removed_at is null or (d.ended_on is not null and exists (select 1 from source o where o.id = d.source_id and o.removed_at is null)))`

/** Who may read revision `r` of document `d`: who may read both. */
export const readingScope = sql`case when r.scope = d.scope or r.scope = 'public' then d.scope when d.scope = 'public' then r.scope else 'private' end`
