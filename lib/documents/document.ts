export const documentKinds = ['note', 'decision', 'release', 'incident', 'case-study', 'reference', 'project'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentStatuses = ['draft', 'proposed', 'accepted', 'active', 'superseded', 'deprecated', 'rejected', 'withdrawn', 'archived'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Where an effective date was read: the most deliberate source that gave one. */
export type DateOrigin = 'frontmatter' | 'form' | 'file-name' | 'revision' | 'git' | 'file-time'

/** A half-open range of UTF-16 code units in the revision's stored text: `text.slice(startOffset, endOffset)`. */
export interface Span {
  readonly startOffset: number
  readonly endOffset: number
}

/** A span with its 1-based, inclusive lines. */
export interface LocatedSpan extends Span {
  readonly startLine: number
  readonly endLine: number
}

/** A heading with what stands under it, to the next heading of the same or a higher level. Level 0 is what precedes the first heading: a run of properties, or text. */
export interface Section extends LocatedSpan {
  readonly ordinal: number
  readonly level: number
  readonly heading: string | null
  /** Ancestor headings and this one, outermost first, as plain text. */
  readonly headingPath: readonly string[]
  /** Ordinal of the enclosing section. */
  readonly parent: number | null
  /** The section's own content: after its heading, before its first subsection. Passages tile it. */
  readonly body: Span
}

export type ContentType = 'prose' | 'list' | 'table' | 'code' | 'record'

export interface ContextSpan extends Span {
  readonly role: 'definition' | 'list-introduction' | 'table-header'
}

/** The unit of retrieval and citation: a span of one revision's own text, never rewritten. */
export interface Passage extends LocatedSpan {
  /** 0-based within the revision, in document order. */
  readonly ordinal: number
  /** Ordinal of the section it belongs to. */
  readonly section: number
  readonly contentType: ContentType
  readonly context: readonly ContextSpan[]
  /** Title, project, heading path and content type: indexed before the text, never shown as the author's. */
  readonly prefix: string
  /** What is indexed after the prefix: the own text, table rows with their header labels, a list item with its introduction. */
  readonly indexedText: string
}

export interface Link {
  /** `[[target]]`, or a Markdown link or image to a path, which is looked for from the document's own folder first. */
  readonly form: 'wikilink' | 'path'
  /** As written, percent escapes of a path decoded, without heading, block or alias; empty for a place in the same document. */
  readonly target: string
  readonly fragment: string | null
  readonly alias: string | null
  readonly embed: boolean
  readonly startOffset: number
}

/** Something that cost metadata or structure but never the body. One plain sentence. */
export interface ParseWarning {
  readonly message: string
  /** 1-based line in the file, where known. */
  readonly line: number | null
}

/** What one file says, read once. Pure content: identity, revision number and scope are decided by the index. */
export interface ParsedDocument {
  /** The stored text: decoded UTF-8 without a byte-order mark, line ends as in the file. All offsets refer to it. */
  readonly text: string
  readonly title: string
  readonly kind: DocumentKind
  readonly status: DocumentStatus | null
  /** Project named in the frontmatter or the record; folder rules come later. */
  readonly project: string | null
  /** ISO date, and where it was read. */
  readonly effectiveAt: { readonly date: string; readonly origin: DateOrigin }
  /** Frontmatter `id`: the author's deliberate word for which document this is, whatever its path. */
  readonly frontmatterId: string | null
  /** What others call it: the frontmatter `id`, or a number from its name such as `DEC-0054`, which two files may share. */
  readonly declaredId: string | null
  /** Raw `scope` of the frontmatter, not yet judged; null when absent. */
  readonly declaredScope: string | null
  readonly localOnly: boolean
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly links: readonly Link[]
  /** Identifiers, titles or paths of documents this one replaces, as written. */
  readonly supersedes: readonly string[]
  /** The same for what replaces it. */
  readonly supersededBy: readonly string[]
  /** ISO 639-1, `und` when undecided. */
  readonly language: string
  readonly sections: readonly Section[]
  readonly passages: readonly Passage[]
  readonly warnings: readonly ParseWarning[]
}

/** A file that cannot become a document, and why, in one plain sentence. */
export interface UnreadableFile {
  readonly reason: string
}
