import { leafOf, type Tree } from '@/lib/verification'
import type { Example } from './fit-logistic'

// Friedman, Greedy function approximation: a gradient boosting machine, 2001, with Newton leaves; sizes taken as usual, not tuned.
const trees = 120
const rate = 0.06
const depth = 3
const fewestInLeaf = 12
const leafPenalty = 2
const bins = 24

interface Row {
  readonly features: readonly number[]
  readonly is: boolean
  readonly weight: number
  /** Of each feature, how many of its thresholds the value is above. */
  readonly above: readonly number[]
  logit: number
  slope: number
  curve: number
}

/** Fits boosted trees to logistic loss, both kinds weighing the same. Deterministic; no trees without an example of each kind. */
export function fitTrees(examples: readonly Example[]): readonly Tree[] {
  const positives = examples.filter(({ is }) => is).length
  if (positives === 0 || positives === examples.length) return []
  const thresholds = (examples[0]?.features ?? []).map((_, at) => thresholdsOf(examples.map(({ features }) => features[at] ?? 0)))
  const rows = examples.map(({ features, is }): Row => ({
    features, is, weight: examples.length / (2 * (is ? positives : examples.length - positives)), logit: 0, slope: 0, curve: 0,
    above: thresholds.map((cuts, at) => cuts.filter((cut) => (features[at] ?? 0) > cut).length),
  }))
  const model: Tree[] = []
  for (let round = 0; round < trees; round += 1) {
    for (const row of rows) {
      const chance = 1 / (1 + Math.exp(-row.logit))
      row.slope = row.weight * (chance - (row.is ? 1 : 0))
      row.curve = row.weight * chance * (1 - chance)
    }
    const tree = grow(rows, thresholds, depth)
    if (typeof tree === 'number') break
    model.push(tree)
    for (const row of rows) row.logit += leafOf(tree, row.features)
  }
  return model
}

function thresholdsOf(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b)
  const cuts = Array.from({ length: bins }, (_, at) => sorted[Math.floor((sorted.length * at) / bins)] ?? 0)
  return [...new Set(cuts)].filter((cut) => cut < (sorted[sorted.length - 1] ?? 0))
}

interface Sums {
  readonly slope: number
  readonly curve: number
  readonly count: number
}

function grow(rows: readonly Row[], thresholds: readonly (readonly number[])[], levels: number): Tree {
  const all = rows.reduce<Sums>(add, { slope: 0, curve: 0, count: 0 })
  const leaf = (-rate * all.slope) / (all.curve + leafPenalty)
  if (levels === 0 || rows.length < 2 * fewestInLeaf) return leaf
  const worth = ({ slope, curve }: Pick<Sums, 'slope' | 'curve'>): number => slope ** 2 / (curve + leafPenalty)
  let best: { readonly feature: number; readonly at: number; readonly threshold: number; readonly gain: number } | null = null
  for (const [feature, cuts] of thresholds.entries()) {
    let left: Sums = { slope: 0, curve: 0, count: 0 }
    const between = sumsBetween(rows, feature, cuts.length)
    for (const [at, threshold] of cuts.entries()) {
      left = add(left, between[at] ?? left)
      if (left.count < fewestInLeaf || rows.length - left.count < fewestInLeaf) continue
      const gain = worth(left) + worth({ slope: all.slope - left.slope, curve: all.curve - left.curve }) - worth(all)
      if (gain > (best?.gain ?? 1e-6)) best = { feature, at, threshold, gain }
    }
  }
  if (best === null) return leaf
  const { feature, at, threshold } = best
  const isLeft = ({ above }: Row): boolean => (above[feature] ?? 0) <= at
  return [feature, threshold, grow(rows.filter(isLeft), thresholds, levels - 1), grow(rows.filter((row) => !isLeft(row)), thresholds, levels - 1)]
}

/** The rows' sums by how many of a feature's thresholds they are above. */
function sumsBetween(rows: readonly Row[], feature: number, cuts: number): readonly Sums[] {
  const [slopes, curves, counts] = [new Float64Array(cuts + 1), new Float64Array(cuts + 1), new Float64Array(cuts + 1)]
  for (const { above, slope, curve } of rows) {
    const at = above[feature] ?? 0
    slopes[at] = (slopes[at] ?? 0) + slope
    curves[at] = (curves[at] ?? 0) + curve
    counts[at] = (counts[at] ?? 0) + 1
  }
  return Array.from(slopes, (slope, at) => ({ slope, curve: curves[at] ?? 0, count: counts[at] ?? 0 }))
}

function add(one: Sums, other: { readonly slope: number; readonly curve: number; readonly count?: number }): Sums {
  return { slope: one.slope + other.slope, curve: one.curve + other.curve, count: one.count + (other.count ?? 1) }
}
