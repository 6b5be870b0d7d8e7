import type { AnswerId, ClaimId, DocumentId, EvidenceSetId, RevisionId } from '@/lib/foundation'
import type { SearchRequest } from '@/lib/retrieval'
import type { RefusalReason } from '@/lib/answerability'
import type { Verdict } from '@/lib/verification'

export interface Citation {
  /** The same number everywhere on the page; one per passage. */
  readonly number: number
  readonly evidenceId: string
  readonly documentId: DocumentId
  readonly revisionId: RevisionId
  readonly revision: number
  readonly sourcePath: string
  readonly startLine: number
  readonly endLine: number
  /** The exact stretch that supports the claim. */
  readonly quote: string
  /** Offsets of the quote in the revision's stored text. */
  readonly startOffset: number
  readonly endOffset: number
}

export interface AnswerClaim {
  readonly id: ClaimId
  readonly text: string
  /** True when the text is the author's own, word for word. */
  readonly quoted: boolean
  readonly verdict: Verdict
  /** "Supported, word for word". */
  readonly verdictWords: string
  readonly citations: readonly Citation[]
}

export interface WithheldClaim {
  readonly text: string
  readonly verdict: Verdict
  readonly reason: string
}

export interface Refusal {
  readonly reason: RefusalReason
  /** What the collection does support of the question, in a sentence; null when nothing. */
  readonly supported: string | null
  /** The fact or relationship that is missing, in a sentence. */
  readonly missing: string
  /** Evidence ids of the strongest passages, best first, with what each holds and lacks. */
  readonly passages: readonly { readonly evidenceId: string; readonly note: string }[]
  /** Queries that were run and return something. */
  readonly narrower: readonly string[]
}

export interface StageMeasure {
  readonly stage: string
  readonly ms: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly usd: number
}

/** The immutable account of one answer revision. */
export interface AnswerRecord {
  readonly answerId: AnswerId
  readonly revision: number
  readonly question: string
  readonly request: SearchRequest
  readonly outcome: 'answered' | 'partial' | 'refused'
  readonly claims: readonly AnswerClaim[]
  readonly withheld: readonly WithheldClaim[]
  readonly unanswered: readonly string[]
  readonly refusal: Refusal | null
  readonly evidenceSetId: EvidenceSetId
  readonly evidenceSetRevision: number
  readonly generation: number
  readonly promptVersion: string
  /** The synthesizer: `extractive` or a provider's model name. */
  readonly model: string
  readonly configuration: Readonly<Record<string, unknown>>
  readonly stages: readonly StageMeasure[]
  readonly cause: string
  readonly createdAt: string
}

/** A run from the question's arrival to its record. Claims appear here only after they were verified. */
export interface AnswerRun {
  readonly answerId: AnswerId
  readonly revision: number
  readonly question: string
  readonly state: 'running' | 'finished' | 'failed' | 'interrupted'
  /** What went wrong, in a sentence; null unless failed or interrupted. */
  readonly message: string | null
  readonly startedAt: string
  /** Set as soon as the evidence is assembled. */
  readonly evidenceSetId: EvidenceSetId | null
}
