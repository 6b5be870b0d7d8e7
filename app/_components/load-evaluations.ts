import { notFound } from 'next/navigation'
import { cache } from 'react'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { listRuns, readRun, type EvaluationRun, type StoredRun } from '@/lib/evaluation'
import { evaluationRunIdSchema } from '@/lib/foundation'

export const mostRuns = 100

/** The stored runs, asked once per page. To others than the owner there is no such page. */
export const loadRuns = cache(async (): Promise<readonly StoredRun[]> => {
  const { scopes } = await currentIdentity()
  return scopes === 'all' ? listRuns(getRuntime().database, mostRuns) : notFound()
})

/** A stored run by the id in an address; null where there is none, and for others than the owner. */
export const loadRun = cache(async (id: string): Promise<EvaluationRun | null> => {
  const parsed = evaluationRunIdSchema.safeParse(id)
  const { scopes } = await currentIdentity()
  return parsed.success && scopes === 'all' ? readRun(getRuntime().database, parsed.data) : null
})
