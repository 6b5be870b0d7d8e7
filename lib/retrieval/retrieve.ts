import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import { analyze, analyzeQuery, type QueryTerm } from '@/lib/analysis'
import { Fault } from '@/lib/foundation'
import type { Database } from '@/lib/database'
import { activeGeneration, type IndexGeneration } from '@/lib/indexing'
import { embedQuery, type Embedder, type EmbedderState } from '@/lib/models'
import { bm25Parameters } from './bm25'
import { fuse, keepLeaders, rrfConstant } from './fuse'
import { parseQuery, type ParsedQuery } from './parse-query'
import { compareScored, diversify, scoreCandidate, type ScoredCandidate } from './rank-candidates'
import { isWeak, rankingWeights, weakLimits } from './ranking-features'
import type { SearchFilters, SearchRequest, SearchResponse } from './search'
import { searchLeftOut } from './search-left-out'
import { searchLexical, type LexicalScores } from './search-lexical'
import { cosinesOf, searchVector, type VectorHit } from './search-vector'
import { loadVisible, passageCondition, termConditions } from './search-visible'
import { readCandidates, readLanguages, readPassagesOf } from './store'
import { countFacets, distinctSurfaces, round, toResult, type RankedPassage } from './to-result'

/** What a search needs; passed, never imported. */
export interface RetrievalServices {
  readonly database: Database
  readonly embedder: EmbedderState
}

/** Settings that decide what a search returns: part of an index generation's configuration. */
export const rankingConfiguration = { bm25: bm25Parameters, rrf: rrfConstant, weights: rankingWeights, weak: weakLimits, depth: 100 } as const

const depth = 100
/** Candidates that are read and reranked. */
const bounded = 60

export interface Ranking extends Omit<SearchResponse, 'results'> {
  readonly results: readonly RankedPassage[]
  readonly terms: readonly QueryTerm[]
  readonly idf: ReadonlyMap<string, number>
  /** Query words that stand nowhere in what the identity may see, as written. */
  readonly unknown: readonly string[]
  /** The query's vector, for later stages; null in lexical-only mode. */
  readonly queryVector: Float32Array | null
}

/** A search as doors show it: scope, language and features stay inside. */
export async function search(identity: Identity, request: SearchRequest, services: RetrievalServices): Promise<SearchResponse> {
  const { results, terms: _terms, idf: _idf, unknown: _unknown, queryVector: _vector, ...response } = await retrieve(identity, request, services)
  return { ...response, results: results.map(({ scope: _scope, localOnly: _localOnly, language: _language, features: _features, lexicalShare: _share, ...result }) => result) }
}

/**
 * Finds passages: lexical ∥ vector → fusion chooses candidates → an order by features that do not depend on them.
 * Scope and filters are conditions of each arm's own query. An empty query, or no active generation, gives no results.
 */
export async function retrieve(identity: Identity, request: SearchRequest, services: RetrievalServices): Promise<Ranking> {
  const started = performance.now()
  const took: Record<string, number> = {}
  const timed = async <T>(stage: string, work: Promise<T>): Promise<T> => {
    const from = performance.now()
    try { return await work } finally { took[stage] = round(performance.now() - from) }
  }
  const parsed = parseQuery(request.query)
  const filters: SearchFilters = { ...request.filters, ...parsed.filters }
  const generation = await activeGeneration(services.database)
  const limit = Math.min(50, Math.max(1, request.limit ?? 10))
  if (generation === null || (parsed.text.trim() === '' && parsed.phrases.length === 0)) return nothing(request, parsed, filters, generation)

  const arms = await searchArms(identity, request, parsed, filters, generation, services, timed)
  const { terms, languages, lexical, hits, mode, modeReason, queryVector } = arms
  const cosines = new Map(hits.map(({ passage, cosine }) => [passage, cosine]))
  const fused = fuse([lexical.ranking, hits.map(({ passage }) => passage)])
  const pool = fused.slice(0, bounded).map(({ id }) => id)
  const [candidates, rest, leftOut] = await timed('read', Promise.all([
    readCandidates(services.database, generation.number, identity, filters, fused.map(({ id }) => id).slice(0, 2 * depth)),
    queryVector === null || generation.modelId === null ? new Map<number, number>() : cosinesOf(services.database, queryVector, generation.modelId, pool.filter((id) => !cosines.has(id))),
    searchLeftOut({ database: services.database, generation, identity, filters, parsed, terms, languages, lexical, queryVector }),
  ]))
  for (const [passage, cosine] of rest) cosines.set(passage, cosine)

  const rerankFrom = performance.now()
  const scored = [...leftOut, ...pool.flatMap((id) => {
    const candidate = candidates.get(id)
    return candidate === undefined ? [] : [scoreCandidate(candidate, terms, lexical, mode === 'hybrid' ? (cosines.get(id) ?? 0) : null)]
  })].sort(compareScored)
  const weak = parsed.phrases.length === 0 && leftOut.length === 0 && isWeak(scored)
  const order = diversify(scored)
  const asked = leftOut.filter((entry) => entry.leftOut?.first === true).map(({ candidate }) => candidate.passage)
  const leaders = weak ? [] : [...asked, lexical.ranking[0], hits[0]?.passage].filter((id) => id !== undefined)
  const byId = new Map(order.map((entry) => [entry.candidate.passage, entry]))
  const final = keepLeaders(order.map(({ candidate }) => candidate.passage), leaders, limit).flatMap((id) => byId.get(id) ?? [])
  took['rerank'] = round(performance.now() - rerankFrom)

  const vectorRanks = new Map(hits.map(({ passage }, at) => [passage, at + 1]))
  const lexicalRanks = new Map(lexical.ranking.map((passage, at) => [passage, at + 1]))
  const fusion = new Map(fused.map(({ id, score: fusedScore }, at) => [id, { rank: at + 1, score: fusedScore }]))
  const results = final.map((entry, at) => toResult(entry, at + 1, terms, { lexical, lexicalRanks, vectorRanks, fusion, mode }))
  took['total'] = round(performance.now() - started)
  return {
    query: request.query, filters, notes: parsed.notes, generation: generation.number, mode, modeReason, weak, took,
    total: new Set([...lexical.ranking, ...hits.map(({ passage }) => passage), ...leftOut.map(({ candidate }) => candidate.passage)]).size,
    results, facets: countFacets([...candidates.values(), ...leftOut.map(({ candidate }) => candidate)]), terms, idf: lexical.idf, queryVector,
    unknown: unknownWords(terms, lexical, leftOut),
  }
}

/** Every passage of one revision that the identity may see, in document order, as results of the same query. */
export async function readWholeDocument(identity: Identity, request: SearchRequest, revisionId: string, ranking: Ranking, { database }: RetrievalServices): Promise<RankedPassage[]> {
  if (ranking.generation === null) return []
  const filters: SearchFilters = { ...request.filters, history: true }
  const passages = await readPassagesOf(database, ranking.generation, identity, filters, revisionId)
  const candidates = await readCandidates(database, ranking.generation, identity, filters, passages)
  const none: LexicalScores = { ranking: [], score: () => 0, best: 0, attainable: 0, idf: ranking.idf, holding: () => 0, matched: 0 }
  return passages.flatMap((id) => {
    const candidate = candidates.get(id)
    if (candidate === undefined) return []
    const entry = scoreCandidate(candidate, ranking.terms, none, null)
    return [{ ...toResult(entry, 0, ranking.terms, { lexical: none, lexicalRanks: new Map(), vectorRanks: new Map(), fusion: new Map(), mode: ranking.mode }), why: 'From the document that the question is about.' }]
  })
}

type Timed = <T>(stage: string, work: Promise<T>) => Promise<T>

interface Arms {
  readonly terms: readonly QueryTerm[]
  readonly languages: readonly string[]
  readonly lexical: LexicalScores
  readonly hits: readonly VectorHit[]
  readonly mode: 'hybrid' | 'lexical-only'
  readonly modeReason: string | null
  readonly queryVector: Float32Array | null
}

async function searchArms(identity: Identity, request: SearchRequest, parsed: ParsedQuery, filters: SearchFilters, generation: IndexGeneration, { database, embedder }: RetrievalServices, timed: Timed): Promise<Arms> {
  const languages = await languagesOf(database, generation.number, identity)
  const terms = analyzeQuery(parsed.text, languages)
  const narrowed = parsed.phrases.length + parsed.excluded.length > 0
  const conditions = narrowed ? termConditions(parsed.phrases, parsed.excluded, languages) : null
  const lexicalArm = async (): Promise<LexicalScores> => {
    const corpus = await loadVisible(database, generation.number, identity, filters.history === true || filters.asOf !== undefined ? { history: true } : {})
    const filtered = await loadVisible(database, generation.number, identity, filters, conditions)
    return searchLexical(database, terms, corpus, filtered, depth)
  }
  const degraded = lexicalOnlyReason(request, generation, embedder)
  const vectorArm = async (): Promise<{ hits: readonly VectorHit[]; vector: Float32Array } | { failed: string }> => {
    if (embedder.state !== 'ready' || generation.modelId === null) return { failed: degraded ?? '' }
    let vector: Float32Array | undefined
    try {
      vector = await timed('embed', embedQueryCached(embedder.embedder, parsed.text))
    } catch (error) {
      if (error instanceof Fault && error.code === 'model-unavailable') return { failed: error.message }
      throw error
    }
    const condition = passageCondition(generation.number, identity, filters, conditions)
    return { hits: await timed('vector', searchVector(database, vector, generation.modelId, condition, depth)), vector }
  }
  const [lexical, vector] = await Promise.all([timed('lexical', lexicalArm()), degraded === null ? vectorArm() : Promise.resolve({ failed: degraded })])
  return 'failed' in vector
    ? { terms, languages, lexical, hits: [], mode: 'lexical-only', modeReason: vector.failed, queryVector: null }
    : { terms, languages, lexical, hits: vector.hits, mode: 'hybrid', modeReason: null, queryVector: vector.vector }
}

/** Current lexical results are never mixed with vectors of another state: either both arms speak for this generation, or one. */
function lexicalOnlyReason(request: SearchRequest, generation: IndexGeneration, embedder: EmbedderState): string | null {
  if (request.mode === 'lexical') return 'You asked for results by words only.'
  if (generation.mode === 'lexical-only') return generation.modeReason ?? 'This index holds no vectors.'
  if (embedder.state === 'unavailable') return embedder.reason
  if (generation.configuration.embedding?.version !== embedder.embedder.model.version) return 'The embedding model has changed since this index was built; index again to use it.'
  return null
}

const queryVectors = new WeakMap<Embedder, LRUCache<string, Float32Array>>()

async function embedQueryCached(embedder: Embedder, text: string): Promise<Float32Array> {
  const cache = queryVectors.get(embedder) ?? new LRUCache<string, Float32Array>({ max: 500 })
  queryVectors.set(embedder, cache)
  const known = cache.get(text)
  if (known !== undefined) return known
  const vector = await embedQuery(embedder, text)
  cache.set(text, vector)
  return vector
}

const languageCache = new WeakMap<Database, LRUCache<string, readonly string[]>>()

async function languagesOf(database: Database, generation: number, identity: Identity): Promise<readonly string[]> {
  const cache = languageCache.get(database) ?? new LRUCache<string, readonly string[]>({ max: 50 })
  languageCache.set(database, cache)
  const key = `${generation} ${scopesKey(identity)}`
  const known = cache.get(key) ?? (await readLanguages(database, generation, identity))
  cache.set(key, known)
  return known
}

/** Words of full weight that no visible passage holds in any of the languages, nor what the query asked for by name. */
function unknownWords(terms: readonly QueryTerm[], lexical: LexicalScores, leftOut: readonly ScoredCandidate[]): string[] {
  const named = new Set(leftOut.flatMap(({ candidate, termsInText }) => [...termsInText, ...analyze([candidate.title, candidate.sourcePath, ...candidate.headingPath].join('\n'), candidate.language)]).map(({ lexeme }) => lexeme))
  const known = new Set(terms.filter(({ lexeme }) => lexical.holding(lexeme) > 0 || named.has(lexeme)).map(({ surface }) => surface.toLowerCase()))
  return distinctSurfaces(terms.filter(({ weight, surface }) => weight === 1 && !known.has(surface.toLowerCase())))
}

function nothing(request: SearchRequest, parsed: ParsedQuery, filters: SearchFilters, generation: IndexGeneration | null): Ranking {
  return {
    query: request.query, filters, notes: parsed.notes, generation: generation?.number ?? null, mode: generation?.mode ?? 'lexical-only',
    modeReason: generation === null ? 'Nothing is indexed yet.' : generation.modeReason, weak: false, took: {}, total: 0, results: [],
    facets: { project: [], kind: [], status: [], year: [] }, terms: [], idf: new Map(), unknown: [], queryVector: null,
  }
}

