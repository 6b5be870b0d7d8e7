import type { AnswerRecord, Citation } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import type { CitationState } from '@/lib/runtime'
import { CitedWords } from './cited-words'
import { documentAddress } from './document-address'
import { headingsBelowTitle } from './passage-card'
import { titleText } from './title-text'
import { WhereLine } from './where-line'
import { citationStateWords, lineWords } from './words'

interface CitationSourceProps {
  /** What the citation's marker points at. */
  readonly anchor: string
  readonly answer: Pick<AnswerRecord, 'answerId' | 'revision'>
  readonly citation: Citation
  /** The evidence it came from; null when it is no longer kept, then the quotation alone is shown. */
  readonly item: EvidenceItem | null
  readonly state: CitationState
}

/** The cited passage beside its claim: the author's words with the supporting stretch marked, and where they stand. */
export function CitationSource({ anchor, answer, citation, item, state }: CitationSourceProps) {
  const address = documentAddress(citation.documentId, citation.revision, citation)
  const gone = citationStateWords[state]
  return (
    <aside className="source" id={anchor} aria-label={`Source ${citation.number}`} data-walk-item>
      <CitedWords citation={citation} item={item} />
      <p className="source-title">
        <b>{citation.number}</b> · <a href={address} data-walk>{item === null ? citation.sourcePath : titleText(item.title)}</a>
        {item !== null && headingsBelowTitle(item) !== '' && <span className="headings"> › {headingsBelowTitle(item)}</span>}
      </p>
      {item === null ? (
        <p className="where">revision {citation.revision}, {lineWords(citation.startLine, citation.endLine)}</p>
      ) : (
        <WhereLine item={{ ...item, passage: { ...item.passage, startLine: citation.startLine, endLine: citation.endLine } }} />
      )}
      <p className="where"><a href={`/lineage?answer=${answer.answerId}&revision=${answer.revision}&number=${citation.number}`}>Lineage</a></p>
      {gone !== null && (
        <p className="where">
          <span className="tag old">{gone}</span>
          {state !== 'removed' && <a href={documentAddress(citation.documentId)}>Open the current version</a>}
        </p>
      )}
    </aside>
  )
}
