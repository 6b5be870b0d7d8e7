import type { SearchResult } from '@/lib/retrieval'
import { documentAddress } from './document-address'
import { DocumentDate } from './document-date'
import { titleText } from './title-text'
import { kindWords, lineWords } from './words'

interface WhereLineProps {
  readonly item: Pick<SearchResult, 'kind' | 'status' | 'project' | 'effectiveAt' | 'undated' | 'revision' | 'current' | 'superseded' | 'supersededBy' | 'passage'>
}

/** Of what a passage is part, in words: kind and status, project, date, revision, lines, and what has replaced it. */
export function WhereLine({ item }: WhereLineProps) {
  const status = item.superseded && item.status === 'superseded' ? null : item.status
  return (
    <div className="where">
      {item.project !== null && <span className="tag">{item.project}</span>}
      <span>{kindWords(item.kind, status)}, <DocumentDate item={item} />, revision {item.revision}, {lineWords(item.passage.startLine, item.passage.endLine)}</span>
      {!item.current && <span className="tag old">older revision</span>}
      {item.superseded && (
        <span className="tag old">
          superseded
          {item.supersededBy !== null && <> by <a href={documentAddress(item.supersededBy.documentId)}>{titleText(item.supersededBy.title)}</a></>}
        </span>
      )}
    </div>
  )
}
