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
  logit: number
  slope: number
  curve: number
}

/** Fits boosted trees to logistic loss, both kinds weighing the same. Deterministic; no trees without an example of each kind. */
export function fitTrees(examples: readonly Example[]): readonly Tree[] {
  const positives = examples.filter(({ is }) => is).length
  if (positives === 0 || positives === examples.length) return []
  const rows = examples.map(({ features, is }): Row =>
    ({ features, is, weight: examples.length / (2 * (is ? positives : examples.length - positives)), logit: 0, slope: 0, curve: 0 }))
  const thresholds = (examples[0]?.features ?? []).map((_, at) => thresholdsOf(rows.map(({ features }) => features[at] ?? 0)))
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

function grow(rows: readonly Row[], thresholds: readonly (readonly number[])[], levels: number): Tree {
  const all = sums(rows)
  const leaf = (-rate * all.slope) / (all.curve + leafPenalty)
  if (levels === 0 || rows.length < 2 * fewestInLeaf) return leaf
  const worth = ({ slope, curve }: { readonly slope: number; readonly curve: number }): number => slope ** 2 / (curve + leafPenalty)
  let best: { readonly feature: number; readonly threshold: number; readonly gain: number } | null = null
  for (const [feature, cuts] of thresholds.entries()) {
    for (const threshold of cuts) {
      const left = sums(rows, feature, threshold)
      if (left.count < fewestInLeaf || rows.length - left.count < fewestInLeaf) continue
      const gain = worth(left) + worth({ slope: all.slope - left.slope, curve: all.curve - left.curve }) - worth(all)
      if (gain > (best?.gain ?? 1e-6)) best = { feature, threshold, gain }
    }
  }
  if (best === null) return leaf
  const { feature, threshold } = best
  const isLeft = ({ features }: Row): boolean => (features[feature] ?? 0) <= threshold
  return [feature, threshold, grow(rows.filter(isLeft), thresholds, levels - 1), grow(rows.filter((row) => !isLeft(row)), thresholds, levels - 1)]
}

function sums(rows: readonly Row[], feature = -1, threshold = 0): { readonly slope: number; readonly curve: number; readonly count: number } {
  let [slope, curve, count] = [0, 0, 0]
  for (const row of rows) {
    if (feature >= 0 && (row.features[feature] ?? 0) > threshold) continue
    slope += row.slope
    curve += row.curve
    count += 1
  }
  return { slope, curve, count }
}
