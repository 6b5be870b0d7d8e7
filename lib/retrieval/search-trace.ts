import type { QueryTerm } from '@/lib/analysis'
import type { PassageId } from '@/lib/foundation'
import type { ParsedQuery } from './parse-query'
import { nearDuplicate, type ScoredCandidate } from './rank-candidates'
import { rankingWeights, type RankingFeatures } from './ranking-features'
import type { RevisionHead } from './search'
import type { SearchPlan } from './search-plan'
import { round, type ArmRanks } from './to-result'

/** Which passage a line of the trace speaks of. */
export interface TracedPassage extends Pick<RevisionHead, 'title' | 'sourcePath' | 'revision'> {
  readonly passage: PassageId
  readonly headingPath: readonly string[]
  readonly startLine: number
  readonly endLine: number
}

export interface TracedResult extends TracedPassage {
  /** 1-based, in the list shown. */
  readonly rank: number
  /** `rank` is null where a passage is not in that arm's list; the score is its own all the same. */
  readonly lexical: { readonly rank: number | null; readonly score: number }
  /** Null in lexical-only mode. */
  readonly vector: { readonly rank: number | null; readonly cosine: number } | null
  /** Null for what only the query's own naming brought in. */
  readonly fusion: { readonly rank: number; readonly score: number } | null
  /** `contribution` = value × weight; they add up to `score`. */
  readonly features: readonly { readonly name: keyof RankingFeatures; readonly value: number; readonly weight: number; readonly contribution: number }[]
  readonly score: number
  /** Its place among all candidates by that score alone. */
  readonly rankByScore: number
  /** named: the query is its document’s name, or names it although default search leaves it out; identifier: the query is an identifier that stands here; leader: an arm's first keeps a place. */
  readonly placedBy: 'score' | 'named' | 'identifier' | 'leader'
  /** Passages that are further down, or not shown, because of this one. */
  readonly displaced: readonly PassageId[]
}

export interface DisplacedPassage extends TracedPassage {
  readonly score: number
  readonly rankByScore: number
  /** near-duplicate: collapsed into `by`; document-limit: `by` is the last of its document's places at the front; leader: `by` took its place. */
  readonly because: 'near-duplicate' | 'document-limit' | 'leader'
  readonly by: PassageId
}

/** How an order came about, for the owner. */
export interface SearchTrace {
  readonly query: Pick<ParsedQuery, 'text' | 'phrases' | 'excluded'> & {
    /** ISO 639-1; the query is stemmed in each. */
    readonly languages: readonly string[]
    /** `passages`: in how many of what the identity may see the lexeme stands. */
    readonly terms: readonly { readonly word: string; readonly lexeme: string; readonly form: QueryTerm['form']; readonly weight: number; readonly idf: number; readonly passages: number }[]
    readonly unknown: readonly string[]
  }
  readonly plan: SearchPlan
  readonly results: readonly TracedResult[]
  readonly displaced: readonly DisplacedPassage[]
}

export interface Ordering {
  readonly parsed: ParsedQuery
  readonly terms: readonly QueryTerm[]
  readonly languages: readonly string[]
  readonly unknown: readonly string[]
  readonly plan: SearchPlan
  readonly ranks: ArmRanks
  /** Best first, before anything collapses. */
  readonly scored: readonly ScoredCandidate[]
  /** Near duplicates out, no document at the front with too many. */
  readonly order: readonly ScoredCandidate[]
  /** What is shown. */
  readonly final: readonly ScoredCandidate[]
}

/** Writes down how the results came to their places; it changes none of them. */
export function traceOrder(ordering: Ordering): SearchTrace {
  const { parsed, terms, languages, unknown, plan, ranks, scored, final } = ordering
  const byScore = new Map(scored.toSorted((a, b) => b.score - a.score).map(({ candidate }, at) => [candidate.passage, at + 1]))
  const rankByScore = ({ candidate }: ScoredCandidate) => byScore.get(candidate.passage) ?? 0
  const displaced = findDisplaced(ordering).map(({ entry, because, by }): DisplacedPassage => (
    { ...describe(entry), score: round(entry.score, 4), rankByScore: rankByScore(entry), because, by: idOf(by) }))
  const leaders = new Set(displaced.filter(({ because }) => because === 'leader').map(({ by }) => by))
  return {
    query: {
      text: parsed.text, phrases: parsed.phrases, excluded: parsed.excluded, languages, unknown,
      terms: terms.map(({ surface, lexeme, form, weight }) => ({ word: surface, lexeme, form, weight, idf: round(ranks.lexical.idf.get(lexeme) ?? 0, 4), passages: ranks.lexical.holding(lexeme) })),
    },
    plan, displaced,
    results: final.map((entry, at): TracedResult => {
      const { passage } = entry.candidate
      const fused = ranks.fusion.get(passage)
      return {
        ...describe(entry), rank: at + 1,
        lexical: { rank: ranks.lexicalRanks.get(passage) ?? null, score: round(ranks.lexical.score(passage), 4) },
        vector: entry.cosine === null ? null : { rank: ranks.vectorRanks.get(passage) ?? null, cosine: round(entry.cosine, 4) },
        fusion: fused === undefined ? null : { rank: fused.rank, score: round(fused.score, 6) },
        features: weigh(entry.features), score: round(entry.score, 4), rankByScore: rankByScore(entry),
        placedBy: leaders.has(idOf(entry)) ? 'leader' : entry.leftOut?.first === true || entry.named === 'all' ? 'named' : entry.identifiers !== null ? 'identifier' : 'score',
        displaced: displaced.filter(({ by }) => by === idOf(entry)).map((other) => other.passage),
      }
    }),
  }
}

function weigh(features: RankingFeatures): TracedResult['features'] {
  const names = Object.keys(features) as (keyof RankingFeatures)[] // Object.keys forgets what its keys are
  return names.map((name) => ({ name, value: round(features[name], 4), weight: rankingWeights[name], contribution: round(features[name] * rankingWeights[name], 4) }))
}

interface Displacement {
  readonly entry: ScoredCandidate
  readonly because: DisplacedPassage['because']
  readonly by: ScoredCandidate
}

/** What would stand among the results, or does stand in one of them word for word, and is not shown in that place. */
function findDisplaced({ scored, order, final }: Ordering): readonly Displacement[] {
  const kept = new Set(order)
  const shown = new Set(final)
  const found: Displacement[] = []
  scored.forEach((entry, at) => {
    if (kept.has(entry)) {
      const place = order.indexOf(entry)
      if (at >= final.length || place < final.length || shown.has(entry)) return
      // It went down behind others: those of its own document that came first hold the places.
      const by = scored.slice(0, at).findLast((other) => shown.has(other) && other.candidate.documentId === entry.candidate.documentId)
      if (by !== undefined) found.push({ entry, because: 'document-limit', by })
      return
    }
    const by = scored.slice(0, at).find((other) => kept.has(other) && nearDuplicate(entry.candidate.terms, other.candidate.terms))
    if (by !== undefined && (at < final.length || shown.has(by))) found.push({ entry, because: 'near-duplicate', by })
  })
  final.forEach((by, at) => {
    const entry = order[at]
    if (entry !== undefined && entry !== by) found.push({ entry, because: 'leader', by })
  })
  return found
}

function idOf({ candidate }: ScoredCandidate): PassageId {
  return candidate.passageId
}

function describe(entry: ScoredCandidate): TracedPassage {
  const { title, sourcePath, revision, headingPath, startLine, endLine } = entry.candidate
  return { passage: idOf(entry), title, sourcePath, revision, headingPath, startLine, endLine }
}
