import type { Identity } from '@/lib/access'
import type { EvidenceSet } from '@/lib/evidence'
import type { RetrievalServices } from '@/lib/retrieval'
import type { Answerability, PartDecision, RefusalReason } from './answerability'
import { narrowerQueries } from './narrower-queries'

/** A refusal as the page shows it. */
export interface Refusal {
  readonly reason: RefusalReason
  readonly supported: string | null
  readonly missing: string
  readonly passages: readonly { readonly evidenceId: string; readonly note: string }[]
  readonly narrower: readonly string[]
}

type Refused = Extract<PartDecision, { kind: 'refused' }>

/** Turns a decision that declines into a result worth reading: the missing fact, the strongest passages, and queries that work. */
export async function refuse(identity: Identity, set: EvidenceSet, answerability: Answerability, services: RetrievalServices): Promise<Refusal> {
  const part = answerability.parts.find((decision): decision is Refused => decision.kind === 'refused')
  const reason = part?.reason ?? 'no-claim-survived'
  const missing = answerability.parts.filter((decision): decision is Refused => decision.kind === 'refused').map((decision) => decision.missing)
  const passages = reason === 'outside-the-collection' ? [] : strongest(set, part)
  const shown = new Set(passages.flatMap(({ evidenceId }) => set.items.filter((item) => item.evidenceId === evidenceId).map(({ passage }) => passage.id)))
  return {
    reason, supported: part?.supported ?? null,
    missing: [...new Set(missing)].join(' ') || 'No sentence of the evidence states this.',
    passages, narrower: await narrowerQueries(identity, set, part, shown, services),
  }
}

function strongest(set: EvidenceSet, part: Refused | undefined): Refusal['passages'] {
  const fromSentences = [...new Set((part?.sentences ?? []).map(({ candidate }) => candidate.item.evidenceId))]
  const ids = [...fromSentences, ...set.items.map(({ evidenceId }) => evidenceId).filter((id) => !fromSentences.includes(id))].slice(0, 4)
  return ids.flatMap((evidenceId, at) => {
    const item = set.items.find((other) => other.evidenceId === evidenceId)
    if (item === undefined) return []
    const age = item.superseded ? ' It was superseded.' : item.current ? '' : ' It is an older revision.'
    return [{ evidenceId, note: `${noteFor(part?.reason === 'contradicted-sources' && at > 1 ? undefined : part?.reason)}${age}` }]
  })
}

function noteFor(reason: RefusalReason | undefined): string {
  switch (reason) {
    case 'contradicted-sources': return 'States a value that another current document does not share.'
    case 'missing-entity': return 'Near the rest of the question; does not hold the name.'
    case 'out-of-date': return 'Says it for an earlier time.'
    case 'ambiguous-period': return 'Says it for the time from which it holds.'
    case undefined: case 'missing-relationship': case 'outside-the-collection': case 'only-indirect':
    case 'unsupported-combination': case 'no-claim-survived': case 'synthesis-unavailable':
      return 'About the same thing; does not state what was asked.'
    default: return reason satisfies never
  }
}
