/** A logistic model over standardised features: the logit is the sum of weight × (value − mean) ÷ deviation, plus the bias. */
export interface LogisticModel {
  readonly means: readonly number[]
  readonly deviations: readonly number[]
  readonly weights: readonly number[]
  readonly bias: number
}

/** One question of a tree: feature, threshold, what follows at or below it, what above. A number is a leaf's share of the logit. */
export type Tree = number | readonly [feature: number, threshold: number, atMost: Tree, above: Tree]

/** What a claim's score is computed by, and where it comes from. */
export interface ScoreModel {
  readonly provenance: { readonly sets: readonly string[]; readonly half: string; readonly by: string; readonly claims: number }
  readonly logistic: LogisticModel
  readonly trees: readonly Tree[]
}
