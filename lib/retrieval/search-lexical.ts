import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { QueryTerm } from '@/lib/analysis'
import { rows, textArray, type Database } from '@/lib/database'
import { readTsvector, unpackPostings, type PostingList } from '@/lib/indexing'
import { bm25Parameters, inverseDocumentFrequency, saturate } from './bm25'
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
  readonly lists: LRUCache<string, PostingList>
  tail: { readonly after: number; through: number; readonly lists: Map<string, { passages: number[]; frequencies: number[] }> } | null
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
  const highest = inverseDocumentFrequency(corpus.count, 0)
  let attainable = 0
  for (const { lexeme, weight } of terms) {
    const parts = lists.get(lexeme) ?? []
    let holding = 0
    for (const { passages } of parts) for (const passage of passages) if (corpus.has(passage)) holding++
    const rarity = holding === 0 ? highest : inverseDocumentFrequency(corpus.count, holding)
    idf.set(lexeme, rarity)
    documentFrequencies.set(lexeme, holding)
    attainable += rarity * weight * (bm25Parameters.k1 + 1)
    for (const { passages, frequencies } of parts) {
      passages.forEach((passage, at) => {
        const length = corpus.has(passage) ? corpus.length(passage) : filtered.length(passage)
        scores[passage] = (scores[passage] ?? 0) + rarity * weight * saturate(frequencies[at] ?? 1, length, corpus.meanLength)
      })
    }
  }
  const matches: number[] = []
  scores.forEach((score, passage) => { if (score > 0 && filtered.has(passage)) matches.push(passage) })
  matches.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  return {
    ranking: matches.slice(0, limit),
    score: (passage) => scores[passage] ?? 0,
    best: scores[matches[0] ?? -1] ?? 0,
    attainable, idf, holding: (lexeme) => documentFrequencies.get(lexeme) ?? 0, matched: matches.length,
  }
}

/** Where each lexeme stands, up to a passage id, from this process's memory as far as it has it: all passages, visible or not. */
export async function loadPostings(database: Database, lexemes: readonly string[], throughPassage: number): Promise<Map<string, PostingList[]>> {
  const cache = caches.get(database) ?? { lists: new LRUCache<string, PostingList>({ maxSize: cachedEntries, sizeCalculation: (list) => list.passages.length + 16 }), tail: null }
  caches.set(database, cache)
  const segments = await rows<{ id: number; first: number; last: number }>(database, sql`select id, first_passage as first, last_passage as last from segment order by first_passage`)
  const found = new Map<string, PostingList[]>(lexemes.map((lexeme) => [lexeme, []]))
  const unread = new Set<string>()
  for (const lexeme of found.keys()) for (const { id } of segments) {
    if (!cache.lists.has(`${id} ${lexeme}`)) unread.add(lexeme)
  }
  if (unread.size > 0 && segments.length > 0) {
    const read = await rows<{ lexeme: string; segmentId: number; data: Uint8Array }>(database, sql`select lexeme, segment_id as "segmentId", data from posting where lexeme = any(${textArray([...unread])})`)
    const firsts = new Map(segments.map(({ id, first }) => [id, first]))
    const packed = new Map(read.map(({ lexeme, segmentId, data }) => [`${segmentId} ${lexeme}`, unpackPostings(data, firsts.get(segmentId) ?? 0)]))
    const none: PostingList = { passages: new Uint32Array(), frequencies: new Uint8Array() }
    for (const lexeme of unread) for (const { id } of segments) cache.lists.set(`${id} ${lexeme}`, packed.get(`${id} ${lexeme}`) ?? none)
    // The cache may already have dropped what was just read, so this answer uses its own.
    for (const lexeme of unread) found.set(lexeme, segments.flatMap(({ id }) => packed.get(`${id} ${lexeme}`) ?? []))
  }
  for (const lexeme of found.keys()) if (!unread.has(lexeme)) found.set(lexeme, segments.flatMap(({ id }) => cache.lists.get(`${id} ${lexeme}`) ?? []))
  const tail = await loadTail(database, cache, segments.at(-1)?.last ?? 0, throughPassage)
  for (const [lexeme, lists] of found) {
    const list = tail.get(lexeme)
    if (list !== undefined) lists.push({ passages: Uint32Array.from(list.passages), frequencies: Uint8Array.from(list.frequencies) })
  }
  return found
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
