import { isClosestOnly, type AnswerRecord } from '@/lib/answers'
import { count } from './count'
import { loadStatus } from './load-status'
import { Moment } from './moment'
import { refusalWords } from './words'

function extentWords(record: AnswerRecord): string {
  if (record.refusal !== null) return refusalWords[record.refusal.reason]
  const citations = record.claims.flatMap((claim) => claim.citations)
  const passages = new Set(citations.map((citation) => citation.number)).size
  const documents = new Set(citations.map((citation) => citation.documentId)).size
  if (isClosestOnly(record)) return `No answer; closest evidence from ${count(passages, 'passage')} in ${count(documents, 'document')}`
  return `${record.outcome === 'partial' ? 'Answered in part' : 'Answered'} from ${count(passages, 'passage')} in ${count(documents, 'document')}`
}

interface AnswerMetaProps {
  readonly record: AnswerRecord
  readonly latestRevision: number
}

/** What an answer rests on: passages, index, revision, who wrote it, when. */
export async function AnswerMeta({ record, latestRevision }: AnswerMetaProps) {
  const status = await loadStatus()
  const others = Array.from({ length: latestRevision }, (_, at) => at + 1).filter((revision) => revision !== record.revision)
  return (
    <div className="meta">
      <span>{extentWords(record)}</span>
      <span>
        {record.generation === 0 ? 'Before there was an index' : `Index ${record.generation}`}
        {status.generation === record.generation && status.asOf !== null && <>, current as of <Moment at={status.asOf} /></>}
        {status.generation !== record.generation && status.generation !== null && `; the index is now ${status.generation}`}
      </span>
      <span>
        Revision {record.revision} of {latestRevision}{record.revision > 1 && ` (${record.cause})`}, <Moment at={record.createdAt} />
        {others.map((revision, at) => (
          <span key={revision}>{at === 0 ? '; see ' : ', '}<a href={`/answers/${record.answerId}/r/${revision}`}>revision {revision}</a></span>
        ))}
      </span>
      <span>{record.model === 'extractive' ? 'Extractive, no model' : `Written by ${record.model}, each sentence checked`}</span>
    </div>
  )
}
