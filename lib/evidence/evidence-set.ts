import type { EvidenceSetId } from '@/lib/foundation'
import type { SearchRequest, SearchResult } from '@/lib/retrieval'

export interface EvidenceRelation {
  readonly kind: 'same-document' | 'supersedes' | 'superseded-by' | 'contradicts' | 'near-duplicate' | 'other-revision'
  readonly evidenceId: string
}

/** One passage of the set. Its `rank`, reasons and place are as search gave them. */
export interface EvidenceItem extends Omit<SearchResult, 'rank'> {
  /** `e1`, `e2`, … within this set. */
  readonly evidenceId: string
  readonly rank: number
  readonly tokens: number
  readonly relations: readonly EvidenceRelation[]
  /** Reading scope, for the record; never sent to a model. */
  readonly scope: string
  /** Never sent to a remote model. */
  readonly localOnly: boolean
  /** Flagged when the text reads like an instruction to a machine. It is quoted as it is and obeyed by nothing. */
  readonly instructionLike: boolean
}

/** The reviewable, versioned list of passages chosen for a question. Immutable; a change is a new revision. */
export interface EvidenceSet {
  readonly evidenceSetId: EvidenceSetId
  readonly revision: number
  readonly question: string
  readonly request: SearchRequest
  readonly generation: number
  readonly mode: 'hybrid' | 'lexical-only'
  readonly weak: boolean
  readonly strategy: 'passages' | 'whole-document' | 'whole-corpus'
  readonly tokens: number
  readonly items: readonly EvidenceItem[]
  readonly createdAt: string
}
