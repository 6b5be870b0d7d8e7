import { sql, type SQL } from 'drizzle-orm'
import { rows, textArray, type Database } from '@/lib/database'
import { heldCondition, readingScope } from './conditions'

const columns = sql.raw('passage_id, revision_id, document_id, source_id, current, superseded, successor_ids, successor_scopes, scope, kind, project, status, effective_at, in_force_from, in_force_to, length')

/** Successors of document `o`: what all may see, then what all of its own readers may see, the owner's own last. */
const widestFirst = sql`successor_scope <> 'public', successor_scope <> o.scope, successor_scope = 'private', successor_scope`

/**
 * What the index should hold of these documents: every kept revision's passages in the reading in force; once removed
 * nothing, unless a source that is in view has the end in its own history, which says what was in force before.
 */
function desired(documents: SQL): SQL {
  return sql`
    select p.id as passage_id, r.id as revision_id, d.id as document_id, d.source_id,
      r.in_force_to is null as current,
      coalesce(latest.status, '') = 'superseded' as superseded, s.successor_ids, s.successor_scopes,
      ${readingScope} as scope,
      r.kind, r.project, r.status, r.effective_at, r.in_force_from, r.in_force_to, p.length
    from document d
    join revision r on r.document_id = d.id
    join passage p on p.revision_id = r.id and p.read_with = r.read_with
    join lateral (select status from revision where document_id = d.id order by number desc limit 1) latest on true
    left join (
      select o.id, array_agg(successor_id order by ${widestFirst}) as successor_ids, array_agg(successor_scope order by ${widestFirst}) as successor_scopes
      from supersession join document o on o.id = document_id where document_id = any(${documents}) group by o.id) s on s.id = d.id
    where ${heldCondition} and d.id = any(${documents})`
}

/**
 * Makes the entries of these documents, as generation `number` will see them, exactly what the documents say now:
 * closes what no longer holds and opens what is new. Entries that stay are not touched, so an unchanged document costs
 * nothing and the active generation, with a lower number, sees no difference. `unplaced` of them are known to have none yet.
 */
export async function placeEntries(tx: Database, number: number, documentIds: readonly string[], unplaced: ReadonlySet<string> = new Set()): Promise<void> {
  const placed = documentIds.filter((id) => !unplaced.has(id))
  if (placed.length > 0) await closeStale(tx, number, textArray(placed))
  await openMissing(tx, number, textArray(documentIds))
}

async function closeStale(tx: Database, number: number, documents: SQL): Promise<void> {
  await tx.execute(sql`
    with desired as (${desired(documents)}), stale as (${differing(documents)}),
    unseen as (delete from index_entry using stale where index_entry.id = stale.id and stale.added_in = ${number})
    update index_entry set removed_in = ${number} from stale where index_entry.id = stale.id and stale.added_in < ${number}`)
}

/** Open entries of these documents that are not in the query's `desired`. */
const differing = (documents: SQL): SQL => sql`
  select e.id, e.added_in from index_entry e where e.document_id = any(${documents}) and e.removed_in is null
    and not exists (select 1 from desired where desired.passage_id = e.passage_id and (${columns}) is not distinct from (e.passage_id, e.revision_id, e.document_id, e.source_id, e.current, e.superseded, e.successor_ids, e.successor_scopes, e.scope, e.kind, e.project, e.status, e.effective_at, e.in_force_from, e.in_force_to, e.length))`

/** Opens, from generation `number` on, what is wanted of these documents and not there. */
async function openMissing(tx: Database, number: number, documents: SQL): Promise<void> {
  await tx.execute(sql`
    insert into index_entry (${columns}, added_in)
    select ${columns}, ${number} from (${desired(documents)}) wanted
    where not exists (select 1 from index_entry e where e.passage_id = wanted.passage_id and e.removed_in is null)`)
}

/** Takes back everything an unfinished generation did to the entries. */
export async function withdrawEntries(tx: Database, number: number): Promise<void> {
  await tx.execute(sql`delete from index_entry where added_in = ${number}`)
  await tx.execute(sql`update index_entry set removed_in = null where removed_in = ${number}`)
}

/** Whether the entries as they are placed now differ from those of generation `number` in any: after a roll-back they do before anything is read. */
export async function changedSince(database: Database, number: number): Promise<boolean> {
  return (await rows(database, sql`select 1 from index_entry where added_in > ${number} or removed_in > ${number} limit 1`)).length > 0
}

/** How many entries of these documents are wrong or missing while no generation is being built: 0 unless something damaged them. */
export async function countDrift(database: Database, documentIds: readonly string[]): Promise<{ readonly wrong: number; readonly missing: number }> {
  const documents = textArray(documentIds)
  const [row] = await rows<{ wrong: number; missing: number }>(database, sql`
    with desired as (${desired(documents)})
    select (select count(*)::int from (${differing(documents)}) stale) as wrong,
      (select count(*)::int from desired where not exists (select 1 from index_entry e where e.passage_id = desired.passage_id and e.removed_in is null)) as missing`)
  return row ?? { wrong: 0, missing: 0 }
}

/**
 * Puts damaged entries of these documents right where they stand: a wrong one may show a passage to somebody it is not
 * for, so it goes from every generation that is kept and its place is filled from generation `number` on.
 */
export async function repairEntries(tx: Database, number: number, documentIds: readonly string[]): Promise<void> {
  const documents = textArray(documentIds)
  await tx.execute(sql`with desired as (${desired(documents)}), stale as (${differing(documents)}) delete from index_entry using stale where index_entry.id = stale.id`)
  await openMissing(tx, number, documents)
}
