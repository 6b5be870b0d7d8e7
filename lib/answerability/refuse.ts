import type { Identity } from '@/lib/access'
import type { EvidenceItem, EvidenceSet } from '@/lib/evidence'
import { search, type RetrievalServices } from '@/lib/retrieval'
import type { Answerability, PartDecision, RefusalReason } from './answerability'
import { narrowerQueries } from './narrower-queries'
import { notePassage } from './note-passage'
import { understandQuestion, type Question } from './understand-question'
import { withoutSlips } from './without-slips'

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
  const { suggestions } = await search(identity, { ...set.request, query: set.question, limit: 1 }, services)
  const stated = [...new Set(missing)].join(' ') || 'No sentence of the evidence states this.'
  return {
    reason, supported: part?.supported ?? null,
    missing: reason === 'missing-entity' ? stated : withoutSlips(stated, suggestions),
    passages, narrower: await narrowerQueries(identity, set, part, shown, suggestions[0]?.query ?? null, services),
  }
}

function strongest(set: EvidenceSet, part: Refused | undefined): Refusal['passages'] {
  const question = understandQuestion(part?.question ?? set.question, ['en'])
  const fromSentences = [...new Set((part?.sentences ?? []).map(({ candidate }) => candidate.item.evidenceId))]
  const ids = [...fromSentences, ...set.items.map(({ evidenceId }) => evidenceId).filter((id) => !fromSentences.includes(id))].slice(0, 4)
  return ids.flatMap((evidenceId, at) => {
    const item = set.items.find((other) => other.evidenceId === evidenceId)
    if (item === undefined) return []
    const age = item.superseded ? ' It was superseded.' : item.current ? '' : ' It is an older revision.'
    return [{ evidenceId, note: `${noteFor(part?.reason === 'contradicted-sources' && at > 1 ? undefined : part?.reason, question, item)}${age}` }]
  })
}

function noteFor(reason: RefusalReason | undefined, question: Question, item: EvidenceItem): string {
  switch (reason) {
    case 'contradicted-sources': return 'States a value that another current document does not share.'
    case 'out-of-date': case 'ambiguous-period': return `${item.undated === true ? 'Without a date.' : `Of ${item.effectiveAt}.`} ${notePassage(question, item)}`
    case undefined: case 'missing-entity': case 'missing-relationship': case 'outside-the-collection': case 'only-indirect':
    case 'unsupported-combination': case 'no-claim-survived': case 'synthesis-unavailable':
      return notePassage(question, item)
    default: return reason satisfies never
  }
}
