import type { Identity } from '@/lib/access'
import type { AnswerRecord } from '@/lib/answers'
import { citableItems } from '@/lib/evidence'
import { getRuntime } from '@/app/_server/runtime'
import { AnswerClaims } from './answer-claims'
import { AnswerEnd } from './answer-end'
import { AnswerMeta } from './answer-meta'
import { AnswerTools } from './answer-tools'
import { CitationNotice } from './citation-notice'
import { KnownLimits } from './known-limits'
import { RecordsStated } from './records-stated'

interface FinishedAnswerProps {
  readonly identity: Identity
  readonly record: AnswerRecord
  readonly latestRevision: number
}

/** An answer as its record holds it. */
export async function FinishedAnswer({ identity, record, latestRevision }: FinishedAnswerProps) {
  const runtime = getRuntime()
  const [set, states] = await Promise.all([
    runtime.evidenceSet(identity, record.evidenceSetId, record.evidenceSetRevision),
    runtime.citationStates(identity, record),
  ])
  const items = set === null ? [] : citableItems(set)
  return (
    <>
      <AnswerMeta record={record} latestRevision={latestRevision} />
      <CitationNotice record={record} states={states} />
      <RecordsStated record={record} />
      <AnswerClaims record={record} items={items} states={states} />
      <AnswerEnd record={record} items={items} ownerReads={identity.scopes === 'all'} />
      <AnswerTools identity={identity} record={record} latestRevision={latestRevision} />
      {record.claims.length > 0 && <KnownLimits />}
    </>
  )
}
