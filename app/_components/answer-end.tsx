import type { AnswerRecord } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import { AskAgain } from './ask-again'
import { RefusalBody } from './refusal-body'

interface AnswerEndProps {
  readonly record: AnswerRecord
  readonly items: readonly EvidenceItem[]
  /** The owner reviews what was withheld; nobody else learns of it. */
  readonly ownerReads: boolean
}

/** What follows the claims: the refusal, what was not answered, what was withheld, and where to go on. */
export function AnswerEnd({ record, items, ownerReads }: AnswerEndProps) {
  return (
    <>
      {record.refusal !== null && <RefusalBody refusal={record.refusal} items={items} />}
      {record.unanswered.length > 0 && (
        <section>
          <h2>Not answered</h2>
          {record.unanswered.map((part) => <p className="measure" key={part}>{part}</p>)}
        </section>
      )}
      {ownerReads && record.withheld.length > 0 && (
        <details className="withheld">
          <summary>
            Not shown: {record.withheld.length === 1 ? 'one sentence that its passage does not say as it stood' : `${record.withheld.length} sentences that their passages do not say as they stood`}
          </summary>
          <ul>
            {record.withheld.map((claim) => <li key={claim.text}>{claim.text}<p className="why">{claim.reason}</p></li>)}
          </ul>
        </details>
      )}
      <div className="actions">
        <a className="button" href={`/evidence/${record.evidenceSetId}/r/${record.evidenceSetRevision}`} data-press="evidence">
          Evidence set{items.length > 0 && ` (${items.length})`}
        </a>
        <AskAgain answerId={record.answerId} cause="asked" words="Answer again" />
      </div>
    </>
  )
}
