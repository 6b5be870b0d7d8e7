import { sql, type SQL } from 'drizzle-orm'
import type { Identity } from '@/lib/access'
import type { QueryTerm } from '@/lib/analysis'
import { textArray, type Database } from '@/lib/database'
import type { IndexGeneration } from '@/lib/indexing'
import { namesGiven } from './document-names'
import type { ParsedQuery } from './parse-query'
import { compareScored, scoreCandidate, type ScoredCandidate } from './rank-candidates'
import type { SearchFilters } from './search'
import { searchLexical, type LexicalScores } from './search-lexical'
import { namesLeftOut, namesShown, type FoundRevision } from './search-names'
import { phraseConditions, type PhraseSearch } from './search-phrases'
import { cosinesOf } from './search-vector'
import { loadVisible, type VisibleSet } from './search-visible'
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
    const excluded = parsed.excluded.length === 0 ? ofNamed : sql`${ofNamed} and ${await phraseConditions([], parsed.excluded, viewOf(query))}`
    const found = await rankLeftOut(query, excluded, 'Named in the query')
    if (found.length > 0) return found
  }
  const onlyIdentifiers = query.terms.some(({ form }) => form === 'identifier') && query.terms.every(({ form }) => form !== 'word')
  const phrases = parsed.phrases.length > 0 ? parsed.phrases : onlyIdentifiers ? query.terms.filter(({ form }) => form === 'identifier').map(({ surface }) => surface) : []
  if (phrases.length === 0) return []
  const holding = await phraseConditions(phrases, parsed.excluded, viewOf(query))
  if ((await load(query, holding, 'shown')).count > 0) return []
  const because = `Only here ${phrases.length === 1 ? 'stands' : 'stand together'} ${phrases.map((phrase) => `“${phrase}”`).join(' and ')}`
  // What a note said before it was edited stays in history: whoever remembers the old words is not told that they still hold.
  return rankLeftOut(query, sql`${holding} and e.current`, because)
}

function viewOf({ database, generation, identity, languages }: LeftOutQuery): PhraseSearch {
  return { database, generation: generation.number, identity, languages }
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

/** Superseded documents that bear a name in the query, else older revisions that did, the newest of each document. */
async function findNamed(query: LeftOutQuery): Promise<readonly FoundRevision[]> {
  const { parsed: { text, phrases } } = query
  const view = viewOf(query)
  const bearing = (await namesLeftOut(view)).map(({ revision, names }) => ({ revision, given: namesGiven(text, phrases, names) })).filter(({ given }) => given.length > 0)
  if (bearing.length === 0) return []
  const shown = await namesShown(view)
  const alone = bearing.filter(({ given }) => given.some((name) => !shown.words.has(name) && !shown.tokens.has(name))).map(({ revision }) => revision)
  const superseded = alone.filter(({ current }) => current)
  if (superseded.length > 0) return superseded
  const newest = new Map(alone.toSorted((a, b) => a.revision - b.revision).map((revision) => [revision.documentId, revision]))
  return [...newest.values()]
}
