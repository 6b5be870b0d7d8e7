import type { EvidenceForSynthesis } from './draft-claim'

/** JSON that stays on one line for every reader: the three line breaks that JSON leaves as they are become escapes. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** All that a model is told of an item, on one line: its id, title, headings, date and text, and no path, scope or tag. */
export function toEvidenceLine({ evidenceId, title, headingPath, effectiveAt, text }: EvidenceForSynthesis): string {
  return `${evidenceId}: ${toJsonLine({ title, heading: headingPath, date: effectiveAt, text })}`
}
