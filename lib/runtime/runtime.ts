import type { AnswerId, DocumentId, EvidenceSetId, RevisionId, Settings } from '@/lib/foundation'
import type { Database } from '@/lib/database'
import type { Identity } from '@/lib/access'
import type { DateOrigin, FragmentPlace, LocatedLink, ParseWarning } from '@/lib/documents'
import type { Finding, Lineage, LineageTarget, PurgeReport, PurgeRequest, ReconcileReport, RollBackReport, WatchState } from '@/lib/indexing'
import type { RevisionHead, SearchRequest, SearchResponse } from '@/lib/retrieval'
import type { EvidenceSet } from '@/lib/evidence'
import type { AnswerFeed, AnswerRecord, AnswerRecords, AnswerSummary, CitationState, FeedbackId } from '@/lib/answers'
import type { EvidenceActions } from './evidence-actions'

export interface IndexingProgress {
  /** reading files, embedding passages, activating the generation, or checking (a reconciliation or a purge). */
  readonly stage: 'reading' | 'embedding' | 'activating' | 'checking'
  readonly done: number
  readonly total: number
  readonly startedAt: string
}

/** How much of the index is one thing: one project, one kind, one scope, or the current text as against its history. */
export interface Slice {
  /** Null: documents without a project. */
  readonly name: string | null
  readonly passages: number
  /** UTF-8 bytes of the passages' own text. */
  readonly bytes: number
  /** About as many as a language model counts: estimated at four bytes each. */
  readonly tokens: number
}

/** The same index cut four ways; each cut adds up to the whole. Largest slice first. */
export interface Slices {
  readonly project: readonly Slice[]
  readonly kind: readonly Slice[]
  readonly scope: readonly Slice[]
  readonly time: readonly Slice[]
}

export interface Status {
  /** Number of the active generation; null before the first. */
  readonly generation: number | null
  readonly mode: 'hybrid' | 'lexical-only' | null
  /** Why it is lexical-only; null otherwise. */
  readonly modeReason: string | null
  /** The moment the sources were last read into the active generation, ISO. */
  readonly asOf: string | null
  readonly files: {
    readonly seen: number
    readonly indexed: number
    readonly failed: readonly { readonly path: string; readonly reason: string }[]
    readonly waiting: number
  }
  readonly documents: number
  readonly passages: number
  readonly sources: readonly { readonly id: string; readonly location: string; readonly sample: boolean; readonly fault: string | null; readonly scannedAt: string | null }[]
  readonly warnings: readonly { readonly path: string; readonly message: string; readonly line: number | null }[]
  readonly indexing: IndexingProgress | null
  /** What the last build failed with, in a sentence; null when it did not. */
  readonly lastFault: string | null
  /** Of what the identity may see. */
  readonly slices: Slices
  /** How changes of the folders are noticed; null while nothing watches them, and for others than the owner. */
  readonly watching: WatchState | null
  /** The generation that was rolled back: builds wait until one is asked for. Null otherwise. */
  readonly rolledBack: number | null
  /** The last comparison of files, revisions and indexes; null before the first, and for others than the owner. */
  readonly reconciled: { readonly finishedAt: string; readonly findings: readonly Finding[] } | null
  readonly configuration: Readonly<Record<string, unknown>>
}

export interface LinkedDocument {
  readonly documentId: DocumentId
  readonly title: string
  readonly path: string
}

/** A link of a document, and what it names among the documents of its source that the reader may see. */
export interface DocumentLink extends Omit<LocatedLink, 'alias'> {
  /** broken: no document is called so (told to the owner only). attachment: it names a file that is no document, such as an image. */
  readonly state: 'resolved' | 'ambiguous' | 'broken' | 'attachment'
  /** resolved: the one; ambiguous: every candidate, those in the document's own folder first; else none. */
  readonly documents: readonly LinkedDocument[]
  /** Where the heading or block it names stands in the resolved document; null where it names none or there is none. */
  readonly place: FragmentPlace | null
}

/** A document whose current revision links here, and each place where it does, in order. */
export interface Backlink extends LinkedDocument {
  readonly places: readonly { readonly line: number; readonly startOffset: number; readonly sentence: string }[]
}

export interface DocumentView extends RevisionHead {
  readonly effectiveOrigin: DateOrigin
  readonly contentDigest: string
  /** The revision's exact text; null after a purge. */
  readonly text: string | null
  readonly tags: readonly string[]
  readonly warnings: readonly ParseWarning[]
  readonly sections: readonly { readonly heading: string | null; readonly level: number; readonly startLine: number; readonly startOffset: number }[]
  /** Oldest first; only those the reader may see. */
  readonly revisions: readonly { readonly revision: number; readonly revisionId: RevisionId; readonly inForceFrom: string; readonly inForceTo: string | null; readonly current: boolean; readonly searchable: boolean }[]
  readonly supersededBy: { readonly documentId: DocumentId; readonly title: string } | null
  readonly supersedes: readonly { readonly documentId: DocumentId; readonly title: string }[]
  /** Every link of this revision to a file of its source, in order, resolved against what is there now. */
  readonly links: readonly DocumentLink[]
  /** By title; only those the reader may see. */
  readonly backlinks: readonly Backlink[]
  /** When the source went away, ISO; null while it is there. */
  readonly removedAt: string | null
}

export interface DraftCase {
  readonly fileName: string
  readonly yaml: string
}

/** A citation by its answer and number; `revision` null: of the answer's newest. */
export interface CitationTarget {
  readonly kind: 'citation'
  readonly answerId: AnswerId
  readonly revision: number | null
  readonly number: number
}

/** Everything a page or a command asks for. What an identity may not see does not exist: null, never "forbidden". */
export interface Runtime {
  readonly settings: Settings
  readonly database: Database
  search(identity: Identity, request: SearchRequest): Promise<SearchResponse>
  /** Searches and stores revision 1 of a new evidence set. */
  assembleEvidence(identity: Identity, request: SearchRequest): Promise<EvidenceSet>
  evidenceSet(identity: Identity, id: EvidenceSetId, revision: number | null): Promise<EvidenceSet | null>
  /** Changing, comparing and measuring evidence sets, reading passages in place, and answering from exactly one revision. */
  readonly evidence: EvidenceActions
  /** Starts one run on the server and returns at once. Given an evidence set, it answers from exactly that set. */
  ask(identity: Identity, request: SearchRequest, from?: { readonly evidenceSetId: EvidenceSetId; readonly revision: number }): Promise<{ readonly answerId: AnswerId; readonly revision: number }>
  /** A new revision of an answer, with its cause. Null when there is no such answer for this identity. */
  askAgain(identity: Identity, answerId: AnswerId, cause: string): Promise<{ readonly answerId: AnswerId; readonly revision: number } | null>
  /** Stops a run that is drafting; what was verified stands. False when there is no such answer for this identity. */
  stop(identity: Identity, id: AnswerId, revision: number | null): Promise<boolean>
  answer(identity: Identity, id: AnswerId, revision: number | null): Promise<AnswerFeed | null>
  answers(identity: Identity, limit: number): Promise<readonly AnswerSummary[]>
  /** History, export, comparison, bookmarks, feedback, saved questions and share links. */
  readonly records: AnswerRecords
  /** Feedback as a draft of an evaluation case, for the owner: the text of a file of cases, shown and never stored. Null when there is no such feedback. */
  draftCase(identity: Identity, id: FeedbackId): Promise<DraftCase | null>
  /** What has become of each cited passage since, by citation number. */
  citationStates(identity: Identity, record: AnswerRecord): Promise<ReadonlyMap<number, CitationState>>
  document(identity: Identity, id: DocumentId, revision: number | null): Promise<DocumentView | null>
  /** The owner sees everything; others only the generation, its mode and date, and counts of what they may see. */
  status(identity: Identity): Promise<Status>
  /**
   * Registers folders (absolute paths) and starts reading them in the background; with none, reads again what is
   * registered. An `automatic` call without folders, that nobody asked for, does not undo a roll-back.
   */
  index(folders: readonly string[], options?: { readonly automatic: boolean }): Promise<void>
  /** Makes the generation before the active one active again. Throws Fault `bad-input` when there is none. */
  rollBack(): Promise<RollBackReport>
  /** Compares files, revisions, both indexes and lineage and repairs what differs, unless `dryRun`. Waits for what indexes now. */
  reconcile(options: { readonly dryRun: boolean }): Promise<ReconcileReport>
  /** Forgets a document for good. Throws Fault `bad-input` when it is unknown or its file would come back. */
  purge(request: PurgeRequest): Promise<PurgeReport>
  /** From a citation, a passage or a revision back to the file. Null when there is none for this identity. */
  lineage(identity: Identity, target: LineageTarget | CitationTarget): Promise<Lineage | null>
  /** Resolves when no build runs. */
  indexed(): Promise<void>
  close(): Promise<void>
}
