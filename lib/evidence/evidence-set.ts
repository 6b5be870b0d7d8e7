import type { DocumentId, EvidenceSetId } from '@/lib/foundation'
import type { SearchRequest, SearchResult } from '@/lib/retrieval'

/** A stretch of a passage's own text, in UTF-16 units. */
export interface TextSpan {
  readonly startOffset: number
  readonly endOffset: number
}

/** Two sentences that a rule takes for a possible conflict: another quantity of one unit, an opposite word, or a denial. */
export interface Conflict {
  readonly because: 'quantity' | 'opposite' | 'denial'
  /** What differs in each. */
  readonly own: TextSpan
  readonly other: TextSpan
}

export interface EvidenceRelation {
  readonly kind: 'same-document' | 'supersedes' | 'superseded-by' | 'contradicts' | 'near-duplicate' | 'other-revision'
  readonly evidenceId: string
  /** Of `contradicts` only; offsets into the two passages' texts. */
  readonly conflict?: Conflict
}

/** Another document that says the same in nearly the same words, and was therefore left out. */
export interface Repetition {
  readonly documentId: DocumentId
  readonly revision: number
  readonly title: string
  readonly sourcePath: string
  /** Never shown. */
  readonly scope: string
}

/** One passage of the set. Its `rank`, reasons and place are as search gave them. */
export interface EvidenceItem extends Omit<SearchResult, 'rank'> {
  /** `e1`, `e2`, … within this set; the same passage keeps it in every revision. */
  readonly evidenceId: string
  /** Its place in this revision, from 1. */
  readonly rank: number
  readonly tokens: number
  readonly relations: readonly EvidenceRelation[]
  /** Reading scope, for the record; never sent to a model. */
  readonly scope: string
  /** Never sent to a remote model. */
  readonly localOnly: boolean
  /** Flagged when the text reads like an instruction to a machine. It is quoted as it is and obeyed by nothing. */
  readonly instructionLike: boolean
  /** Put first by a person. */
  readonly pinned?: boolean
  /** Put in by a person. */
  readonly added?: boolean
  readonly alsoIn?: readonly Repetition[]
}

/** A passage that a person took out: no evidence, kept for the record and for being put back. */
export interface ExcludedItem extends EvidenceItem {
  readonly excluded: { readonly reason: string }
}

export type EvidenceStrategy = 'passages' | 'whole-document' | 'whole-corpus'

/** The reviewable, versioned list of passages chosen for a question. Immutable; a change is a new revision. */
export interface EvidenceSet {
  readonly evidenceSetId: EvidenceSetId
  readonly revision: number
  readonly question: string
  readonly request: SearchRequest
  readonly generation: number
  readonly mode: 'hybrid' | 'lexical-only'
  readonly weak: boolean
  readonly strategy: EvidenceStrategy
  /** Why this much context, in a sentence; empty for sets stored before reasons were. */
  readonly strategyReason: string
  /** Of `items`. */
  readonly tokens: number
  readonly items: readonly EvidenceItem[]
  readonly excluded: readonly ExcludedItem[]
  /** `whole-corpus` only: everything else in scope, which a language model reads too. */
  readonly rest: readonly EvidenceItem[]
  /** The revision that was changed into this one; null where it was assembled. */
  readonly base: number | null
  /** What made this revision, in words. */
  readonly cause: string
  readonly createdAt: string
}

/** Everything of a set that an answer may cite: the reviewed passages, then what a model read besides. Never what was excluded. */
export function citableItems({ items, rest }: Pick<EvidenceSet, 'items' | 'rest'>): readonly EvidenceItem[] {
  return [...items, ...rest]
}
