import type { AnswerId, ClaimId, DocumentId, EvidenceSetId, RevisionId } from '@/lib/foundation'
import type { ListedDocument, RevisionHead, SearchRequest } from '@/lib/retrieval'
import type { Refusal } from '@/lib/answerability'
import type { StageMeasure } from '@/lib/ledger'
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
  /** The closest evidence that there is, too weak to be called an answer. */
  readonly closestOnly?: true
}

export interface WithheldClaim {
  readonly text: string
  readonly verdict: Verdict
  readonly reason: string
}

/** What the index holds of the document that a claim of such an answer cites. */
export interface RecordRow extends Pick<RevisionHead, 'title' | 'kind' | 'project' | 'status' | 'effectiveAt' | 'undated'> {
  readonly claimId: ClaimId
  /** What replaces it, where the asker may see that. */
  readonly successor: ListedDocument['successor']
}

/** A count or a list of documents from the index's own records. */
export interface RecordsStated {
  /** "4 documents match: decisions of P6X4 with status superseded, dated 2022.", and what is to be known about it. */
  readonly statement: string
  readonly conditions: string
  /** All that match, and how many of them stand in the answer. */
  readonly total: number
  readonly shown: number
  /** Of the index that was counted. */
  readonly generation: number
  /** One for each claim, in their order. */
  readonly rows: readonly RecordRow[]
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
  /** Only of a question that the records answer. */
  readonly records?: RecordsStated
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

/** Whether an answer shows claims and none of them is more than the closest evidence. */
export function isClosestOnly({ claims }: Pick<AnswerRecord, 'claims'>): boolean {
  return claims.length > 0 && claims.every(({ closestOnly }) => closestOnly === true)
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
  /** Both set as soon as the evidence is assembled. */
  readonly evidenceSetId: EvidenceSetId | null
  readonly evidenceSetRevision: number | null
}
