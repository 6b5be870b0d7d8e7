import { owner } from '@/lib/access'
import { scoreSet, type RetrievalSet } from '@/lib/evaluation'
import { compareArms, type ArmComparison, type RetrievalServices, type ScoredPassage } from '@/lib/retrieval'

/** BM25 scaled by the query's best passage, as K81R does, beside BM25 scaled by what the query's words could give at most. */
export interface ScaleFigures {
  readonly best: ScaleFigure
  readonly attainable: ScaleFigure
}

interface ScaleFigure {
  readonly 'nDCG@10': number
  /** Share of queries in which the order of the others among the first ten changes when the passage best by words is taken away, or, seen from the other side, added. */
  readonly ordersChanged: number
}

/** Share of queries whose first five passages are the same, in the same order, from 50 and from 200 candidates of each arm. */
export async function measureStability(queries: readonly string[], services: RetrievalServices): Promise<number> {
  let same = 0
  for (const query of queries) {
    const [few, many] = await Promise.all([50, 200].map((depth) => compareArms(owner, { query }, { ...services, depth })))
    if (few?.reranked.slice(0, 5).join(' ') === many?.reranked.slice(0, 5).join(' ')) same++
  }
  return queries.length === 0 ? 1 : same / queries.length
}

export async function measureScale(set: RetrievalSet, armsOf: (text: string) => Promise<ArmComparison>, documentsOf: (passages: readonly number[]) => readonly string[]): Promise<ScaleFigures> {
  const compared = await Promise.all(set.queries.map(async ({ id, text }) => ({ id, arms: await armsOf(text) })))
  const bestOf = ({ scored }: ArmComparison, without: number | null) => Math.max(0, ...scored.filter(({ passage }) => passage !== without).map(({ bm25 }) => bm25))
  const shares = compared.flatMap(({ arms }) => (arms.attainable === 0 ? [] : [bestOf(arms, null) / arms.attainable]))
  const meanShare = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
  const figure = (scaleOf: (arms: ArmComparison, without: number | null) => number): ScaleFigure => {
    const rankings = new Map(compared.map(({ id, arms }) => [id, [...new Set(documentsOf(ordered(arms, scaleOf(arms, null)).map(({ passage }) => passage)))]]))
    const changed = compared.filter(({ arms }) => {
      const leader = arms.scored.toSorted((a, b) => b.bm25 - a.bm25)[0]
      if (leader === undefined || leader.bm25 === 0) return false
      const before = ordered(arms, scaleOf(arms, null)).filter(({ passage }) => passage !== leader.passage).slice(0, 10)
      const after = ordered({ ...arms, scored: arms.scored.filter((one) => one !== leader) }, scaleOf(arms, leader.passage)).slice(0, 10)
      return before.some(({ passage }, at) => after[at]?.passage !== passage)
    })
    return { 'nDCG@10': scoreSet(set, new Map([['scaled', rankings]])).methods['scaled']?.['nDCG@10'] ?? 0, ordersChanged: compared.length === 0 ? 0 : changed.length / compared.length }
  }
  return {
    best: figure(bestOf),
    // So that both scales weigh words alike against the rest: the best passage of a query gets 1 on average over the set.
    attainable: figure(({ attainable }) => attainable * meanShare),
  }
  function ordered({ scored }: Pick<ArmComparison, 'scored'>, scale: number): ScoredPassage[] {
    const score = ({ bm25, otherScore, lexicalWeight }: ScoredPassage) => otherScore + (scale === 0 ? 0 : (lexicalWeight * bm25) / scale)
    return scored.toSorted((a, b) => score(b) - score(a) || a.passage - b.passage)
  }
}
