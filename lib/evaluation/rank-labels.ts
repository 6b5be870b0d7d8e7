import type { Label } from './case'
import type { LabelRanks } from './evaluation-run'
import { isLabelled, type FoundPassage } from './observation'

const depth = 10

/**
 * How high search results, best first, hold the labelled passages: nDCG@10 with one gain for each label at the first
 * passage that holds it (1 where several labels share a passage and nothing stands above it), and the reciprocal rank of
 * the first labelled passage, 0 where none is among the results. Null without labels.
 */
export function rankLabels(labels: readonly Label[], results: readonly FoundPassage[]): LabelRanks | null {
  if (labels.length === 0) return null
  const places = labels.map((label) => results.findIndex((result) => isLabelled(label, result))).filter((at) => at !== -1)
  const first = Math.min(...places)
  const gain = sumDiscounts(places.filter((at) => at < depth))
  const ideal = sumDiscounts(labels.slice(0, depth).map((_, at) => at))
  return { 'nDCG@10': Math.min(1, gain / ideal), MRR: places.length === 0 ? 0 : 1 / (first + 1) }
}

// log2(rank + 1), as lib/evaluation/score-rankings.ts discounts whole documents.
function sumDiscounts(places: readonly number[]): number {
  return places.reduce((sum, at) => sum + 1 / Math.log2(at + 2), 0)
}
