import { sql, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import type { QueryTerm } from '@/lib/analysis'
import { rows, scopeCondition, textArray, type Database } from '@/lib/database'
import { generationCondition, type IndexGeneration } from '@/lib/indexing'
import { namesGiven, namesOf, type NamedRevision, type Names } from './document-names'
import type { ParsedQuery } from './parse-query'
import { compareScored, scoreCandidate, type ScoredCandidate } from './rank-candidates'
import type { SearchFilters } from './search'
import { searchLexical, type LexicalScores } from './search-lexical'
import { cosinesOf } from './search-vector'
import { loadVisible, termConditions, type VisibleSet } from './search-visible'
import { readCandidates } from './store'

export interface LeftOutQuery {
  readonly database: Database
  readonly generation: IndexGeneration
  readonly identity: Identity
  readonly filters: SearchFilters
  readonly parsed: ParsedQuery
  readonly terms: readonly QueryTerm[]
  readonly languages: readonly string[]
  /** What the default search made of the query: its counts are the counts here, and what it found comes first to decide whether more is wanted. */
  readonly lexical: LexicalScores
  /** Null in lexical-only mode. */
  readonly queryVector: Float32Array | null
}

/** Passages of one document at most, of which the first goes before everything else. */
const perDocument = 3
const mostDocuments = 5
const depth = 60

/**
 * What default search leaves out and the query asks for all the same, best first: superseded documents, else older
 * revisions, that bear a name in the query which nothing in view bears; else superseded documents that alone hold its
 * quoted phrases (or, where it is nothing else, its identifiers). Scope, filters and exclusions hold as ever; nothing for a query with `history` or `as-of`.
 */
export async function searchLeftOut(query: LeftOutQuery): Promise<readonly ScoredCandidate[]> {
  const { filters, parsed } = query
  if (filters.history === true || filters.asOf !== undefined) return []
  const named = await findNamed(query)
  if (named.length > 0) {
    const ofNamed = sql`e.revision_id = any(${textArray(named.map(({ revisionId }) => revisionId))})`
    const excluded = parsed.excluded.length === 0 ? ofNamed : sql`${ofNamed} and ${termConditions([], parsed.excluded, query.languages)}`
    const found = await rankLeftOut(query, excluded, 'Named in the query')
    if (found.length > 0) return found
  }
  const onlyIdentifiers = query.terms.some(({ form }) => form === 'identifier') && query.terms.every(({ form }) => form !== 'word')
  const phrases = parsed.phrases.length > 0 ? parsed.phrases : onlyIdentifiers ? query.terms.filter(({ form }) => form === 'identifier').map(({ surface }) => surface) : []
  if (phrases.length === 0) return []
  const holding = termConditions(phrases, parsed.excluded, query.languages)
  if ((await load(query, holding, 'shown')).count > 0) return []
  const because = `Only here ${phrases.length === 1 ? 'stands' : 'stand together'} ${phrases.map((phrase) => `“${phrase}”`).join(' and ')}`
  // What a note said before it was edited stays in history: whoever remembers the old words is not told that they still hold.
  return rankLeftOut(query, sql`${holding} and e.current`, because)
}

function load({ database, generation, identity, filters }: LeftOutQuery, condition: SQL, reach: 'shown' | 'left-out'): Promise<VisibleSet> {
  // A document that is gone was left behind, not replaced: only `history` looks for it.
  const present = sql`exists (select 1 from document d where d.id = e.document_id and d.removed_at is null)`
  return loadVisible(database, generation.number, identity, filters, reach === 'shown' ? condition : sql`${condition} and ${present}`, reach)
}

/** Ranks the passages left out that `condition` allows as default search ranks its own, by the default search's counts. */
async function rankLeftOut(query: LeftOutQuery, condition: SQL, because: string): Promise<ScoredCandidate[]> {
  const { database, generation, identity, filters, terms, lexical, queryVector } = query
  const allowed = await load(query, condition, 'left-out')
  if (allowed.count === 0) return []
  const corpus = await loadVisible(database, generation.number, identity, {})
  const own = await searchLexical(database, terms, corpus, allowed, depth)
  // A name that is only a path may share no word with the text.
  const ids = own.ranking.length > 0 ? own.ranking : allowed.passages().slice(0, depth)
  const candidates = await readCandidates(database, generation.number, identity, { ...filters, history: true }, ids)
  const cosines = queryVector === null || generation.modelId === null ? null : await cosinesOf(database, queryVector, generation.modelId, ids)
  const scores: LexicalScores = { ...own, best: Math.max(own.best, lexical.best) }
  const newest = new Map<string, number>()
  for (const { documentId, revision } of candidates.values()) newest.set(documentId, Math.max(revision, newest.get(documentId) ?? 0))
  const scored = [...candidates.values()].filter(({ documentId, revision }) => newest.get(documentId) === revision)
    .map((candidate) => scoreCandidate(candidate, terms, scores, cosines === null ? null : (cosines.get(candidate.passage) ?? 0)))
    .sort((a, b) => compareScored(a, b) || a.candidate.passage - b.candidate.passage)
  const places = new Map<string, number>()
  return scored.flatMap((entry) => {
    const { documentId, current } = entry.candidate
    const place = (places.get(documentId) ?? 0) + 1
    places.set(documentId, place)
    if (place > perDocument || places.size > mostDocuments) return []
    return [{ ...entry, leftOut: { first: place === 1, why: `${because}, though ${current ? 'superseded' : 'only in an older revision'}` } }]
  })
}

interface FoundRevision extends NamedRevision {
  readonly revisionId: string
  readonly documentId: string
  readonly revision: number
  readonly current: boolean
}

/** Superseded documents that bear a name in the query, else older revisions that did, the newest of each document. */
async function findNamed(query: LeftOutQuery): Promise<readonly FoundRevision[]> {
  const { parsed: { text, phrases } } = query
  const bearing = (await namesLeftOut(query)).map(({ revision, names }) => ({ revision, given: namesGiven(text, phrases, names) })).filter(({ given }) => given.length > 0)
  if (bearing.length === 0) return []
  const shown = await namesShown(query)
  const alone = bearing.filter(({ given }) => given.some((name) => !shown.has(name))).map(({ revision }) => revision)
  const superseded = alone.filter(({ current }) => current)
  if (superseded.length > 0) return superseded
  const newest = new Map(alone.toSorted((a, b) => a.revision - b.revision).map((revision) => [revision.documentId, revision]))
  return [...newest.values()]
}

interface KnownNames {
  readonly leftOut: LRUCache<string, readonly { readonly revision: FoundRevision; readonly names: Names }[]>
  readonly shown: LRUCache<string, ReadonlySet<string>>
}
const caches = new WeakMap<Database, KnownNames>()

/** For when entries of a generation were put right in place, or a document was purged. */
export function forgetNames(database: Database): void {
  caches.delete(database)
}

function knownNames(database: Database): KnownNames {
  const known = caches.get(database) ?? { leftOut: new LRUCache({ max: 12 }), shown: new LRUCache({ max: 4 }) }
  caches.set(database, known)
  return known
}

function keyOf({ generation, identity }: LeftOutQuery): string {
  return `${generation.number} ${scopesKey(identity)}`
}

/** An older revision that goes by what its document goes by now is none to be told from it, so it is not read. */
async function namesLeftOut(query: LeftOutQuery) {
  const { leftOut } = knownNames(query.database)
  const known = leftOut.get(keyOf(query))
  if (known !== undefined) return known
  const read = await readNamed(query, sql`((e.current and e.superseded) or (not e.current and not exists (
    select 1 from revision latest where latest.document_id = r.document_id and latest.in_force_to is null
      and (latest.title, latest.source_path, latest.declared_id, latest.aliases) is not distinct from (r.title, r.source_path, r.declared_id, r.aliases))))`)
  const names = read.map((revision) => ({ revision, names: namesOf(revision) }))
  leftOut.set(keyOf(query), names)
  return names
}

/** Names of what default search shows without filters: who asks for one of them means what holds now. */
async function namesShown(query: LeftOutQuery): Promise<ReadonlySet<string>> {
  const { shown } = knownNames(query.database)
  const known = shown.get(keyOf(query))
  if (known !== undefined) return known
  const names = new Set<string>()
  for (const revision of await readNamed(query, sql`e.current and not e.superseded`)) {
    const { words, tokens } = namesOf(revision)
    for (const name of [...words, ...tokens]) names.add(name)
  }
  shown.set(keyOf(query), names)
  return names
}

function readNamed({ database, generation, identity }: LeftOutQuery, condition: SQL): Promise<readonly FoundRevision[]> {
  return rows<FoundRevision>(database, sql`
    select r.id as "revisionId", r.document_id as "documentId", r.number as revision, e.current, r.title, r.source_path as "sourcePath", r.declared_id as "declaredId", r.aliases, r.kind
    from (select distinct e.revision_id, e.current, e.superseded from index_entry e where ${generationCondition(sql`${generation.number}`)} and ${scopeCondition(identity, sql`e.scope`)}) e
    join revision r on r.id = e.revision_id join document d on d.id = r.document_id where d.removed_at is null and ${condition} order by r.id`)
}
