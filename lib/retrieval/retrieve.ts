import type { Identity } from '@/lib/access'
import { analyze, type QueryTerm } from '@/lib/analysis'
import type { Database } from '@/lib/database'
import { activeGeneration, type IndexGeneration } from '@/lib/indexing'
import type { EmbedderState } from '@/lib/models'
import { bm25Parameters } from './bm25'
import { limitsFor } from './calibrate-weak'
import { fuse, keepLeaders, rrfConstant } from './fuse'
import { noteUndated } from './search-undated'
import { parseQuery, type ParsedQuery } from './parse-query'
import { compareScored, diversify, perDocument, scoreCandidate, type ScoredCandidate } from './rank-candidates'
import { isWeak, rankingWeights, shareOfWords, weakLimits } from './ranking-features'
import type { SearchFilters, SearchRequest, SearchResponse } from './search'
import { embedAhead, searchArms, type Arms, type Timed } from './search-arms'
import { searchFacets } from './search-facets'
import { searchLeftOut } from './search-left-out'
import type { LexicalScores } from './search-lexical'
import { withActiveGeneration } from './search-generation'
import { findBearers } from './search-names'
import { readPacked, type SearchPlan } from './search-plan'
import { traceOrder } from './search-trace'
import { cosinesOf } from './search-vector'
import { exactly } from './vector-table'
import { noTexts, readCandidates, readPassagesOf, readTexts } from './store'
import { readStored } from './store-passages'
import { suggestQueries } from './suggest-queries'
import { distinctSurfaces, round, toResult, type ArmRanks, type RankedPassage } from './to-result'

/** What a search needs; passed, never imported. */
export interface RetrievalServices {
  readonly database: Database
  readonly embedder: EmbedderState
  /** Passages that each arm lists; 100 where it is left out. For measuring what it changes. */
  readonly depth?: number
}

/** Passages that each arm lists. */
const depth = 100
/** Candidates that are read and reranked, of what both arms list. */
const pooled = 0.6

/** Settings that decide what a search returns: part of an index generation's configuration. */
export const rankingConfiguration = { bm25: bm25Parameters, rrf: rrfConstant, weights: rankingWeights, weak: weakLimits, depth } as const

export interface Ranking extends Omit<SearchResponse, 'results' | 'suggestions'> {
  readonly results: readonly RankedPassage[]
  readonly terms: readonly QueryTerm[]
  /** The query was stemmed in each. */
  readonly languages: readonly string[]
  readonly idf: ReadonlyMap<string, number>
  /** Query words that stand nowhere in what the identity may see, as written. */
  readonly unknown: readonly string[]
  /** The query's vector, for later stages; null in lexical-only mode. */
  readonly queryVector: Float32Array | null
}

/** A search as doors show it: scope, language and features stay inside. */
export async function search(identity: Identity, request: SearchRequest, services: RetrievalServices): Promise<SearchResponse> {
  const { results, terms, languages, idf: _idf, unknown, queryVector: _vector, ...response } = await retrieve(identity, request, services)
  const { generation, filters, query } = response
  const from = performance.now()
  const suggestions = unknown.length === 0 || generation === null ? [] : await suggestQueries({ database: services.database, generation, identity, filters, query, terms, languages, unknown })
  const ms = performance.now() - from
  const took = unknown.length === 0 ? response.took : { ...response.took, suggestions: round(ms), total: round((response.took['total'] ?? 0) + ms) }
  return { ...response, took, suggestions, results: results.map(({ scope: _scope, localOnly: _localOnly, language: _language, features: _features, lexicalShare: _share, ...result }) => result) }
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
  embedAhead(request, parsed.text, services.embedder)
  if (parsed.text.trim() === '' && parsed.phrases.length === 0) return nothing(request, parsed, filters, await activeGeneration(services.database))
  const limit = Math.min(50, Math.max(1, request.limit ?? 10))
  const found = await withActiveGeneration(services.database, (active) => rankPassages({ identity, request, parsed, filters, generation: active, services, limit }, timed))
  if (found === null) return nothing(request, parsed, filters, null)
  const { generation, result: ranked } = found
  const { arms, leftOut, final, weak, ranks } = ranked
  const { terms, languages, lexical, hits, mode, modeReason, queryVector, conditions, filtered } = arms
  const [texts, facets, notes] = await Promise.all([
    timed('texts', readTexts(services.database, final.map(({ candidate }) => candidate))),
    timed('facets', searchFacets({
      database: services.database, generation: generation.number, identity, filters, conditions, filtered, lexical,
      hits: hits.map(({ passage }) => passage), leftOut: leftOut.map(({ candidate }) => candidate),
    })),
    noteUndated(services.database, generation.number, identity, filters),
  ])
  const results = final.map((entry, at) => toResult(entry, at + 1, terms, ranks, texts.get(entry.candidate.passage) ?? noTexts))
  const unknown = isNamed(parsed, ranked.scored) ? [] : unknownWords(terms, lexical, leftOut, ranked.scored)
  took['total'] = round(performance.now() - started)
  const explained = request.explain === true && identity.scopes === 'all'
  const plan = explained ? await planOf(arms, ranked.pool.length, generation, services.database) : null
  return {
    query: request.query, filters, notes: [...parsed.notes, ...notes], generation: generation.number, mode, modeReason, weak, took,
    // The vector arm lists passages that share no word with the query, and what is left out by default is in neither arm.
    total: lexical.matched + hits.filter(({ passage }) => lexical.score(passage) === 0).length + leftOut.length,
    results, facets, terms, languages, idf: lexical.idf, queryVector, unknown,
    ...(plan === null ? {} : { trace: traceOrder({ parsed, terms, languages, unknown, plan, ranks, scored: ranked.scored, order: ranked.order, final }) }),
  }
}

interface RankedQuery {
  readonly identity: Identity
  readonly request: SearchRequest
  readonly parsed: ParsedQuery
  readonly filters: SearchFilters
  readonly generation: IndexGeneration
  readonly services: RetrievalServices
  readonly limit: number
}

interface RankedPassages {
  readonly arms: Arms
  readonly ranks: ArmRanks
  /** Passages that fusion chose, best first. */
  readonly pool: readonly number[]
  readonly leftOut: readonly ScoredCandidate[]
  readonly scored: readonly ScoredCandidate[]
  readonly order: readonly ScoredCandidate[]
  readonly final: readonly ScoredCandidate[]
  readonly weak: boolean
}

async function rankPassages({ identity, request, parsed, filters, generation, services, limit }: RankedQuery, timed: Timed): Promise<RankedPassages> {
  const { database, embedder } = services
  const armDepth = services.depth ?? depth
  const view = { database, generation: generation.number, identity }
  const most = Math.round(pooled * armDepth)
  // Of what words find best hardly anything stays out of the pool: it is read while the query is still being embedded.
  const readAhead = (ranking: readonly number[]) => { readStored(database, ranking.slice(0, most / 2)).catch(() => undefined) } // who needs it asks again
  const [arms, bearers] = await Promise.all([
    searchArms({ identity, request, parsed, filters, generation, database, embedder, depth: armDepth, readAhead }, timed),
    findBearers(view, parsed.text, parsed.phrases),
  ])
  const { terms, languages, lexical, hits, mode, queryVector } = arms
  const cosines = new Map(hits.map(({ passage, cosine }) => [passage, cosine]))
  const fused = fuse([lexical.ranking, hits.map(({ passage }) => passage)])
  const pool = fused.slice(0, most).map(({ id }) => id)
  const named = (await readPassagesOf(database, generation.number, identity, filters, [...bearers.keys()], namedPassages)).filter((id) => !pool.includes(id))
  const read = [...pool, ...named]
  const [candidates, rest, leftOut] = await timed('read', Promise.all([
    readCandidates(database, generation.number, identity, filters, read),
    queryVector === null || generation.modelId === null ? new Map<number, number>() : cosinesOf(database, queryVector, generation.modelId, read.filter((id) => !cosines.has(id))),
    searchLeftOut({ database, generation, identity, filters, parsed, terms, languages, lexical, queryVector }),
  ]))
  for (const [passage, cosine] of rest) cosines.set(passage, cosine)
  return timed('rerank', Promise.resolve().then(() => {
    const scored = [...leftOut, ...read.flatMap((id) => {
      const candidate = candidates.get(id)
      return candidate === undefined ? [] : [scoreCandidate(candidate, terms, lexical, mode === 'hybrid' ? (cosines.get(id) ?? 0) : null, bearers.get(candidate.revisionId) ?? null)]
    })].sort(compareScored)
    const weak = parsed.phrases.length === 0 && leftOut.length === 0 && !isNamed(parsed, scored) && isWeak(scored, shareOfWords(terms, lexical.idf, (lexeme) => lexical.holding(lexeme) > 0) ?? 1, limitsFor(database, identity))
    const order = diversify(scored)
    const asked = leftOut.filter((entry) => entry.leftOut?.first === true).map(({ candidate }) => candidate.passage)
    const byId = new Map(order.map((entry) => [entry.candidate.passage, entry]))
    const front = order.slice(0, limit).map(({ candidate }) => candidate.documentId)
    // A leader whose document has its places already would only crowd others out.
    const isCrowded = (id: number) => front.filter((documentId) => documentId === byId.get(id)?.candidate.documentId).length >= perDocument
    const ofArms = [lexical.ranking[0], hits[0]?.passage].filter((id) => id !== undefined)
    const leaders = [...asked, ...leadersOf(order), ...(weak ? [] : ofArms.filter((id) => !isCrowded(id)))]
    const final = keepLeaders(order.map(({ candidate }) => candidate.passage), leaders, limit).flatMap((id) => byId.get(id) ?? [])
    const ranks: ArmRanks = {
      lexical, mode,
      vectorRanks: new Map(hits.map(({ passage }, at) => [passage, at + 1])),
      lexicalRanks: new Map(lexical.ranking.map((passage, at) => [passage, at + 1])),
      fusion: new Map(fused.map(({ id, score }, at) => [id, { rank: at + 1, score }])),
    }
    return { arms, ranks, pool: read, leftOut, scored, order, final, weak }
  }))
}

/** Of a document that the query names by its number or file, so many passages keep a place. */
const namedLeaders = 2

/** The best passages of each document that a word of the query names: no likeness of meaning outvotes a name. */
function leadersOf(order: readonly ScoredCandidate[]): readonly number[] {
  const named = order.filter((entry) => entry.named === 'among')
  const counts = new Map<string, number>()
  return named.filter(({ candidate: { documentId } }) => {
    counts.set(documentId, (counts.get(documentId) ?? 0) + 1)
    return (counts.get(documentId) ?? 0) <= namedLeaders
  }).map(({ candidate }) => candidate.passage)
}

/** Passages of documents that the query names, which are ranked whether or not an arm lists them. */
const namedPassages = 20

/** A passage's score in its parts, for measuring. */
export interface ScoredPassage {
  readonly passage: number
  readonly bm25: number
  /** What BM25 relative to the query's best is multiplied by. */
  readonly lexicalWeight: number
  /** The rest of the score. */
  readonly otherScore: number
}

/** One query by each stage of ranking alone: ids of passages, best first. */
export interface ArmComparison {
  readonly lexical: readonly number[]
  readonly vector: readonly number[]
  readonly fused: readonly number[]
  /** As a search shows them, fifty at most. */
  readonly reranked: readonly number[]
  readonly weak: boolean
  readonly scored: readonly ScoredPassage[]
  /** Σ idf · (k1 + 1) · weight over the query's terms. */
  readonly attainable: number
}

/** What each stage of ranking makes of a query, for ablations: the very stages that a search goes through. */
export async function compareArms(identity: Identity, request: SearchRequest, services: RetrievalServices): Promise<ArmComparison> {
  const parsed = parseQuery(request.query)
  const generation = await activeGeneration(services.database)
  if (generation === null) return { lexical: [], vector: [], fused: [], reranked: [], weak: false, scored: [], attainable: 0 }
  const { arms, ranks, scored, final, weak } = await rankPassages({ identity, request, parsed, filters: { ...request.filters, ...parsed.filters }, generation, services, limit: 50 }, (_stage, work) => work)
  return {
    lexical: arms.lexical.ranking, vector: arms.hits.map(({ passage }) => passage), fused: [...ranks.fusion.keys()], reranked: final.map(({ candidate }) => candidate.passage), weak,
    attainable: arms.lexical.attainable,
    scored: scored.map(({ candidate, score, features }) => {
      const bm25 = arms.lexical.score(candidate.passage)
      const lexicalWeight = bm25 === 0 ? 0 : (rankingWeights.lexical * features.lexical * arms.lexical.best) / bm25
      return { passage: candidate.passage, bm25, lexicalWeight, otherScore: score - rankingWeights.lexical * features.lexical }
    }),
  }
}

/** What the trace says of the work behind the arms: asked of the database for the trace alone. */
async function planOf(arms: Arms, candidates: number, generation: IndexGeneration, database: Database): Promise<SearchPlan> {
  const { corpus, filtered, lexical, hits, mode, queryVector } = arms
  return {
    generation: generation.number, mode, visible: corpus.count, filtered: filtered.count, matched: lexical.matched,
    vectorScan: queryVector === null || generation.modelId === null ? null : filtered.count <= exactly ? 'exact: every vector in view compared' : 'signs of every vector in view compared first, then the most promising in full',
    vectorHits: hits.length, packed: await readPacked(database, corpus.maxPassage), candidates,
  }
}

/** Whether the whole query is a name of something found. */
function isNamed({ phrases }: ParsedQuery, scored: readonly ScoredCandidate[]): boolean {
  return phrases.length === 0 && scored.some(({ named }) => named === 'all')
}

/** Words of full weight that no visible passage holds in any of the languages, nor what the query asked for by name; an identifier within a longer one is held. */
function unknownWords(terms: readonly QueryTerm[], lexical: LexicalScores, leftOut: readonly ScoredCandidate[], scored: readonly ScoredCandidate[]): string[] {
  const within = new Set(scored.flatMap((entry) => [...entry.within]))
  const named = new Set(leftOut.flatMap(({ candidate }) => [...candidate.terms.own.keys(), ...analyze([candidate.title, candidate.sourcePath, ...candidate.headingPath].join('\n'), candidate.language).map(({ lexeme }) => lexeme)]))
  const known = new Set(terms.filter(({ lexeme }) => lexical.holding(lexeme) > 0 || named.has(lexeme) || within.has(lexeme)).map(({ surface }) => surface.toLowerCase()))
  return distinctSurfaces(terms.filter(({ weight, surface }) => weight === 1 && !known.has(surface.toLowerCase())))
}

function nothing(request: SearchRequest, parsed: ParsedQuery, filters: SearchFilters, generation: IndexGeneration | null): Ranking {
  const onlyFilters = generation !== null && Object.keys(parsed.filters).length + parsed.excluded.length > 0
  return {
    query: request.query, filters, notes: onlyFilters ? [...parsed.notes, 'Filters alone find nothing: write a word to find as well.'] : parsed.notes, generation: generation?.number ?? null, mode: generation?.mode ?? 'lexical-only',
    modeReason: generation === null ? 'Nothing is indexed yet.' : generation.modeReason, weak: false, took: {}, total: 0, results: [],
    facets: { project: [], kind: [], status: [], year: [] }, terms: [], languages: [], idf: new Map(), unknown: [], queryVector: null,
  }
}

