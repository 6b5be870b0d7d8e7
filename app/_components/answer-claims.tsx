import { isClosestOnly, type AnswerRecord } from '@/lib/answers'
import { AnswerClaim } from './answer-claim'
import type { ShownClaim } from './claim-sources'
import { RecordClaim } from './record-claim'

interface AnswerClaimsProps extends Pick<ShownClaim, 'items' | 'states'> {
  readonly record: AnswerRecord
}

/** All that a finished answer says. What is only the closest evidence stands under words that say so. */
export function AnswerClaims({ record, items, states }: AnswerClaimsProps) {
  const claims = record.claims.map((claim, index) => {
    const shown = record.claims.slice(0, index).flatMap((earlier) => earlier.citations.map((citation) => citation.number))
    const row = record.records?.rows.find(({ claimId }) => claimId === claim.id)
    const props = { answer: record, claim, index, shown, items, states }
    return row === undefined ? <AnswerClaim key={claim.id} {...props} /> : <RecordClaim key={claim.id} {...props} row={row} />
  })
  if (!isClosestOnly(record)) return claims
  return (
    <>
      <p className="lead"><strong>No sentence stands out as the answer.</strong></p>
      <section>
        <h2>Closest evidence</h2>
        {claims}
      </section>
    </>
  )
}
