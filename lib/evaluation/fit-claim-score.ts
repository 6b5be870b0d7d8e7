import { digest } from '@/lib/foundation'
import { applyScore, type ScoreModel, type Tree } from '@/lib/verification'
import { fitLogistic, type Example } from './fit-logistic'
import { fitTrees } from './fit-trees'
import { featuresOf, type ClaimSet, type LabelledClaim } from './read-claim-set'
import { areaUnderCurve } from './score-decisions'

const folds = 5
/** Ridge: many features say nearly the same. From .03 to .3 half A's figures hardly move. */
const penalty = 0.1
/** In logits. */
const spread = 0.5

/** A fold of claims by the claim's own words: all texts of one claim are in one fold. */
export function foldOf({ claim }: Pick<LabelledClaim, 'claim'>): number {
  return Number.parseInt(digest(claim.toLowerCase().replace(/\s+/g, ' ').trim()).slice(2, 8), 16) % folds
}

type Model = Pick<ScoreModel, 'logistic' | 'trees'>

interface FoldedExample extends Example {
  readonly fold: number
}

/** Each claim's score by a model that was fitted to the claims of the other four folds, in the claims' order. */
export function crossFit(examples: readonly FoldedExample[]): readonly number[] {
  const models = holdOut(examples, fitModel)
  return examples.map(({ fold, features }) => { const model = models.get(fold); return model === undefined ? 0 : applyScore(model, features) })
}

/** By fold, what is fitted to the others. */
function holdOut(examples: readonly FoldedExample[], fit: (examples: readonly FoldedExample[]) => Model): ReadonlyMap<number, Model> {
  return new Map([...new Set(examples.map(({ fold }) => fold))].map((held) => [held, fit(examples.filter(({ fold }) => fold !== held))]))
}

/**
 * A logistic model, with trees where they help: few claims teach trees their noise. That, and where a score says yes, are decided
 * within the given claims by what models say of each fold that were fitted to the others.
 */
function fitModel(examples: readonly FoldedExample[]): Model {
  const model = fitBoth(examples)
  const held = holdOut(examples, fitBoth)
  const scoresOf = (trees: Model['trees'] | null): readonly Scored[] => examples.map(({ is, fold, features }) => {
    const other = held.get(fold) ?? model
    return { is, score: applyScore(trees === null ? other : { ...other, trees }, features) }
  })
  const [both, plain] = [scoresOf(null), scoresOf([])]
  const helps = (areaUnderCurve(both) ?? 0) > (areaUnderCurve(plain) ?? 0)
  const { logistic, trees } = model
  return { logistic: { ...logistic, bias: logistic.bias - balancingScore(helps ? both : plain) }, trees: helps ? trees : [] }
}

interface Scored {
  readonly is: boolean
  readonly score: number
}

/** The score that parts the two kinds best, each score counted as spread out over half a logit, for a sharp edge fits chance. */
function balancingScore(scored: readonly Scored[]): number {
  const shareAbove = (is: boolean, edge: number): number => {
    const those = scored.filter((one) => one.is === is)
    return those.reduce((sum, { score }) => sum + 1 / (1 + Math.exp((edge - score) / spread)), 0) / Math.max(1, those.length)
  }
  const edges = Array.from({ length: 97 }, (_, at) => (at - 48) / 40)
  return edges.reduce<{ readonly edge: number; readonly gain: number }>((best, edge) => {
    const gain = shareAbove(true, edge) - shareAbove(false, edge)
    return gain > best.gain ? { edge, gain } : best
  }, { edge: 0, gain: 0 }).edge
}

function fitBoth(examples: readonly Example[]): Model {
  return { logistic: fitLogistic(examples, penalty), trees: fitTrees(examples) }
}

/** The score that `lib/verification/score-model.ts` holds: fitted to half A of these sets together, rounded to four places. */
export function fitClaimScore(sets: readonly ClaimSet[]): ScoreModel {
  const claims = sets.flatMap((set) => set.claims).filter(({ half }) => half === 'A')
  const { logistic, trees } = fitModel(claims.map((claim) => ({ features: featuresOf(claim), is: claim.label === 'supported', fold: foldOf(claim) })))
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
