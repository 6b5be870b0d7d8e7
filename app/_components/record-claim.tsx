import type { RecordsStated } from '@/lib/answers'
import { ClaimSources, onlyItem, SourceMarks, type ShownClaim } from './claim-sources'
import { ClaimWords } from './claim-words'
import { documentAddress } from './document-address'
import { DocumentDate } from './document-date'
import { Moment } from './moment'
import { titleText } from './title-text'
import { kindWords } from './words'

interface RecordClaimProps extends ShownClaim {
  readonly row: RecordsStated['rows'][number]
}

/** One document of a count or a list: what its record says of it, and below, small, a sentence of its own. */
export function RecordClaim({ row, ...shown }: RecordClaimProps) {
  const { claim, items } = shown
  const [citation] = claim.citations
  const { title, project, kind, status, successor } = row
  return (
    <article className="claim record">
      <div>
        <h3>{citation === undefined ? titleText(title) : <a href={documentAddress(citation.documentId, citation.revision)}>{titleText(title)}</a>}</h3>
        <p className="where">
          {project !== null && <span className="tag">{project}</span>}
          <span>{kindWords(kind, status)}, <DocumentDate item={row} /></span>
          {successor !== null && <span className="tag old">replaced by “{titleText(successor.title)}”{successor.effectiveAt !== null && <> of <Moment at={successor.effectiveAt} /></>}</span>}
        </p>
        <p className="own-words">In its own words: <ClaimWords claim={claim} item={onlyItem(claim, items)} /><SourceMarks {...shown} /></p>
      </div>
      <ClaimSources {...shown} />
    </article>
  )
}
