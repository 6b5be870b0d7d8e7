import { sql, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import { anyScopeCondition, rows, scopeCondition, textArray, type Database } from '@/lib/database'
import { generationCondition } from '@/lib/indexing'
import type { SearchFilters } from './search'

/** The passages one identity may find under some filters in one generation, with their lengths. */
export interface VisibleSet {
  /** One bit of truth per passage id. */
  has(passage: number): boolean
  /** By passage id one more than its length, the number of its indexed terms; 0 where it is not visible. */
  readonly lengthsPlusOne: Uint32Array
  /** By passage id a number that passages of one document share; 0 where it is not visible. */
  readonly documents: Uint32Array
  readonly count: number
  readonly meanLength: number
  readonly maxPassage: number
  /** Ids, ascending. */
  passages(): readonly number[]
}

/** What default search shows, or what it leaves out: older revisions and superseded documents. A query with `history` or `as-of` leaves out nothing. */
export type Reach = 'shown' | 'left-out'

/** Whether entry `e` counts as superseded for this reader: its own text says so, or something replaces it that the reader may see. */
export function supersededFor(identity: Identity): SQL {
  return sql`(e.superseded or ${anyScopeCondition(identity, sql`e.successor_scopes`)})`
}

const recordFile = String.raw`\.(ya?ml|json)$`
/** Whether passage `p` of revision `r` holds the properties at the head of a note, as `holdsProperties` says of one that was read. */
export const isNoteHead: SQL = sql`(p.content_type = 'record' and r.source_path !~* ${recordFile})`

/** Whether nothing but the file's time tells a date of entry `e`. */
export const isUndated: SQL = sql`(e.revision_id in (select id from revision where effective_origin = 'file-time'))`

/** Entries of one generation under scope and filters: used inside both arms, before any top k. */
export function entryCondition(generation: number, identity: Identity, filters: SearchFilters, reach: Reach = 'shown'): SQL {
  const conditions: SQL[] = [generationCondition(sql`${generation}`), scopeCondition(identity, sql`e.scope`)]
  const shown = sql`(e.current and (not ${supersededFor(identity)} or ${(filters.status ?? []).includes('superseded')}))`
  if (filters.asOf !== undefined) conditions.push(sql`e.in_force_from <= ${filters.asOf}::date and (e.in_force_to is null or e.in_force_to > ${filters.asOf}::date)`)
  else if (filters.history !== true) conditions.push(reach === 'shown' ? shown : sql`not ${shown}`)
  if (filters.project !== undefined) conditions.push(sql`lower(e.project) = any(${textArray(filters.project.map((name) => name.toLowerCase()))})`)
  if (filters.kind !== undefined) conditions.push(sql`e.kind = any(${textArray(filters.kind)})`)
  if (filters.status !== undefined) {
    // A document that another one replaces counts as superseded whatever its own status line still says.
    conditions.push(sql`(e.status = any(${textArray(filters.status)}) or (${supersededFor(identity)} and ${filters.status.includes('superseded')}))`)
  }
  if (filters.year !== undefined) conditions.push(sql`extract(year from e.effective_at)::int = any(${sql`${`{${filters.year.join(',')}}`}::int[]`})`)
  if (filters.before !== undefined) conditions.push(sql`e.effective_at < ${filters.before}::date`)
  if (filters.after !== undefined) conditions.push(sql`e.effective_at >= ${filters.after}::date`)
  if (filters.year !== undefined || filters.before !== undefined || filters.after !== undefined) conditions.push(sql`not ${isUndated}`)
  const ofRevision = revisionConditions(filters)
  if (ofRevision.length > 0) conditions.push(sql`exists (select 1 from revision held where held.id = e.revision_id and ${sql.join(ofRevision, sql` and `)})`)
  return sql.join(conditions, sql` and `)
}

function revisionConditions({ tag, path, title }: SearchFilters): SQL[] {
  const holds = (column: SQL, stretches: readonly string[]) => stretches.map((stretch) => sql`position(lower(${stretch}) in lower(${column})) > 0`)
  return [
    ...(tag === undefined ? [] : tag.map((name) => sql`exists (select 1 from unnest(held.tags) as known where lower(known) = lower(${name}) or lower(known) like lower(${name}) || '/%')`)),
    ...holds(sql`held.source_path`, path ?? []), ...holds(sql`held.title`, title ?? []),
  ]
}

/** Sets that are read or on their way: both arms of a search ask for the same one. */
const cache = new WeakMap<Database, LRUCache<string, Promise<VisibleSet>>>()

/** For when entries of a generation were put right in place, or a document was purged. */
export function forgetVisible(database: Database): void {
  cache.delete(database)
}

/**
 * Loads the visible set, from a cache while the generation, scopes and filters are the same. `terms` narrows by phrase
 * and exclusion and is not cached.
 */
export function loadVisible(database: Database, generation: number, identity: Identity, filters: SearchFilters, terms: SQL | null = null, reach: Reach = 'shown'): Promise<VisibleSet> {
  if (terms !== null) return readVisibleSet(database, sql`join passage p on p.id = e.passage_id`, sql`${entryCondition(generation, identity, filters, reach)} and ${terms}`)
  const sets = cache.get(database) ?? new LRUCache<string, Promise<VisibleSet>>({ max: 24 })
  cache.set(database, sets)
  const key = JSON.stringify([generation, scopesKey(identity), filters, reach])
  const known = sets.get(key)
  if (known !== undefined) return known
  const reading = readVisibleSet(database, sql``, entryCondition(generation, identity, filters, reach))
  sets.set(key, reading)
  reading.catch(() => sets.delete(key)) // whoever asks next tries again
  return reading
}

async function readVisibleSet(database: Database, joined: SQL, condition: SQL): Promise<VisibleSet> {
  const [row] = await rows<{ list: string | null }>(database, sql`
    select string_agg(passage_id || ':' || length || ':' || document, ',' order by passage_id) as list from (
      select e.passage_id, e.length, dense_rank() over (order by e.document_id) as document from index_entry e ${joined} where ${condition}) visible`)
  return readVisible(row?.list ?? '')
}

function readVisible(list: string): VisibleSet {
  const pairs = list === '' ? [] : list.split(',').map((pair) => pair.split(':'))
  const maxPassage = Number(pairs.at(-1)?.[0] ?? 0)
  // 0 means "not visible", so lengths are stored one higher.
  const lengths = new Uint32Array(maxPassage + 1)
  const passages = pairs.map(([passage]) => Number(passage))
  const documents = new Uint32Array(maxPassage + 1)
  let total = 0
  for (const [passage, length, document] of pairs) {
    lengths[Number(passage)] = Number(length) + 1
    documents[Number(passage)] = Number(document)
    total += Number(length)
  }
  return {
    has: (passage) => (lengths[passage] ?? 0) > 0,
    lengthsPlusOne: lengths,
    documents,
    count: pairs.length,
    meanLength: pairs.length === 0 ? 1 : Math.max(1, total / pairs.length),
    maxPassage,
    passages: () => passages,
  }
}
