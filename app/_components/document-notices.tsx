import type { DocumentView } from '@/lib/runtime'
import { documentAddress } from './document-address'
import { Moment } from './moment'
import { titleText } from './title-text'

interface DocumentNoticesProps {
  readonly view: DocumentView
}

/** What a reader must know before reading: that it is gone, replaced, not the newest, or not yet in the index. */
export function DocumentNotices({ view }: DocumentNoticesProps) {
  const shown = view.revisions.find((revision) => revision.revision === view.revision)
  const current = view.revisions.find((revision) => revision.current)
  const waiting = view.revisions.findLast((revision) => !revision.searchable)
  const searchable = view.revisions.findLast((revision) => revision.searchable)
  return (
    <>
      {view.removedAt !== null && (
        <p className="notice">
          The source of this document went away on <Moment at={view.removedAt} />. Search no longer finds it; the text below is what answers cited.
        </p>
      )}
      {view.removedAt === null && current !== undefined && current.revision !== view.revision && (
        <p className="notice">
          This is revision {view.revision}
          {shown !== undefined && <>, in force from <Moment at={shown.inForceFrom} /></>}
          {shown !== undefined && shown.inForceTo !== null && <> to <Moment at={shown.inForceTo} /></>}.{' '}
          <a href={documentAddress(view.documentId)}>Open the current revision {current.revision}</a>
        </p>
      )}
      {view.supersededBy !== null && (
        <p className="notice">Superseded by <a href={documentAddress(view.supersededBy.documentId)}>{titleText(view.supersededBy.title)}</a>.</p>
      )}
      {view.removedAt === null && waiting?.current === true && (
        <p className="notice">
          Revision {waiting.revision} is not searchable yet: it is stored, and found once the index that holds it is in use.{' '}
          {searchable === undefined
            ? 'Search does not know this document so far.'
            : <>Search uses <a href={documentAddress(view.documentId, searchable.revision)}>revision {searchable.revision}</a>.</>}
        </p>
      )}
      {view.warnings.map((warning) => (
        <p className="notice" key={`${warning.line ?? ''} ${warning.message}`}>{warning.message}{warning.line !== null && ` (line ${warning.line})`}</p>
      ))}
    </>
  )
}
