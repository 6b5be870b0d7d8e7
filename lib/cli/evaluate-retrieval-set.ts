import { owner } from '@/lib/access'
import { evaluateSet, type RetrievalSet, type SetEvaluation } from '@/lib/evaluation'
import { compareArms, type ArmComparison } from '@/lib/retrieval'
import { withIndexedSet, type SetWork } from './bench-set'

/** The stages of ranking, each alone, and the whole as a search shows it. */
export const stagesOfRanking = ['lexical', 'vector', 'fused', 'reranked'] as const
export type StageOfRanking = (typeof stagesOfRanking)[number]

/** Ranks a set's queries by each stage of the product's own search, over the set's documents as notes. */
export function evaluateRetrievalSet(set: RetrievalSet, options: SetWork): Promise<SetEvaluation<StageOfRanking>> {
  return withIndexedSet(set, options, ({ services, documentsOf }) => {
    let last: { readonly id: string; readonly arms: ArmComparison } | null = null
    return evaluateSet(set, {
      methods: stagesOfRanking,
      rank: async (method, { id, text }) => {
        if (last?.id !== id) last = { id, arms: await compareArms(owner, { query: text }, services) }
        return [...new Set(documentsOf(last.arms[method]))]
      },
    })
  })
}

/** One line for each stage of each set. */
export function formatRetrievalSets(evaluations: readonly SetEvaluation<StageOfRanking>[]): string {
  const longest = Math.max(...evaluations.map(({ name }) => name.length), 3)
  return [
    `${'set'.padEnd(longest)}  ${'stage'.padEnd(10)}${'nDCG@10'.padStart(9)}${'recall@5'.padStart(10)}${'MRR'.padStart(8)}`,
    ...evaluations.flatMap(({ name, methods }) => stagesOfRanking.flatMap((stage) => {
      const scores: Readonly<Record<string, number>> | undefined = methods[stage]
      return scores === undefined ? [] : [`${name.padEnd(longest)}  ${stage.padEnd(10)}${(scores['nDCG@10'] ?? 0).toFixed(3).padStart(9)}${(scores['recall@5'] ?? 0).toFixed(3).padStart(10)}${(scores['MRR'] ?? 0).toFixed(3).padStart(8)}`]
    })),
  ].join('\n')
}
