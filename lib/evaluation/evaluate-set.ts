import { digest, seededIntegers } from '@/lib/foundation'
import type { RetrievalSet } from './read-beir'
import { scoreRankings, type RankingScores } from './score-rankings'

/** Ranks an indexed retrieval set. The rankings are of the set's own document ids, best first, at least `depth` long where there are so many. */
export interface SetRanker<Method extends string> {
  readonly methods: readonly Method[]
  rank(method: Method, query: { readonly id: string; readonly text: string }, depth: number): Promise<readonly string[]>
}

export interface SetEvaluation<Method extends string> {
  readonly name: string
  readonly documents: number
  readonly queries: number
  readonly methods: Readonly<Partial<Record<Method, MethodScores>>>
  /** Each method over each one named before it. */
  readonly margins: readonly Margin<Method>[]
}

/** Means rounded to four places; `recall@k` carries its k in its name. */
export type MethodScores = Readonly<Record<'nDCG@10' | 'recall@5' | 'MRR' | `recall@${number}`, number>>

/** Mean of the differences in nDCG@10 over the same queries, with its 95 % interval by the paired bootstrap. */
export interface Margin<Method extends string> {
  readonly method: Method
  readonly over: Method
  readonly mean: number
  readonly low: number
  readonly high: number
}

export interface SetOptions {
  /** Documents asked of each ranking, and the k of recall@k; default 100. */
  readonly depth?: number
  /** Called after each query. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Each method's ranking of each query, by query id. */
export type SetRankings<Method extends string> = ReadonlyMap<Method, ReadonlyMap<string, readonly string[]>>

/** Ranks every query of a set by each of the ranker's methods, one after the other, and scores the rankings. */
export async function evaluateSet<Method extends string>(
  set: RetrievalSet, ranker: SetRanker<Method>, options: SetOptions = {},
): Promise<SetEvaluation<Method>> {
  return scoreSet(set, await rankSet(set, ranker, options), options.depth ?? defaultDepth)
}

/** Ranks every query of a set by each of the ranker's methods, one query after the other. */
export async function rankSet<Method extends string>(set: RetrievalSet, ranker: SetRanker<Method>, { depth = defaultDepth, onProgress }: SetOptions = {}): Promise<SetRankings<Method>> {
  const rankings = new Map(ranker.methods.map((method) => [method, new Map<string, readonly string[]>()]))
  for (const [at, query] of set.queries.entries()) {
    for (const [method, ranked] of rankings) ranked.set(query.id, await ranker.rank(method, query, depth))
    onProgress?.(at + 1, set.queries.length)
  }
  return rankings
}

/** Scores rankings by the set's judgements; with `half`, over the queries of that half alone. */
export function scoreSet<Method extends string>(set: RetrievalSet, rankings: SetRankings<Method>, depth = defaultDepth, half: Half | null = null): SetEvaluation<Method> {
  const judgements = half === null ? set.judgements : new Map([...set.judgements].filter(([id]) => halfOf(id) === half))
  const scored = [...rankings].map(([method, ranked]) => ({ method, scores: scoreRankings(judgements, ranked, depth) }))
  const methods: Partial<Record<Method, MethodScores>> = {}
  for (const { method, scores } of scored) methods[method] = describeScores(scores)
  const margins = scored.flatMap(({ method, scores }, at) =>
    scored.slice(0, at).map((other) => ({ method, over: other.method, ...measureMargin(scores, other.scores) })))
  return { name: set.name, documents: set.documents.length, queries: set.queries.filter(({ id }) => judgements.has(id)).length, methods, margins }
}

const defaultDepth = 100

export type Half = 'A' | 'B'

/** The half a query belongs to, by a hash of its id: A is for tuning, B only for reporting. */
export function halfOf(queryId: string): Half {
  return Number.parseInt(digest(queryId).slice(0, 2), 16) % 2 === 0 ? 'A' : 'B'
}

function describeScores(scores: RankingScores): MethodScores {
  return {
    [`recall@${scores.k}` as const]: rounded(scores.recallAtK),
    'nDCG@10': rounded(scores['nDCG@10']), 'recall@5': rounded(scores['recall@5']), MRR: rounded(scores.MRR),
  }
}

/** The margin of one method over another in nDCG@10. Both must have been scored over the same queries; without any, all is 0. */
export function measureMargin(over: RankingScores, under: RankingScores): Omit<Margin<string>, 'method' | 'over'> {
  const differences = [...over.perQuery].flatMap(([queryId, scores]) => {
    const other = under.perQuery.get(queryId)
    return other === undefined ? [] : [scores['nDCG@10'] - other['nDCG@10']]
  })
  if (differences.length === 0) return { mean: 0, low: 0, high: 0 }
  const means = resampledMeans(differences)
  const at = (share: number): number => rounded(means[Math.min(resamples - 1, Math.floor(resamples * share))] ?? 0)
  return { mean: rounded(meanOf(differences)), low: at(0.025), high: at(0.975) }
}

// Percentile bootstrap over queries: Sakai, Evaluating evaluation metrics based on the bootstrap, 2006, who takes 1,000.
const resamples = 1000

function resampledMeans(values: readonly number[]): readonly number[] {
  // Always the same seed: the same rankings print the same interval.
  const next = seededIntegers(0x6b383172)
  const means = Array.from({ length: resamples }, () => meanOf(values.map(() => values[Math.floor((next() / 2 ** 32) * values.length)] ?? 0)))
  return means.sort((left, right) => left - right)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
