import type { AnswerRecord } from '@/lib/answers'
import { rightOutcomes, type Case, type Label } from './case'
import { containsWords } from './contains-words'
import type { Count, Finding, LabelRanks, Stage, StageCounts } from './evaluation-run'
import { findBreaches } from './find-breaches'
import { findLeaks } from './find-leaks'
import { isLabelled, standsIn, type FoundPassage, type Observation } from './observation'
import { rankLabels } from './rank-labels'
import { scoreRefusal } from './score-refusal'

export interface CaseScore {
  readonly counts: StageCounts
  readonly findings: readonly Finding[]
  readonly ranks: LabelRanks | null
}

/** Results among which a labelled passage must be. */
export const recallDepth = 5

/** One stage's count with what it found wrong. */
interface StageScore {
  readonly count: Count
  readonly messages: readonly string[]
}

/** Scores one case by its labels alone, stage by stage; a stage the case says nothing about counts 0 of 0. */
export function scoreCase(asked: Case, seen: Observation): CaseScore {
  const scores: Readonly<Record<Stage, StageScore>> = {
    retrieval: scoreLabels(asked.relevant, seen.results.slice(0, recallDepth), `the first ${recallDepth} results`),
    selection: scoreLabels(asked.relevant, seen.evidence, 'the evidence set'),
    outcome: scoreOutcome(asked, seen.record),
    required: scoreRequired(asked, seen.record),
    forbidden: scoreForbidden(asked, seen.record),
    support: scoreSupport(asked, seen),
    refusal: scoreRefusal(asked, seen),
    containment: whole(findBreaches(seen)),
    access: asked.as.scopes === 'all' ? nothing : whole(findLeaks(asked, seen)),
  }
  const entries = Object.entries(scores) as [Stage, StageScore][] // the keys are Stage by the type above
  return {
    counts: countsOf((stage) => scores[stage].count),
    findings: entries.flatMap(([stage, score]) => score.messages.map((message) => ({ stage, message }))),
    ranks: rankLabels(asked.relevant, seen.results),
  }
}

/** Every stage with its count, written out so that a new stage cannot be forgotten. */
export function countsOf(count: (stage: Stage) => Count): StageCounts {
  return {
    retrieval: count('retrieval'), selection: count('selection'), outcome: count('outcome'), required: count('required'),
    forbidden: count('forbidden'), support: count('support'), refusal: count('refusal'), containment: count('containment'), access: count('access'),
  }
}

const nothing: StageScore = { count: { n: 0, of: 0 }, messages: [] }

function whole(messages: readonly string[]): StageScore {
  return { count: { n: messages.length === 0 ? 1 : 0, of: 1 }, messages }
}

function scoreLabels(labels: readonly Label[], items: readonly FoundPassage[], where: string): StageScore {
  const lost = labels.filter((label) => !items.some((item) => isLabelled(label, item)))
  return {
    count: { n: labels.length - lost.length, of: labels.length },
    messages: lost.map((label) => `“${label.contains}” of ${label.path} is not among ${where}.`),
  }
}

function scoreOutcome(asked: Case, record: AnswerRecord): StageScore {
  const right = rightOutcomes(asked)
  return whole(right.includes(record.outcome) ? [] : [`The outcome is ${record.outcome}, right would be ${right.join(' or ')}.`])
}

function scoreRequired(asked: Case, record: AnswerRecord): StageScore {
  // A refusal that is right shows no claims, so nothing can be required of it; an unexpected answer is measured.
  if (record.outcome === 'refused' && rightOutcomes(asked).includes('refused')) return nothing
  const shown = shownText(record)
  const lacking = asked.required.filter((alternatives) => !alternatives.some((words) => containsWords(shown, words)))
  return {
    count: { n: asked.required.length - lacking.length, of: asked.required.length },
    messages: lacking.map((alternatives) => `No claim says ${alternatives.map((words) => `“${words}”`).join(' or ')}.`),
  }
}

function scoreForbidden(asked: Case, record: AnswerRecord): StageScore {
  const said = asked.forbidden.filter((words) => record.claims.some((claim) => containsWords(claim.text, words)))
  return { count: { n: asked.forbidden.length - said.length, of: asked.forbidden.length }, messages: said.map((words) => `A claim says “${words}”.`) }
}

/** Judged by the labels, never by the product's own verifier: all of a claim's quotes lie in labelled passages. */
function scoreSupport(asked: Case, { record, evidence }: Observation): StageScore {
  if (asked.relevant.length === 0) return record.claims.length === 0 ? nothing : {
    count: { n: 0, of: record.claims.length }, messages: ['There are claims, and no passage is labelled for this question.'],
  }
  const loose = record.claims.filter((claim) => claim.citations.length === 0 || !claim.citations.every((citation) => {
    const item = evidence.find(({ evidenceId }) => evidenceId === citation.evidenceId)
    return item !== undefined && standsIn(item, citation.quote) && asked.relevant.some((label) => isLabelled(label, item))
  }))
  return {
    count: { n: record.claims.length - loose.length, of: record.claims.length },
    messages: loose.map(({ text, citations }) => {
      const cited = citations.map(({ sourcePath, revision }) => `${sourcePath} r${revision}`).join(', ')
      return `The claim “${shorten(text)}” does not rest on labelled passages alone (${cited === '' ? 'no citation' : cited}).`
    }),
  }
}

function shownText(record: AnswerRecord): string {
  return record.claims.map(({ text }) => text).join('\n')
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
