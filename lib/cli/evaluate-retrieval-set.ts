import { owner } from '@/lib/access'
import { evaluateSet, type RetrievalSet, type SetEvaluation } from '@/lib/evaluation'
import type { Settings } from '@/lib/foundation'
import type { Embedder } from '@/lib/models'
import { compareArms, type ArmComparison } from '@/lib/retrieval'
import { fillIndex, inDatabase } from './bench-database'
import { setFolder, writeSet } from './bench-set'
import { readBenchPassages } from './store-bench-passages'

/** The stages of ranking, each alone, and the whole as a search shows it. */
export const stagesOfRanking = ['lexical', 'vector', 'fused', 'reranked'] as const
export type StageOfRanking = (typeof stagesOfRanking)[number]

/** Indexes a set's documents as notes in a scratch folder and ranks its queries by each stage of the product's own search. */
export async function evaluateRetrievalSet(set: RetrievalSet, { settings, scratch, embedder }: { readonly settings: Settings; readonly scratch: string; readonly embedder: Embedder }): Promise<SetEvaluation<StageOfRanking>> {
  const folder = setFolder(scratch, set)
  const documentOf = await writeSet(folder, set)
  return inDatabase(settings, `${folder}-data`, async (database, reader) => {
    await fillIndex(database, reader, folder, embedder)
    const documents = new Map((await readBenchPassages(database, embedder, documentOf)).map(({ id, document }) => [id, document]))
    let last: { readonly id: string; readonly arms: ArmComparison } | null = null
    return evaluateSet(set, {
      methods: stagesOfRanking,
      rank: async (method, { id, text }) => {
        if (last?.id !== id) last = { id, arms: await compareArms(owner, { query: text }, { database, embedder: { state: 'ready', embedder } }) }
        return [...new Set(last.arms[method].map((passage) => documents.get(passage) ?? ''))]
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
