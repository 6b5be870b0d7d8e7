import { digest } from '@/lib/foundation'
import { applyScore, type ScoreModel, type Tree } from '@/lib/verification'
import { fitLogistic, type Example } from './fit-logistic'
import { fitTrees } from './fit-trees'
import { featuresOf, type ClaimSet, type LabelledClaim } from './read-claim-set'

const folds = 5

/** A fold of claims by the claim's own words: all texts of one claim are in one fold. */
export function foldOf({ claim }: Pick<LabelledClaim, 'claim'>): number {
  return Number.parseInt(digest(claim.toLowerCase().replace(/\s+/g, ' ').trim()).slice(2, 8), 16) % folds
}

/** Each claim's score by a model that was fitted to the claims of the other four folds, in the claims' order. */
export function crossFit(examples: readonly (Example & { readonly fold: number })[]): readonly number[] {
  const models = Array.from({ length: folds }, (_, fold) => fitBoth(examples.filter((example) => example.fold !== fold)))
  return examples.map(({ fold, features }) => { const model = models[fold]; return model === undefined ? 0 : applyScore(model, features) })
}

function fitBoth(examples: readonly Example[]): Pick<ScoreModel, 'logistic' | 'trees'> {
  return { logistic: fitLogistic(examples), trees: fitTrees(examples) }
}

/** The score that `lib/verification/score-model.ts` holds: fitted to half A of these sets together, rounded to four places. */
export function fitClaimScore(sets: readonly ClaimSet[]): ScoreModel {
  const claims = sets.flatMap((set) => set.claims).filter(({ half }) => half === 'A')
  const { logistic, trees } = fitBoth(claims.map((claim) => ({ features: featuresOf(claim), is: claim.label === 'supported' })))
  return {
    provenance: { sets: sets.map(({ name }) => name), half: 'A', by: 'fitClaimScore in lib/evaluation', claims: claims.length },
    logistic: { means: logistic.means.map(rounded), deviations: logistic.deviations.map(rounded), weights: logistic.weights.map(rounded), bias: rounded(logistic.bias) },
    trees: trees.map(roundedTree),
  }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

/** Thresholds stay exact: rounded, a value could change sides. */
function roundedTree(tree: Tree): Tree {
  return typeof tree === 'number' ? rounded(tree) : [tree[0], tree[1], roundedTree(tree[2]), roundedTree(tree[3])]
}

/** A fitted score as the source of `lib/verification/score-model.ts`. */
export function formatScoreModel({ provenance, logistic, trees }: ScoreModel): string {
  const quote = (text: string): string => `'${text}'`
  const row = (values: readonly number[]): string => `[${values.join(', ')}]`
  return [
    "import type { ScoreModel } from './score-model-shape'\n",
    '/** Written by `formatScoreModel` in lib/evaluation: data, not to be edited. */',
    'export const scoreModel: ScoreModel = {',
    `  provenance: { sets: [${provenance.sets.map(quote).join(', ')}], half: ${quote(provenance.half)}, by: ${quote(provenance.by)}, claims: ${provenance.claims} },`,
    '  logistic: {',
    `    means: ${row(logistic.means)},`, `    deviations: ${row(logistic.deviations)},`, `    weights: ${row(logistic.weights)},`, `    bias: ${logistic.bias},`,
    '  },',
    '  trees: [',
    ...trees.map((tree) => `    ${JSON.stringify(tree)},`),
    '  ],', '}', '',
  ].join('\n')
}
