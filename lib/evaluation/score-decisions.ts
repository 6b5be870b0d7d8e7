import type { Count } from './evaluation-run'

/** A yes-or-no decision and what it should have been. */
export interface Decided {
  readonly is: boolean
  readonly said: boolean
}

/** How yes-or-no decisions came out, each kind apart. */
export interface DecisionScores {
  /** Of those that are: said to be. */
  readonly truePositives: Count
  /** Of those that are not: said to be. */
  readonly falsePositives: Count
  /** Mean of the shares decided rightly of those that are and those that are not; null where there are none of one kind. */
  readonly balancedAccuracy: number | null
}

export function scoreDecisions(decisions: readonly Decided[]): DecisionScores {
  const count = (is: boolean): Count => {
    const those = decisions.filter((decision) => decision.is === is)
    return { n: those.filter(({ said }) => said).length, of: those.length }
  }
  const [truePositives, falsePositives] = [count(true), count(false)]
  const balancedAccuracy = truePositives.of === 0 || falsePositives.of === 0 ? null : (truePositives.n / truePositives.of + 1 - falsePositives.n / falsePositives.of) / 2
  return { truePositives, falsePositives, balancedAccuracy }
}

/** The lowest score from which saying yes gives the highest balanced accuracy; null where there are none of one kind. */
export function chooseThreshold(scored: readonly { readonly is: boolean; readonly score: number }[]): number | null {
  let best: { readonly threshold: number; readonly accuracy: number } | null = null
  for (const threshold of [...new Set(scored.map(({ score }) => score))].sort((a, b) => a - b)) {
    const accuracy = scoreDecisions(scored.map(({ is, score }) => ({ is, said: score >= threshold }))).balancedAccuracy
    if (accuracy !== null && (best === null || accuracy > best.accuracy)) best = { threshold, accuracy }
  }
  return best?.threshold ?? null
}

/** The share of pairs, one that is and one that is not, in which the first has the higher score; a tie is half. Null without a pair. */
export function areaUnderCurve(scored: readonly { readonly is: boolean; readonly score: number }[]): number | null {
  const those = scored.filter(({ is }) => is)
  const others = scored.filter(({ is }) => !is)
  if (those.length === 0 || others.length === 0) return null
  const won = those.reduce((sum, { score }) => sum + others.reduce((wins, other) => wins + (score > other.score ? 1 : score === other.score ? 0.5 : 0), 0), 0)
  return won / (those.length * others.length)
}
