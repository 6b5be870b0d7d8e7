import type { DocumentId } from '@/lib/foundation'
import type { MarkSpan } from './mark-text'

/** The page of a document: of one revision, and at one span of it, when they are given. */
export function documentAddress(documentId: DocumentId, revision: number | null = null, span: MarkSpan | null = null): string {
  const fields = new URLSearchParams()
  if (revision !== null) fields.set('revision', String(revision))
  if (span !== null) {
    fields.set('from', String(span.startOffset))
    fields.set('to', String(span.endOffset))
  }
  const query = fields.toString()
  return `/documents/${documentId}${query === '' ? '' : `?${query}`}${span === null ? '' : '#cited'}`
}

/** A line of a document's stored text. */
export function lineAddress(documentId: DocumentId, revision: number | null, line: number): string {
  return `${documentAddress(documentId, revision)}${revision === null ? '?' : '&'}view=source#line-${line}`
}
