import { rightOutcomes, type Case } from './case'
import { containsWords } from './contains-words'
import type { Count } from './evaluation-run'
import { isLabelled, type Observation } from './observation'

/**
 * Whether a refusal, or the open part of a partial answer, is useful: a labelled passage is shown where there are labels,
 * what is missing is named, the reason is one of the right ones, and every narrower query works. An answer without an open
 * part, and a refusal that should have been an answer, are measured elsewhere and count 0 of 0 here.
 */
export function scoreRefusal(asked: Case, seen: Observation): { readonly count: Count; readonly messages: readonly string[] } {
  const { record } = seen
  if (record.outcome === 'answered' || !rightOutcomes(asked).includes(record.outcome)) return { count: { n: 0, of: 0 }, messages: [] }
  const messages = record.outcome === 'refused' ? faultsOfRefusal(asked, seen) : faultsOfOpenPart(asked, seen)
  return { count: { n: messages.length === 0 ? 1 : 0, of: 1 }, messages }
}

function faultsOfRefusal(asked: Case, { record, evidence, workingQueries }: Observation): string[] {
  const { refusal } = record
  if (refusal === null) return ['The refusal gives no reason.']
  const faults: string[] = []
  const shown = evidence.filter(({ evidenceId }) => refusal.passages.some((passage) => passage.evidenceId === evidenceId))
  if (asked.relevant.length > 0 && !asked.relevant.some((label) => shown.some((item) => isLabelled(label, item)))) {
    faults.push('No labelled passage is among the shown ones.')
  }
  if (!namesMissing(asked, refusal.missing)) faults.push(`What is missing is not named: “${refusal.missing}”.`)
  if (asked.refusal.length > 0 && !asked.refusal.includes(refusal.reason)) {
    faults.push(`The reason is ${refusal.reason}, right would be ${asked.refusal.join(' or ')}.`)
  }
  for (const query of refusal.narrower) if (!workingQueries.has(query)) faults.push(`The narrower query “${query}” returns nothing that matches well.`)
  return faults
}

function faultsOfOpenPart(asked: Case, { record }: Observation): string[] {
  if (record.unanswered.length === 0) return ['The answer is partial and does not say what is open.']
  return namesMissing(asked, record.unanswered.join('\n')) ? [] : [`What is missing is not named: “${record.unanswered.join('; ')}”.`]
}

function namesMissing(asked: Case, text: string): boolean {
  return asked.missing.length === 0 || asked.missing.some((words) => containsWords(text, words))
}
