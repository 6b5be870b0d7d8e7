import { analyze, type QueryTerm } from '@/lib/analysis'
import { standsWithin } from './identifier-parts'
import { pairFeatures, rankingScore, rankingWeights, shareOfWords, titleFeature, varietyOf, type RankingFeatures } from './ranking-features'
import { holdsProperties } from './holds-properties'
import type { LexicalScores } from './search-lexical'
import type { PassageTerms } from './passage-terms'
import type { Candidate } from './store'

/** Places of one document at the front, and of one that the query names. */
export const perDocument = 3
const perNamedDocument = 5

/** A candidate with what it offers the query. */
export interface ScoredCandidate {
  readonly candidate: Candidate
  readonly features: RankingFeatures
  readonly score: number
  readonly cosine: number | null
  readonly lexicalShare: number
  /** Share of the query's idf that the passage, its title or headings hold. */
  readonly coverage: number
  /** The query is nothing but identifiers, and each stands here, whole or as a part of a longer one: meaning cannot outvote it. */
  readonly identifiers: 'whole' | 'within' | null
  /** Identifiers of the query whose parts stand here in their order though they do not stand here whole. */
  readonly within: ReadonlySet<string>
  /** Its document is what the query names: all: the query is nothing but that name; among: one of its words is. */
  readonly named: 'all' | 'among' | null
  /** Default search leaves it out, and the query asks for it all the same; `first`: before everything else. `why` is a clause for people. */
  readonly leftOut?: { readonly first: boolean; readonly why: string }
}

/**
 * Best first: what the query names although default search leaves it out, then the document that goes by the very query,
 * then what holds its identifiers, whole before within longer ones, then by score.
 */
export function compareScored(a: ScoredCandidate, b: ScoredCandidate): number {
  return Number(b.leftOut?.first === true) - Number(a.leftOut?.first === true) || Number(b.named === 'all') - Number(a.named === 'all') || holding(b) - holding(a)
    || b.score - a.score || a.candidate.passage - b.candidate.passage
}

function holding({ identifiers }: ScoredCandidate): number {
  return identifiers === 'whole' ? 2 : identifiers === 'within' ? 1 : 0
}

/** Scores one candidate by features that do not depend on the others. `cosine` is null in lexical-only mode. */
export function scoreCandidate(candidate: Candidate, query: readonly QueryTerm[], lexical: LexicalScores, cosine: number | null, named: ScoredCandidate['named'] = null): ScoredCandidate {
  const { terms } = candidate
  const bm25 = lexical.score(candidate.passage)
  const features: RankingFeatures = {
    lexical: lexical.best === 0 ? 0 : (bm25 / lexical.best) * varietyOf(terms),
    cosine: (cosine ?? 0) * (holdsProperties(candidate.contentType, candidate.sourcePath) ? rankingWeights.ofProperties : 1),
    ...pairFeatures(query, lexical.idf, terms),
    title: Math.max(...[candidate.title, candidate.headingPath.at(-1) ?? ''].map((heading) => titleFeature(query, lexical.idf, analyze(heading, candidate.language)))),
    named: named === null ? 0 : 1,
    project: candidate.project !== null && query.some(({ surface }) => surface.toLowerCase() === candidate.project?.toLowerCase()) ? 1 : 0,
    recency: candidate.undated ? 0 : (Number(candidate.effectiveAt.slice(0, 4)) - 2000) / 100,
  }
  const identifiers = query.filter(({ form }) => form === 'identifier')
  const within = new Set(identifiers.filter((identifier) => !terms.own.has(identifier.lexeme) && standsWithin(identifier, terms, candidate.language)).map(({ lexeme }) => lexeme))
  const onlyIdentifiers = identifiers.length > 0 && query.every(({ form }) => form !== 'word')
  const areHeld = onlyIdentifiers && identifiers.every(({ lexeme }) => terms.own.has(lexeme) || within.has(lexeme))
  return {
    candidate, features, cosine, named, score: rankingScore(features),
    lexicalShare: lexical.attainable === 0 ? 0 : bm25 / lexical.attainable,
    // An identifier that stands nowhere whole weighs nothing.
    coverage: shareOfWords(query, lexical.idf, (lexeme) => terms.own.has(lexeme) || terms.prefix.has(lexeme) || within.has(lexeme)) ?? (areHeld ? 1 : 0),
    identifiers: !areHeld ? null : within.size === 0 ? 'whole' : 'within', within,
  }
}

/** Places in which a document's are limited: what is seen at once. */
const front = 10

/**
 * Identical or nearly identical passages collapse into the first, but never one that search shows into one that it leaves
 * out, nor the properties of one note into those of another; among the first ten no document has more than three places, or five where the query names it.
 */
export function diversify(scored: readonly ScoredCandidate[]): ScoredCandidate[] {
  const distinct: ScoredCandidate[] = []
  for (const entry of scored) {
    const repeats = !holdsProperties(entry.candidate.contentType, entry.candidate.sourcePath) && distinct.some((other) => (entry.leftOut !== undefined || other.leftOut === undefined) && nearDuplicate(entry.candidate.terms, other.candidate.terms))
    if (!repeats) distinct.push(entry)
  }
  const counts = new Map<string, number>()
  const first: ScoredCandidate[] = []
  for (const entry of distinct) {
    if (first.length === front) break
    const count = counts.get(entry.candidate.documentId) ?? 0
    if (count >= (entry.named === null ? perDocument : perNamedDocument)) continue
    counts.set(entry.candidate.documentId, count + 1)
    first.push(entry)
  }
  const placed = new Set(first)
  return [...first, ...distinct.filter((entry) => !placed.has(entry))]
}

/** Jaccard similarity of the two passages' lexemes; short passages must be equal in words. */
export function nearDuplicate({ own: left }: PassageTerms, { own: right }: PassageTerms): boolean {
  const smaller = Math.min(left.size, right.size)
  const larger = Math.max(left.size, right.size)
  if (smaller === 0 || smaller / larger < 0.9) return false
  // Unlike passages, which most pairs are, are told apart by their first few words.
  const mostMissing = left.size - Math.ceil((0.9 * (left.size + right.size)) / 1.9 - 1e-9)
  let missing = 0
  for (const word of left.keys()) if (!right.has(word) && ++missing > mostMissing) return false
  const shared = left.size - missing
  return shared / (left.size + right.size - shared) >= 0.9
}

