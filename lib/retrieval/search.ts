import type { DocumentId, PassageId, RevisionId } from '@/lib/foundation'
import type { ContentType, ContextSpan, DocumentKind, DocumentStatus } from '@/lib/documents'
import type { SearchTrace } from './search-trace'

/** What narrows a search. Every field is applied in each arm's own query, before its top k. */
export interface SearchFilters {
  readonly project?: readonly string[]
  readonly kind?: readonly DocumentKind[]
  readonly status?: readonly DocumentStatus[]
  readonly year?: readonly number[]
  /** Include older revisions and superseded documents. */
  readonly history?: boolean
  /** ISO date: only what was in force on that day. */
  readonly asOf?: string
  /** ISO dates: effective before, or on or after. A document without a date is in no year, and neither before nor after any day. */
  readonly before?: string
  readonly after?: string
  readonly tag?: readonly string[]
  /** Stretches of the path or the title, in any case. */
  readonly path?: readonly string[]
  readonly title?: readonly string[]
}

export interface SearchRequest {
  /** As the person typed it, filters in words included. */
  readonly query: string
  readonly filters?: SearchFilters
  readonly mode?: 'hybrid' | 'lexical'
  /** Results wanted, 1 to 50; default 10. */
  readonly limit?: number
  /** Give the whole trace. Honoured for the owner; for anyone else it is as if it were not there. */
  readonly explain?: boolean
}

export interface Reason {
  readonly arm: 'lexical' | 'vector' | 'fusion'
  /** 1-based rank in that arm's list. */
  readonly rank: number
  readonly score: number
  /** Query words found, as the person wrote them. */
  readonly terms?: readonly string[]
}

/** Which revision of which document, and what it says about itself: the same for every result, page and command. */
export interface RevisionHead {
  readonly documentId: DocumentId
  readonly revisionId: RevisionId
  readonly revision: number
  readonly title: string
  readonly kind: DocumentKind
  readonly project: string | null
  readonly status: DocumentStatus | null
  /** ISO date. */
  readonly effectiveAt: string
  /** Nothing but its file's time tells a date: `effectiveAt` is that time, and no date of the document. */
  readonly undated?: true
  readonly sourcePath: string
}

export interface SearchResult extends RevisionHead {
  readonly rank: number
  readonly headingPath: readonly string[]
  /** False for an older revision. */
  readonly current: boolean
  /** The document that replaces this one, where the reader may see it. */
  readonly supersededBy: { readonly documentId: DocumentId; readonly title: string } | null
  readonly superseded: boolean
  readonly passage: {
    readonly id: PassageId
    readonly text: string
    readonly contentType: ContentType
    readonly startLine: number
    readonly endLine: number
    /** Offsets into the revision's stored text. */
    readonly startOffset: number
    readonly endOffset: number
    readonly context: readonly (ContextSpan & { readonly text: string })[]
    /** Matched stretches, as offsets into `text`. */
    readonly matches: readonly { readonly startOffset: number; readonly endOffset: number }[]
  }
  readonly reasons: readonly Reason[]
  /** Why it matched, in a sentence for people. */
  readonly why: string
}

export interface Facet {
  readonly value: string
  readonly count: number
}

/** A word that stands nowhere in what the identity may see, and what may be meant by it. */
export interface Suggestion {
  /** As the person wrote it. */
  readonly word: string
  /** As it is written in a passage that the same search may find. */
  readonly instead: string
  /** The whole query with every such word replaced. */
  readonly query: string
}

export interface SearchResponse {
  readonly query: string
  readonly filters: SearchFilters
  /** What was forgiven in the query ("The quotation mark was not closed …"). */
  readonly notes: readonly string[]
  /** Number of the generation that answered; null before the first one is active. */
  readonly generation: number | null
  readonly mode: 'hybrid' | 'lexical-only'
  /** Why it is lexical-only, in words; null in hybrid mode. */
  readonly modeReason: string | null
  /** Nothing matches this well. */
  readonly weak: boolean
  readonly took: Readonly<Record<string, number>>
  /** Every passage that an arm matched, under filters and scope. */
  readonly total: number
  readonly results: readonly SearchResult[]
  /** Passages by value among all that match and the identity may see; a field's own filter does not narrow its own values. */
  readonly facets: { readonly project: readonly Facet[]; readonly kind: readonly Facet[]; readonly status: readonly Facet[]; readonly year: readonly Facet[] }
  /** In the order of the words; empty where every word is known or none is near. */
  readonly suggestions: readonly Suggestion[]
  /** Only where the owner asked for it. */
  readonly trace?: SearchTrace
}
