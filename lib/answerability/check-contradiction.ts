import type { EvidenceItem } from '@/lib/evidence'
import { rareName } from './check-entities'
import { findContradiction } from './find-contradiction'
import { idsOf, type Finding, type PartView } from './part-view'

/** A quantity that the question itself names, to be held against what the notes say. */
const quantity = /\b(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety|a) (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|retries|attempts|percent)\b/i

/** Whether two current documents, neither of which replaces the other, give different quantities for what is asked; of two things with names of their own each has its own. */
export function checkContradiction({ question, standing, isPast, idf }: PartView): Finding {
  const applies = !isPast && (question.type === 'number' || question.type === 'time' || quantity.test(question.text))
  const named = question.entities.filter(({ lexeme }) => (idf.get(lexeme) ?? rareName) >= rareName)
  const contradiction = applies ? findContradiction(standing.filter(({ covered }) => named.every(({ lexeme }) => covered.has(lexeme)))) : null
  if (contradiction === null) return { passed: true, note: 'No two current passages give different values.', evidenceIds: idsOf(standing.slice(0, 8)) }
  const { left, right, values } = contradiction
  const [one, other] = [left.candidate.item, right.candidate.item]
  return {
    passed: false, reason: 'contradicted-sources', evidenceIds: [one.evidenceId, other.evidenceId], first: [left, right],
    missing: `Two documents disagree and neither replaces the other: “${one.title}” (${dateOf(one)}) says ${values[0]}, “${other.title}” (${dateOf(other)}) says ${values[1]}. Which one holds is not written down.`,
    supported: `Both state a value: ${values[0]} and ${values[1]}.`,
  }
}

function dateOf({ effectiveAt, undated }: EvidenceItem): string {
  return undated === true ? 'no date' : effectiveAt
}
