import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { QueryTerm } from '@/lib/analysis'
import { rows, textArray, type Database } from '@/lib/database'
import { readTsvector, unpackPostings, type PostingList } from '@/lib/indexing'
import { bm25Parameters, inverseDocumentFrequency, saturate } from './bm25'
import { capped } from './cap-documents'
import { wordOf } from './query-words'
import type { VisibleSet } from './search-visible'

/** Every matching passage's BM25, and what a passage with everything could reach. */
export interface LexicalScores {
  /** Passage ids, best first, of the filtered set. */
  readonly ranking: readonly number[]
  score(passage: number): number
  readonly best: number
  /** Σ idf · (k1 + 1) · weight over the query's terms; unknown words count at the highest idf. */
  readonly attainable: number
  readonly idf: ReadonlyMap<string, number>
  /** Document frequency of a query lexeme in what the identity may see. */
  holding(lexeme: string): number
  /** Number of filtered passages that hold any term. */
  readonly matched: number
}

/** Postings that a process has read once; they are immutable, so nothing ever invalidates them. */
interface PostingCache {
  segments: readonly Segment[]
  readonly lists: LRUCache<string, PostingList>
  tail: { readonly after: number; through: number; readonly lists: Map<string, { passages: number[]; frequencies: number[] }> } | null
}
interface Segment {
  readonly id: number
  readonly first: number
  readonly last: number
}
const caches = new WeakMap<Database, PostingCache>()

/** For when postings were packed anew under the same passages. */
export function forgetPostings(database: Database): void {
  caches.delete(database)
}

/** Memory for postings: 12 million entries at 5 bytes is about 60 MB. */
const cachedEntries = 12_000_000

/**
 * Exact BM25 of every visible passage. Counts (N, lengths, document frequencies) are taken over `corpus`, what the
 * identity may see, so that a hidden document changes nothing; `filtered` decides what may be ranked.
 */
export async function searchLexical(database: Database, terms: readonly QueryTerm[], corpus: VisibleSet, filtered: VisibleSet, limit: number): Promise<LexicalScores> {
  const lists = await loadPostings(database, terms.map(({ lexeme }) => lexeme), Math.max(corpus.maxPassage, filtered.maxPassage))
  const scores = new Float64Array(Math.max(corpus.maxPassage, filtered.maxPassage) + 1)
  const idf = new Map<string, number>()
  const documentFrequencies = new Map<string, number>()
  const unheld = inverseDocumentFrequency(corpus.count, 0)
  const inCorpus = corpus.lengthsPlusOne
  const inFiltered = filtered.lengthsPlusOne
  let attainable = 0
  for (const { lexeme } of terms) {
    let holding = 0
    for (const { passages } of lists.get(lexeme) ?? []) for (const passage of passages) if ((inCorpus[passage] ?? 0) > 0) holding++
    documentFrequencies.set(lexeme, holding)
  }
  // A word stemmed in several languages is one word: as rare as all passages that hold any of its stems, and counted once.
  const holdingWord = new Map<string, number>()
  for (const term of terms) holdingWord.set(wordOf(term), (holdingWord.get(wordOf(term)) ?? 0) + (documentFrequencies.get(term.lexeme) ?? 0))
  const counted = new Set<string>()
  for (const term of terms) {
    const { lexeme, weight } = term
    const parts = lists.get(lexeme) ?? []
    const holding = Math.min(corpus.count, holdingWord.get(wordOf(term)) ?? 0)
    const rarity = holding > 0 ? inverseDocumentFrequency(corpus.count, holding) : unheld
    idf.set(lexeme, rarity)
    if (!counted.has(wordOf(term))) attainable += rarity * weight * (bm25Parameters.k1 + 1)
    counted.add(wordOf(term))
    for (const { passages, frequencies } of parts) {
      for (let at = 0; at < passages.length; at++) {
        const passage = passages[at] ?? 0
        const length = Math.max(1, (inCorpus[passage] ?? 0) || (inFiltered[passage] ?? 0)) - 1
        scores[passage] = (scores[passage] ?? 0) + rarity * weight * saturate(frequencies[at] ?? 1, length, corpus.meanLength)
      }
    }
  }
  const { ranking, matched } = highest(scores, filtered, limit)
  return {
    ranking, matched,
    score: (passage) => scores[passage] ?? 0,
    best: scores[ranking[0] ?? -1] ?? 0,
    attainable, idf, holding: (lexeme) => documentFrequencies.get(lexeme) ?? 0,
  }
}

/** The `limit` allowed passages with the highest scores, ties by id, no document with more than its share, and how many have any score. */
function highest(scores: Float64Array, { lengthsPlusOne: allowed, documents }: VisibleSet, limit: number): { readonly ranking: readonly number[]; readonly matched: number } {
  const best = (ids: number[]) => capped(ids.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b), documents, limit)
  let kept: number[] = []
  let floor = 0
  let matched = 0
  for (let passage = 0; passage < allowed.length; passage++) {
    const score = scores[passage] ?? 0
    if (score <= 0 || (allowed[passage] ?? 0) === 0) continue
    matched++
    if (score <= floor) continue
    kept.push(passage)
    // Sorting now and then is cheaper than keeping a heap in order.
    if (kept.length >= 2 * limit + 64) {
      kept = best(kept)
      if (kept.length === limit) floor = scores[kept.at(-1) ?? -1] ?? 0
    }
  }
  return { ranking: best(kept), matched }
}

/** Where each lexeme stands, up to a passage id, from this process's memory as far as it has it: all passages, visible or not. */
export async function loadPostings(database: Database, lexemes: readonly string[], throughPassage: number): Promise<Map<string, PostingList[]>> {
  const cache = caches.get(database) ?? { lists: new LRUCache<string, PostingList>({ maxSize: cachedEntries, sizeCalculation: (list) => list.passages.length + 16 }), segments: [], tail: null }
  caches.set(database, cache)
  // What this answer has read: the cache may already have dropped it again.
  const read = new Map<string, PostingList>()
  const listOf = (lexeme: string, { id }: Segment) => read.get(`${id} ${lexeme}`) ?? cache.lists.get(`${id} ${lexeme}`)
  // Segments that were packed anew meanwhile still say the same of every passage in view; what is newer is read from the tail.
  let { segments } = cache
  const unread = () => [...new Set(lexemes)].filter((lexeme) => segments.some((segment) => listOf(lexeme, segment) === undefined))
  for (let wanted = unread(), isNew = segments.length === 0; isNew || wanted.length > 0; wanted = unread(), isNew = false) {
    const packed = await readPostings(database, wanted)
    segments = packed.segments
    cache.segments = segments
    for (const lexeme of wanted) for (const { id } of segments) {
      const list = packed.lists.get(`${id} ${lexeme}`) ?? none
      read.set(`${id} ${lexeme}`, list)
      cache.lists.set(`${id} ${lexeme}`, list)
    }
  }
  const found = new Map<string, PostingList[]>(lexemes.map((lexeme) => [lexeme, segments.flatMap((segment) => listOf(lexeme, segment) ?? [])]))
  const tail = await loadTail(database, cache, segments.at(-1)?.last ?? 0, throughPassage)
  for (const [lexeme, lists] of found) {
    const list = tail.get(lexeme)
    if (list !== undefined) lists.push({ passages: Uint32Array.from(list.passages), frequencies: Uint8Array.from(list.frequencies) })
  }
  return found
}

const none: PostingList = { passages: new Uint32Array(), frequencies: new Uint8Array() }

/** All segments, and where these lexemes stand in them, by segment and lexeme: in one statement, so that both are of one moment. */
async function readPostings(database: Database, lexemes: readonly string[]): Promise<{ readonly segments: readonly Segment[]; readonly lists: ReadonlyMap<string, PostingList> }> {
  const read = await rows<Segment & ({ readonly lexeme: string; readonly data: Uint8Array } | { readonly lexeme: null })>(database, sql`
    select s.id, s.first_passage as first, s.last_passage as last, p.lexeme, p.data
    from segment s left join posting p on p.segment_id = s.id and p.lexeme = any(${textArray(lexemes)}) order by s.first_passage`)
  const segments = new Map(read.map(({ id, first, last }) => [id, { id, first, last }]))
  return { segments: [...segments.values()], lists: new Map(read.flatMap((row) => (row.lexeme === null ? [] : [[`${row.id} ${row.lexeme}`, unpackPostings(row.data, row.first)]]))) }
}

/** The newest passages, above the last segment, read from their tsvectors once and added to as they come. */
async function loadTail(database: Database, cache: PostingCache, after: number, through: number): Promise<Map<string, { passages: number[]; frequencies: number[] }>> {
  if (cache.tail === null || cache.tail.after !== after) cache.tail = { after, through: after, lists: new Map() }
  const tail = cache.tail
  if (tail.through < through) {
    const read = await rows<{ id: number; terms: string }>(database, sql`select id, terms::text from passage where id > ${tail.through} and id <= ${through} order by id`)
    if (tail.through < through) {
      for (const { id, terms } of read) for (const [lexeme, frequency] of readTsvector(terms)) {
        const list = tail.lists.get(lexeme) ?? { passages: [], frequencies: [] }
        list.passages.push(id)
        list.frequencies.push(frequency)
        tail.lists.set(lexeme, list)
      }
      tail.through = through
    }
  }
  return tail.lists
}
