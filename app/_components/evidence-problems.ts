import type { ChangeProblem } from '@/lib/evidence'

/** Why a set was not changed, in a sentence that says what to do. */
export const evidenceProblems: Readonly<Record<ChangeProblem, string>> = {
  'no-reason': 'Say in a few words why the passage is left out; the reason is kept with it.',
  'long-reason': 'The reason is longer than 500 characters; say it shorter.',
  'not-in-set': 'This passage is no longer in that place of the set. Look at the newest revision.',
  'in-set': 'This passage is in the set already.',
  excluded: 'This passage was left out of the set. Restore it instead of adding it.',
  'no-room': 'The set has no room left for this passage. Leave out another one first.',
  'not-found': 'This passage is not among what can be found now. Search for it again.',
  'not-yours': 'Only whoever assembled a set can change it. Assemble one of your own for the same question.',
}

/** The sentence for a problem as an address names it; null when it names none. */
export function evidenceProblem(name: string | undefined): string | null {
  return name !== undefined && Object.hasOwn(evidenceProblems, name) ? evidenceProblems[name as ChangeProblem] : null // checked by hasOwn
}
