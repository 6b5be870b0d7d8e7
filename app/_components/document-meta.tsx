import type { DocumentView } from '@/lib/runtime'
import { DateWithOrigin } from './document-date'
import { kindWords } from './words'

interface DocumentMetaProps {
  readonly view: DocumentView
}

/** What a document is: kind and status, project, date and where it was read, revision, place, digest. */
export function DocumentMeta({ view }: DocumentMetaProps) {
  return (
    <div className="meta">
      {view.project !== null && <span>{view.project}</span>}
      <span>{kindWords(view.kind, view.status)}</span>
      <span><DateWithOrigin at={view.effectiveAt} origin={view.effectiveOrigin} /></span>
      <span>revision {view.revision}</span>
      <span className="path">{view.sourcePath}</span>
      <span title={`SHA-256 ${view.contentDigest}`}>SHA-256 {view.contentDigest.slice(0, 12)}…</span>
      {view.tags.length > 0 && <span>{view.tags.map((tag) => `#${tag}`).join(' ')}</span>}
    </div>
  )
}
