import { claimFeatures } from './claim-features'
import { scoreModel } from './score-model'
import type { LogisticModel, ScoreModel, Tree } from './score-model-shape'
import type { CitedPassage } from './verdict'

/**
 * How likely passages carry a claim by the likeness of their words, as a logit; above 0 more likely than not. Learned, so it may rank,
 * narrow and flag, and never blesses: a claim with every word in place and one sense turned scores high.
 */
export function scoreClaim(text: string, cited: readonly CitedPassage[]): number {
  return applyScore(scoreModel, claimFeatures(text, cited))
}

/** A model's logit of one row of features. */
export function applyScore({ logistic, trees }: Pick<ScoreModel, 'logistic' | 'trees'>, features: readonly number[]): number {
  return applyLogistic(logistic, features) + trees.reduce<number>((sum, one) => sum + leafOf(one, features), 0)
}

export function applyLogistic({ means, deviations, weights, bias }: LogisticModel, features: readonly number[]): number {
  return features.reduce((sum, value, at) => sum + ((value - (means[at] ?? 0)) / (deviations[at] ?? 1)) * (weights[at] ?? 0), bias)
}

/** What a tree gives for one row of features. */
export function leafOf(whole: Tree, features: readonly number[]): number {
  let at = whole
  while (typeof at !== 'number') at = (features[at[0]] ?? 0) <= at[1] ? at[2] : at[3]
  return at
}
