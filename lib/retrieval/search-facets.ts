import { sql, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import { rows, type Database } from '@/lib/database'
import { countFacets, facetFields, type FacetValues } from './count-facets'
import type { SearchFilters, SearchResponse } from './search'
import type { LexicalScores } from './search-lexical'
import { entryCondition, isUndated, loadVisible, supersededFor, type VisibleSet } from './search-visible'
import type { Candidate } from './store'

/** The passages one identity may see in one generation, whatever project, kind, status and year a search is narrowed to. */
interface FacetTable {
  readonly values: readonly FacetValues[]
  /** Of each passage id, one more than its place in `values`; 0: not in view. */
  readonly places: Uint32Array
}

const caches = new WeakMap<Database, LRUCache<string, FacetTable>>()

/** For when entries of a generation were put right in place, or a document was purged. */
export function forgetFacets(database: Database): void {
  caches.delete(database)
}

export interface FacetSearch {
  readonly database: Database
  readonly generation: number
  readonly identity: Identity
  readonly filters: SearchFilters
  /** Of quoted phrases and exclusions; null where there are none. */
  readonly conditions: SQL | null
  /** What the arms may rank. */
  readonly filtered: VisibleSet
  /** Scores of every passage, whatever the filters: values that are not chosen are counted too. */
  readonly lexical: LexicalScores
  /** Passages that the vector arm found under the filters. */
  readonly hits: readonly number[]
  readonly leftOut: readonly Candidate[]
}

/**
 * Counts over everything that matches: every passage with a word of the query, and the vector arm's hits. For values that
 * the filters exclude it is the words alone that count, because the vector arm looks only where it may rank.
 */
export async function searchFacets(search: FacetSearch): Promise<SearchResponse['facets']> {
  const { filters, lexical, leftOut } = search
  const { values, places } = await loadFacets(search)
  const allowed = await loadAllowed(search)
  const counts = new Uint32Array(values.length + 1)
  const count = (passage: number) => {
    const place = places[passage] ?? 0
    if (place > 0 && (allowed === null || allowed.has(passage))) counts[place] = (counts[place] ?? 0) + 1
  }
  for (let passage = 0; passage < places.length; passage++) if (lexical.score(passage) > 0) count(passage)
  for (const passage of search.hits) if (lexical.score(passage) === 0) count(passage)
  const matching = values.map((value, at) => ({ values: value, count: counts[at + 1] ?? 0 }))
  const named = leftOut.map(({ project, kind, status, superseded, effectiveAt, undated }) => (
    { values: { project, kind, status, superseded, year: undated ? null : Number(effectiveAt.slice(0, 4)) }, count: 1, named: true as const }))
  return countFacets([...matching, ...named], filters)
}

/** Which passages hold the phrases and none of what is excluded, where a facet's filter does not already narrow it; null: all. */
async function loadAllowed({ database, generation, identity, filters, conditions, filtered }: FacetSearch): Promise<VisibleSet | null> {
  if (conditions === null) return null
  if (facetFields.every((field) => filters[field] === undefined)) return filtered
  const { reach, wide } = widen(filters)
  return loadVisible(database, generation, identity, wide, sql`${conditions} and ${reach}`)
}

/** Without what facets choose; superseded documents are in, because `status:superseded` brings them. */
function widen({ project: _project, kind: _kind, status: _status, year: _year, ...others }: SearchFilters): { readonly wide: SearchFilters; readonly reach: SQL } {
  return others.asOf !== undefined || others.history === true ? { wide: others, reach: sql`true` } : { wide: { ...others, history: true }, reach: sql`e.current` }
}

/** From a cache while the generation, scopes and other filters are the same. */
async function loadFacets({ database, generation, identity, filters }: FacetSearch): Promise<FacetTable> {
  const cache = caches.get(database) ?? new LRUCache<string, FacetTable>({ max: 12 })
  caches.set(database, cache)
  const { wide, reach } = widen(filters)
  // `history` stands in `wide` for superseded documents too; whether older revisions are meant is for the filter itself to say.
  const key = JSON.stringify([generation, scopesKey(identity), wide, filters.history === true])
  const known = cache.get(key)
  if (known !== undefined) return known
  const read = await rows<FacetValues & { readonly passages: string }>(database, sql`
    select e.project, e.kind, e.status, ${supersededFor(identity)} as superseded, case when ${isUndated} then null else extract(year from e.effective_at)::int end as year, string_agg(e.passage_id::text, ',') as passages
    from index_entry e where ${entryCondition(generation, identity, wide)} and ${reach} group by 1, 2, 3, 4, 5`)
  const groups = read.map(({ passages, ...values }) => ({ values, passages: passages.split(',').map(Number) }))
  const places = new Uint32Array(groups.reduce((most, { passages }) => passages.reduce((max, passage) => Math.max(max, passage), most), 0) + 1)
  groups.forEach((group, at) => { for (const passage of group.passages) places[passage] = at + 1 })
  const table: FacetTable = { values: groups.map(({ values }) => values), places }
  cache.set(key, table)
  return table
}
