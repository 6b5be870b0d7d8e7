import type { DocumentView } from '@/lib/runtime'
import { count } from './count'
import { documentAddress } from './document-address'
import { unsettledLinks } from './document-links'
import { Moment } from './moment'
import { titleText } from './title-text'

interface DocumentMarginProps {
  readonly view: DocumentView
}

/** Beside a document: its contents, its links, its revisions, and what it replaces. */
export function DocumentMargin({ view }: DocumentMarginProps) {
  const headings = view.sections.filter((section) => section.heading !== null && section.heading !== view.title)
  const unsettled = unsettledLinks(view.links).length
  return (
    <aside className="margin">
      {headings.length > 2 && (
        <nav aria-labelledby="contents">
          <h2 id="contents">Contents</h2>
          <ol className="contents">
            {headings.map((section) => (
              <li key={section.startOffset} data-level={section.level}><a href={`#line-${section.startLine}`}>{section.heading === null ? '' : titleText(section.heading)}</a></li>
            ))}
          </ol>
        </nav>
      )}
      {(unsettled > 0 || view.backlinks.length > 0) && (
        <nav aria-labelledby="links-summary">
          <h2 id="links-summary">Links</h2>
          <ul className="revisions">
            {view.backlinks.length > 0 && <li><a href="#linked-from">Linked from {count(view.backlinks.length, 'document')}</a></li>}
            {unsettled > 0 && <li><a href="#links">{count(unsettled, 'link')} to look at</a></li>}
          </ul>
        </nav>
      )}
      <section aria-labelledby="revisions">
        <h2 id="revisions">Revisions</h2>
        <ol className="revisions">
          {[...view.revisions].reverse().map((revision) => (
            <li key={revision.revisionId}>
              {revision.revision === view.revision ? (
                <b aria-current="page">Revision {revision.revision}</b>
              ) : (
                <a href={documentAddress(view.documentId, revision.revision)}>Revision {revision.revision}</a>
              )}
              <span>
                {' '}from <Moment at={revision.inForceFrom} />
                {revision.inForceTo !== null && <> to <Moment at={revision.inForceTo} /></>}
                {revision.current && ', current'}
                {!revision.searchable && ', not searchable'}
              </span>
            </li>
          ))}
        </ol>
        <p className="quiet"><a href={`/lineage?document=${view.documentId}&revision=${view.revision}`}>Lineage of revision {view.revision}</a></p>
      </section>
      {view.supersedes.length > 0 && (
        <section aria-labelledby="supersedes">
          <h2 id="supersedes">Supersedes</h2>
          <ul className="revisions">
            {view.supersedes.map((other) => <li key={other.documentId}><a href={documentAddress(other.documentId)}>{titleText(other.title)}</a></li>)}
          </ul>
        </section>
      )}
    </aside>
  )
}
