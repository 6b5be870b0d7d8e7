import type { EvidenceItem, Period } from '@/lib/evidence'
import type { Ranking } from '@/lib/retrieval'
import type { RefusalReason } from './answerability'
import type { RankedSentence } from './rank-sentences'
import type { Question } from './understand-question'

/** One part of a question with everything a check may look at. */
export interface PartView {
  readonly question: Question
  /** Every sentence considered, best first. */
  readonly ranked: readonly RankedSentence[]
  /** Those that the checks before let stand, best first. */
  readonly standing: readonly RankedSentence[]
  readonly items: readonly EvidenceItem[]
  readonly ranking: Ranking
  /** idf of every word of the question, the highest for those the collection does not hold. */
  readonly idf: ReadonlyMap<string, number>
  readonly period: Period | null
  /** A day is given, in words or by a filter. */
  readonly isPast: boolean
}

/** What one check found: it lets the part go on, perhaps with fewer sentences, or refuses it. */
export type Finding =
  | { readonly passed: true; readonly note: string; readonly evidenceIds: readonly string[]; readonly standing?: readonly RankedSentence[] }
  | {
      readonly passed: false
      readonly reason: RefusalReason
      readonly missing: string
      /** Absent: what the nearest passages are about. */
      readonly supported?: string | null
      readonly evidenceIds: readonly string[]
      /** Sentences to show first. */
      readonly first?: readonly RankedSentence[]
    }

/** The items of sentences, each once, in their order. */
export function idsOf(sentences: readonly RankedSentence[], most = 6): string[] {
  return [...new Set(sentences.map(({ candidate }) => candidate.item.evidenceId))].slice(0, most)
}
