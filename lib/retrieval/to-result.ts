import { analyze, type QueryTerm } from '@/lib/analysis'
import { explainMatch, findMatches } from './explain-match'
import type { ScoredCandidate } from './rank-candidates'
import type { RankingFeatures } from './ranking-features'
import type { Reason, SearchResult } from './search'
import type { LexicalScores } from './search-lexical'
import type { PassageTexts } from './store'

/** A result with what later stages need and no door shows. */
export interface RankedPassage extends SearchResult {
  readonly scope: string
  /** Never sent to a remote model. */
  readonly localOnly: boolean
  readonly language: string
  readonly features: RankingFeatures
  readonly lexicalShare: number
}

/** What the arms said of every candidate. */
export interface ArmRanks {
  readonly lexical: LexicalScores
  readonly lexicalRanks: ReadonlyMap<number, number>
  readonly vectorRanks: ReadonlyMap<number, number>
  readonly fusion: ReadonlyMap<number, { readonly rank: number; readonly score: number }>
  readonly mode: 'hybrid' | 'lexical-only'
}

/** A ranked candidate as a result, with its marks and reasons. */
export function toResult(entry: ScoredCandidate, rank: number, query: readonly QueryTerm[], { lexical, lexicalRanks, vectorRanks, fusion, mode }: ArmRanks, texts: PassageTexts): RankedPassage {
  const { candidate, features, cosine, lexicalShare } = entry
  const termsInText = analyze(texts.text, candidate.language)
  const held = new Set(termsInText.map(({ lexeme }) => lexeme))
  const words = distinctSurfaces(query.filter(({ lexeme }) => held.has(lexeme)))
  const headings = new Set(analyze([candidate.title, ...candidate.headingPath].join('\n'), candidate.language).map(({ lexeme }) => lexeme))
  const lexicalRank = lexicalRanks.get(candidate.passage)
  const vectorRank = vectorRanks.get(candidate.passage)
  const fused = fusion.get(candidate.passage)
  const reasons: Reason[] = [
    ...(lexicalRank === undefined ? [] : [{ arm: 'lexical' as const, rank: lexicalRank, score: round(lexical.score(candidate.passage), 4), terms: words }]),
    ...(vectorRank === undefined ? [] : [{ arm: 'vector' as const, rank: vectorRank, score: round(cosine ?? 0, 4) }]),
    ...(fused === undefined ? [] : [{ arm: 'fusion' as const, rank: fused.rank, score: round(fused.score, 6) }]),
  ]
  return {
    rank, documentId: candidate.documentId, revisionId: candidate.revisionId, revision: candidate.revision, title: candidate.title, kind: candidate.kind,
    project: candidate.project, status: candidate.status, effectiveAt: candidate.effectiveAt, ...(candidate.undated ? { undated: true as const } : {}), sourcePath: candidate.sourcePath, headingPath: candidate.headingPath,
    current: candidate.current, superseded: candidate.superseded,
    supersededBy: candidate.successorId === null || candidate.successorTitle === null ? null : { documentId: candidate.successorId, title: candidate.successorTitle },
    passage: {
      id: candidate.passageId, text: texts.text, contentType: candidate.contentType, startLine: candidate.startLine, endLine: candidate.endLine,
      startOffset: candidate.startOffset, endOffset: candidate.endOffset,
      context: candidate.context.map((span, at) => ({ ...span, text: texts.context[at] ?? '' })),
      matches: findMatches(query, termsInText),
    },
    reasons,
    why: explainMatch({
      leftOut: entry.leftOut?.why ?? null, named: entry.named === 'all',
      words, queryWords: distinctSurfaces(query.filter(({ form }) => form !== 'identifier-part')).length,
      headingWords: distinctSurfaces(query.filter(({ lexeme, weight }) => weight === 1 && headings.has(lexeme))),
      phrase: features.phrase > 0.5, cosine: mode === 'hybrid' ? cosine : null, vectorRank: vectorRank ?? null,
    }),
    scope: candidate.scope, localOnly: candidate.localOnly, language: candidate.language, features, lexicalShare,
  }
}

/** Words as written, each once whatever its case. */
export function distinctSurfaces(terms: readonly QueryTerm[]): string[] {
  return [...new Map(terms.map(({ surface }) => [surface.toLowerCase(), surface])).values()]
}

/** For what is shown and compared: 1 digit unless told. */
export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
