/** Relevance grades by document id, by query id; a grade of 0 or less is not relevant. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>

export interface RankingScores {
  /** Queries that have at least one relevant document; the means are over these, as in trec_eval and BEIR. */
  readonly queries: number
  readonly 'nDCG@10': number
  readonly 'recall@5': number
  /** Recall at the depth that was asked for. */
  readonly recallAtK: number
  readonly k: number
  readonly MRR: number
  /** The same for each query, by its id, so that two methods can be compared pair by pair. */
  readonly perQuery: ReadonlyMap<string, QueryScores>
}

export interface QueryScores {
  readonly 'nDCG@10': number
  readonly 'recall@5': number
  readonly recallAtK: number
  readonly MRR: number
}

/**
 * Scores rankings (document ids, best first, by query id) by graded judgements: means of values in 0..1, over the judged
 * queries; a judged query without a ranking counts 0, and an id that repeats counts at its first place only. All means are
 * 0 when no query has a relevant document.
 */
export function scoreRankings(judgements: Judgements, rankings: ReadonlyMap<string, readonly string[]>, k: number): RankingScores {
  const perQuery = new Map<string, QueryScores>()
  for (const [queryId, grades] of judgements) {
    const relevant = new Map([...grades].filter(([, grade]) => grade > 0))
    if (relevant.size > 0) perQuery.set(queryId, scoreQuery(relevant, [...new Set(rankings.get(queryId) ?? [])], k))
  }
  const mean = (value: (scores: QueryScores) => number): number => meanOf([...perQuery.values()].map(value))
  return {
    queries: perQuery.size,
    'nDCG@10': mean((scores) => scores['nDCG@10']),
    'recall@5': mean((scores) => scores['recall@5']),
    recallAtK: mean((scores) => scores.recallAtK),
    k,
    MRR: mean((scores) => scores.MRR),
    perQuery,
  }
}

function scoreQuery(relevant: ReadonlyMap<string, number>, ranking: readonly string[], k: number): QueryScores {
  const first = ranking.findIndex((id) => relevant.has(id))
  return {
    'nDCG@10': normalizedGain(relevant, ranking, 10),
    'recall@5': recallAt(relevant, ranking, 5),
    recallAtK: recallAt(relevant, ranking, k),
    // Reciprocal rank of the first relevant document: Voorhees, TREC-8 Question Answering Track Report, 1999.
    MRR: first === -1 ? 0 : 1 / (first + 1),
  }
}

// Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, 2002, with the gain equal to the grade and the
// discount log2(rank + 1): what trec_eval's ndcg_cut computes, and with it BEIR.
function normalizedGain(relevant: ReadonlyMap<string, number>, ranking: readonly string[], depth: number): number {
  const gains = ranking.slice(0, depth).map((id) => relevant.get(id) ?? 0)
  const ideal = [...relevant.values()].sort((left, right) => right - left).slice(0, depth)
  return discounted(gains) / discounted(ideal)
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0)
}

/** Share of all relevant documents, whatever their grade, that are among the first: trec_eval's recall. */
function recallAt(relevant: ReadonlyMap<string, number>, ranking: readonly string[], depth: number): number {
  return ranking.slice(0, depth).filter((id) => relevant.has(id)).length / relevant.size
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
