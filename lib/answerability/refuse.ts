import { analyze } from '@/lib/analysis'
import type { Identity } from '@/lib/access'
import type { EvidenceSet } from '@/lib/evidence'
import { retrieve, type RetrievalServices } from '@/lib/retrieval'
import type { Answerability, PartDecision, RefusalReason } from './answerability'

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
  return {
    reason, supported: part?.supported ?? null,
    missing: [...new Set(missing)].join(' ') || 'No sentence of the evidence states this.',
    passages: reason === 'outside-the-collection' ? [] : strongest(set, part),
    narrower: await narrowerQueries(identity, set, part, services),
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
    case undefined: case 'missing-relationship': case 'ambiguous-period': case 'outside-the-collection': case 'only-indirect':
    case 'unsupported-combination': case 'no-claim-survived': case 'synthesis-unavailable':
      return 'About the same thing; does not state what was asked.'
    default: return reason satisfies never
  }
}

const offered = 3

/**
 * Queries made of what the notes do hold, about what the question is about: its own words that they know, and the
 * headings that share some. Each is run, and offered only when it finds something well.
 */
async function narrowerQueries(identity: Identity, set: EvidenceSet, part: Refused | undefined, services: RetrievalServices): Promise<string[]> {
  const question = part?.question ?? set.question
  const items = [...new Set([...(part?.sentences ?? []).map(({ candidate }) => candidate.item), ...set.items])].filter(({ superseded, current }) => current && !superseded)
  const asked = analyze(question, 'en').filter(({ startOffset, endOffset, form }) => form !== 'identifier-part' && !phrasesOnly.test(question.slice(startOffset, endOffset)))
  const held = new Set(items.slice(0, 4).flatMap(({ passage, title, headingPath }) => stems([passage.text, title, ...headingPath].join('\n'))))
  const project = items.find((item) => item.project !== null && question.toLowerCase().includes(item.project.toLowerCase()))?.project ?? null
  const words = [...new Set(asked.filter(({ lexeme }) => held.has(lexeme)).map(({ startOffset, endOffset }) => question.slice(startOffset, endOffset)))].filter((word) => word !== project)
  const about = new Set(asked.map(({ lexeme }) => lexeme))
  const headings = items.flatMap(({ title, headingPath, project: of }) => {
    const heading = headingPath.at(-1) ?? title
    if (!stems(`${title} ${heading}`).some((stem) => about.has(stem))) return []
    const words_ = heading === title ? title : `${heading} ${title}`
    return [project !== null && of === project && !words_.includes(project) ? `project:${project} ${words_}` : words_]
  })
  const candidates = [words.length >= 2 || (words.length === 1 && project !== null) ? `${project === null ? '' : `project:${project} `}${words.join(' ')}` : '', ...headings]
    .map((query) => query.replace(/["“”?]|(?<!^project):/g, ' ').replace(/\s+/g, ' ').trim())
    .filter((query) => query !== '' && query.toLowerCase() !== set.question.toLowerCase())
  const found: string[] = []
  for (const query of new Set(candidates)) {
    if (found.length >= offered) break
    const ranking = await retrieve(identity, { query, limit: 3 }, services)
    if (!ranking.weak && ranking.results.length > 0) found.push(query)
  }
  return found
}

/** Words that say how a question is put and nothing of what it is about. */
const phrasesOnly = /^(how|what|which|who|whom|when|why|where|many|much|often|long|times?|does|did|do|is|are|was|were|has|have|had|can|could|will|would|should|give|gives|giving|given|before|after|up)$/i

function stems(text: string): string[] {
  return analyze(text, 'en').map(({ lexeme }) => lexeme)
}
