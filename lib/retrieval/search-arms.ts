import type { SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import { analyzeQuery, type QueryTerm } from '@/lib/analysis'
import type { Database } from '@/lib/database'
import { Fault } from '@/lib/foundation'
import type { IndexGeneration } from '@/lib/indexing'
import { embedQuery, type Embedder, type EmbedderState } from '@/lib/models'
import type { ParsedQuery } from './parse-query'
import type { SearchFilters, SearchRequest } from './search'
import { searchLexical, type LexicalScores } from './search-lexical'
import { phraseConditions } from './search-phrases'
import { searchVector } from './search-vector'
import { loadVisible, type VisibleSet } from './search-visible'
import { readLanguages } from './store'
import type { VectorHit } from './vector-table'

/** Measures a stage by its name. */
export type Timed = <T>(stage: string, work: Promise<T>) => Promise<T>

/** What both arms found. */
export interface Arms {
  readonly terms: readonly QueryTerm[]
  readonly languages: readonly string[]
  readonly lexical: LexicalScores
  readonly hits: readonly VectorHit[]
  readonly mode: 'hybrid' | 'lexical-only'
  readonly modeReason: string | null
  readonly queryVector: Float32Array | null
  /** What words are counted in, and what may be ranked of it. */
  readonly corpus: VisibleSet
  readonly filtered: VisibleSet
  /** Of quoted phrases and exclusions; null where there are none. */
  readonly conditions: SQL | null
}

export interface ArmSearch {
  readonly identity: Identity
  readonly request: SearchRequest
  readonly parsed: ParsedQuery
  /** The request's and the query's own. */
  readonly filters: SearchFilters
  readonly generation: IndexGeneration
  readonly database: Database
  readonly embedder: EmbedderState
  /** Passages listed by each arm. */
  readonly depth: number
  /** Told what words found, best first, while the query is still being embedded. */
  readonly readAhead?: (ranking: readonly number[]) => void
}

/** Searches by words and by meaning side by side, each under scope and filters. Without a usable embedder the second says why it is missing. */
export async function searchArms({ identity, request, parsed, filters, generation, database, embedder, depth, readAhead }: ArmSearch, timed: Timed): Promise<Arms> {
  const languages = await languagesOf(database, generation.number, identity)
  const terms = analyzeQuery(parsed.text, languages)
  const narrowed = parsed.phrases.length + parsed.excluded.length > 0
  const conditions = narrowed ? await phraseConditions(parsed.phrases, parsed.excluded, { database, generation: generation.number, identity, languages }) : null
  const rankable = loadVisible(database, generation.number, identity, filters, conditions)
  const lexicalArm = async (): Promise<Pick<Arms, 'lexical' | 'corpus' | 'filtered'>> => {
    const [corpus, filtered] = await Promise.all([loadVisible(database, generation.number, identity, filters.history === true || filters.asOf !== undefined ? { history: true } : {}), rankable])
    const lexical = await searchLexical(database, terms, corpus, filtered, depth)
    readAhead?.(lexical.ranking)
    return { lexical, corpus, filtered }
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
    return { hits: await timed('vector', searchVector(database, vector, generation.modelId, await rankable, depth)), vector }
  }
  const [words, vector] = await Promise.all([timed('lexical', lexicalArm()), degraded === null ? vectorArm() : Promise.resolve({ failed: degraded })])
  return 'failed' in vector
    ? { terms, languages, conditions, ...words, hits: [], mode: 'lexical-only', modeReason: vector.failed, queryVector: null }
    : { terms, languages, conditions, ...words, hits: vector.hits, mode: 'hybrid', modeReason: null, queryVector: vector.vector }
}

/** Current lexical results are never mixed with vectors of another state: either both arms speak for this generation, or one. */
function lexicalOnlyReason(request: SearchRequest, generation: IndexGeneration, embedder: EmbedderState): string | null {
  if (request.mode === 'lexical') return 'You asked for results by words only.'
  if (generation.mode === 'lexical-only') return generation.modeReason ?? 'This index holds no vectors.'
  if (embedder.state === 'unavailable') return embedder.reason
  if (generation.configuration.embedding?.version !== embedder.embedder.model.version) return 'The embedding model has changed since this index was built; index again to use it.'
  return null
}

/** Vectors that are known or on their way. */
const queryVectors = new WeakMap<Embedder, LRUCache<string, Promise<Float32Array>>>()

function embedQueryCached(embedder: Embedder, text: string): Promise<Float32Array> {
  const cache = queryVectors.get(embedder) ?? new LRUCache<string, Promise<Float32Array>>({ max: 500 })
  queryVectors.set(embedder, cache)
  const known = cache.get(text)
  if (known !== undefined) return known
  const embedding = embedQuery(embedder, text)
  cache.set(text, embedding)
  embedding.catch(() => cache.delete(text)) // whoever asks next tries again
  return embedding
}

/** Has a query embedded, on the embedder's own thread, while the database is asked what the arms will need to know first. */
export function embedAhead(request: SearchRequest, text: string, embedder: EmbedderState): void {
  if (embedder.state === 'ready' && request.mode !== 'lexical' && text.trim() !== '') void embedQueryCached(embedder.embedder, text)
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

