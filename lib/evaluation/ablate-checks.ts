import type { Answerability, CheckName } from '@/lib/answerability'
import { rightOutcomes, type Case } from './case'

/** One case under every check, and without each of them. */
export interface AblatedCase {
  readonly asked: Pick<Case, 'id' | 'category' | 'question' | 'outcome' | 'acceptable'>
  readonly whole: Answerability['outcome']
  readonly without: Readonly<Record<CheckName, Answerability['outcome']>>
}

/** What one check decides. */
export interface Ablation {
  readonly check: CheckName
  /** Cases whose decision is right with it and wrong without it: only it decides them. */
  readonly decides: readonly string[]
  /** Cases whose decision would be right without it. */
  readonly costs: readonly string[]
}

const asOutcome = { answerable: 'answered', partly: 'partial', refused: 'refused' } as const satisfies Readonly<Record<Answerability['outcome'], Case['outcome']>>

/** Which cases each check alone decides, by what the labels hold for right; a case on which nothing depends is in no list. */
export function ablateChecks(checkNames: readonly CheckName[], cases: readonly AblatedCase[]): Ablation[] {
  return checkNames.map((check) => {
    const judged = cases.map(({ asked, whole, without }) => {
      const right = rightOutcomes(asked)
      return { id: asked.id, with: right.includes(asOutcome[whole]), without: right.includes(asOutcome[without[check]]) }
    })
    return { check, decides: judged.filter((entry) => entry.with && !entry.without).map(({ id }) => id), costs: judged.filter((entry) => !entry.with && entry.without).map(({ id }) => id) }
  })
}

/** A block of lines per check, with the ids. */
export function formatAblation(ablations: readonly Ablation[]): string {
  return ablations.map(({ check, decides, costs }) => [
    `${check}: only it decides ${decides.length}, without it ${costs.length} more would be right`,
    ...(decides.length === 0 ? [] : [`  decides  ${decides.join(', ')}`]), ...(costs.length === 0 ? [] : [`  costs    ${costs.join(', ')}`]),
  ].join('\n')).join('\n')
}
