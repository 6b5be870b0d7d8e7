import { isClosestOnly, type AnswerClaim, type AnswerRecord } from './answer-record'
import type { EvidenceItem } from '@/lib/evidence'

/** A cited passage as a visitor sees it: the very words that carry a claim, and of what document they are. */
export interface SharedSource {
  /** As on the answer's own page. */
  readonly number: number
  readonly title: string
  /** ISO date; null where the document has none, or it is no longer kept. */
  readonly effectiveAt: string | null
  readonly quote: string
}

/** All that a share link shows. */
export interface SharedAnswer {
  readonly question: string
  readonly outcome: AnswerRecord['outcome']
  readonly createdAt: string
  /** No claim is more than the closest evidence. */
  readonly closestOnly: boolean
  /** Of a count or a list: how many documents match, and by which conditions; null for other answers. */
  readonly statement: string | null
  readonly claims: readonly (Pick<AnswerClaim, 'text' | 'quoted' | 'verdict' | 'verdictWords'> & { readonly sources: readonly SharedSource[] })[]
}

/** What of an answer may be shared: question, shown claims and their quotes; no text around them, nothing withheld, no path, no id. */
export function sharedAnswer({ question, outcome, createdAt, claims, records }: AnswerRecord, items: readonly EvidenceItem[]): SharedAnswer {
  return {
    question, outcome, createdAt, closestOnly: isClosestOnly({ claims }), statement: records?.statement ?? null,
    claims: claims.map(({ text, quoted, verdict, verdictWords, citations }) => ({
      text, quoted, verdict, verdictWords,
      sources: citations.map(({ number, evidenceId, revisionId, quote }) => {
        const item = items.find((other) => other.evidenceId === evidenceId && other.revisionId === revisionId)
        return { number, title: item?.title ?? 'A note', effectiveAt: item === undefined || item.undated === true ? null : item.effectiveAt, quote }
      }),
    })),
  }
}
