import type { QueryTerm, Term } from '@/lib/analysis'
import type { PassageTerms } from './passage-terms'
import { queryWords, type QueryWord } from './query-words'

/** What a passage offers a query. Nothing here depends on the other candidates, so an order never shifts with their number. */
export interface RankingFeatures {
  /** BM25 ÷ the best BM25 of this query in the searched set. */
  readonly lexical: number
  /** Cosine similarity; 0 in lexical-only mode. */
  readonly cosine: number
  /** Share of neighbouring query-word pairs that stand adjacent and in order. */
  readonly phrase: number
  /** The same pairs within 8 words in either order, falling with distance. */
  readonly proximity: number
  /** √(idf share of the query in the title × idf share of the title in the query), of the title or the nearest heading, whichever is more. */
  readonly title: number
  /** 1 where the query, or a word of it that can be one, is a name of the document: its id or number, file name, title. */
  readonly named: number
  /** 1 where the query names the document's project. */
  readonly project: number
  /** The year it is effective since 2000, in centuries: what is newer wins where all else is nearly equal. 0 without a date: a file's time makes nothing new. */
  readonly recency: number
}

/**
 * Weights with their provenance. Measured on one half (by a hash of the query's id) of three collections and scored on
 * seven others with everything frozen: .665 nDCG@10 against .639 for reciprocal rank fusion. `title` depends on the
 * collection; 0.2 is the middle of its useful range. `named`, `project` and `recency` were set by hand: no public set has names,
 * projects or dates; a project is a preference, so that a question over two projects still shows both.
 */
export const rankingWeights = {
  version: 'convex-2',
  lexical: 0.65, cosine: 1, phrase: 0.15, proximity: 0.1, title: 0.2, named: 0.3, project: 0.08, recency: 0.05,
  /** What the likeness of a note's properties counts for: it is mostly that of the title they are indexed with. */
  ofProperties: 0.5,
  provenance: 'recipe of 2026-11: hand-set on half A of scifact, claude-docs and notes-multilingual, checked on seven other sets',
} as const

/**
 * Below this share of distinct words a passage repeats itself: a log names every word a hundred times and says nothing of
 * it. Ordinary passages lie between .6 and .9.
 */
const repetitive = 0.4
const startsWithLetter = /^\p{L}/u

/** 1 for ordinary text, falling to 0 with the share of distinct words (letters only) of a passage that repeats itself. */
export function varietyOf({ own }: PassageTerms): number {
  let words = 0
  let distinct = 0
  for (const [lexeme, positions] of own) {
    if (!startsWithLetter.test(lexeme)) continue
    words += positions.length
    distinct++
  }
  return words < 20 ? 1 : Math.min(1, distinct / words / repetitive)
}

export function rankingScore(features: RankingFeatures): number {
  const { lexical, cosine, phrase, proximity, title, named, project, recency } = rankingWeights
  return named * features.named + project * features.project + recency * features.recency + lexical * features.lexical + cosine * features.cosine + phrase * features.phrase + proximity * features.proximity + title * features.title
}

const window = 8

/** Phrase and proximity over the neighbouring pairs of the query's words, weighted by the rarer word's partner. */
export function pairFeatures(query: readonly QueryTerm[], idf: ReadonlyMap<string, number>, { own }: PassageTerms): Pick<RankingFeatures, 'phrase' | 'proximity'> {
  const words = queryWords(query).map((word) => ({ rarity: rarityOf(word, idf), positions: positionsOf(word, own) }))
  let total = 0
  let adjacent = 0
  let near = 0
  words.forEach((right, at) => {
    const left = words[at - 1]
    if (left === undefined) return
    const weight = Math.min(left.rarity, right.rarity)
    total += weight
    const gap = smallestGap(left.positions, right.positions)
    if (gap === null) return
    if (gap.inOrder === 1) adjacent += weight
    if (gap.distance <= window) near += weight * (1 - (gap.distance - 1) / window)
  })
  return total === 0 ? { phrase: 0, proximity: 0 } : { phrase: adjacent / total, proximity: near / total }
}

function positionsOf({ lexemes }: QueryWord, own: PassageTerms['own']): readonly number[] {
  const [first = '', ...others] = lexemes
  return others.length === 0 ? (own.get(first) ?? []) : lexemes.flatMap((lexeme) => own.get(lexeme) ?? [])
}

/** The same for every stem of a word. */
function rarityOf({ lexemes: [first = ''] }: QueryWord, idf: ReadonlyMap<string, number>): number {
  return idf.get(first) ?? 0
}

/** The idf share of a query's words that `holds` says yes to; null for a query without words that count. */
export function shareOfWords(query: readonly QueryTerm[], idf: ReadonlyMap<string, number>, holds: (lexeme: string) => boolean): number | null {
  let total = 0
  let held = 0
  for (const word of queryWords(query)) {
    const share = word.weight * rarityOf(word, idf)
    total += share
    if (word.lexemes.some(holds)) held += share
  }
  return total === 0 ? null : held / total
}

function smallestGap(left: readonly number[], right: readonly number[]): { readonly distance: number; readonly inOrder: number } | null {
  let distance = Infinity
  let inOrder = Infinity
  for (const from of left) for (const to of right) {
    if (from === to) continue
    distance = Math.min(distance, Math.abs(to - from))
    if (to > from) inOrder = Math.min(inOrder, to - from)
  }
  return distance === Infinity ? null : { distance, inOrder }
}

export function titleFeature(query: readonly QueryTerm[], idf: ReadonlyMap<string, number>, title: readonly Term[]): number {
  const words = queryWords(query)
  const inTitle = new Set(title.map(({ lexeme }) => lexeme))
  const rarest = Math.max(0, ...idf.values())
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const queryTotal = sum(words.map((word) => rarityOf(word, idf)))
  const titleTotal = sum([...inTitle].map((lexeme) => idf.get(lexeme) ?? rarest))
  if (queryTotal === 0 || titleTotal === 0) return 0
  const shared = sum(words.filter(({ lexemes }) => lexemes.some((lexeme) => inTitle.has(lexeme))).map((word) => rarityOf(word, idf)))
  return Math.min(1, Math.sqrt((shared / queryTotal) * (shared / titleTotal)))
}

/** Below all of these a passage matches a query only by chance. */
export interface WeakLimits {
  readonly cosine: number
  /** BM25 ÷ what the query's words could give. */
  readonly lexical: number
  /** Where there are no vectors: the idf share of the query that a passage holds. */
  readonly coverage: number
  /** The cosine that is asked where the collection knows hardly a word of the query, so that meaning alone speaks. */
  readonly alone: number
}

/**
 * "Nothing matches this well", over the five best: no cosine reaches .42 and no BM25 reaches .30 of what the query's
 * words could give. Measured on three collections; a collection's own limits are set by questions that are foreign to it.
 * A threshold on cosine alone does not carry from one collection to another.
 */
export const weakLimits: WeakLimits = { cosine: 0.42, lexical: 0.3, coverage: 0.5, alone: 0.6 }

/** Below this idf share of known words a query is taken for one that the collection's vocabulary does not speak. */
const leastKnown = 1 / 3

interface WeakEvidence {
  readonly cosine: number | null
  readonly lexicalShare: number
  readonly coverage: number
}

/** `known`: the idf share of the query's words that stand anywhere in what the identity may see. A passage that holds every word is a match whatever its length. */
export function isWeak(best: readonly WeakEvidence[], known: number, limits: WeakLimits = weakLimits): boolean {
  const cosineLimit = known < leastKnown ? limits.alone : limits.cosine
  return best.slice(0, 5).every(({ cosine, lexicalShare, coverage }) => (
    cosine === null ? coverage < limits.coverage : coverage < 0.999 && cosine < cosineLimit && lexicalShare < limits.lexical))
}
