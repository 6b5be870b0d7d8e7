import type { EvaluationRunId } from '@/lib/foundation'
import { listRuns, readRun, storeRun, type EvaluationRun, type StoredRun } from '@/lib/evaluation'
import { closing, openServerOrOwn } from './open-server-or-own'

/** The evaluation runs of the data folder, through the running server or in a runtime of the command's own. */
export interface RunStore {
  /** The one that finished last first. */
  list(): Promise<readonly Pick<StoredRun, 'runId'>[]>
  /** The run must be one of the list. */
  read(id: EvaluationRunId): Promise<EvaluationRun | null>
  store(run: EvaluationRun): Promise<EvaluationRunId>
}

const mostRuns = 1_000

/** Works with the stored runs. Throws Fault where the data folder cannot be opened. */
export function withRunStore<T>(work: (store: RunStore) => Promise<T>): Promise<T> {
  return closing(openServerOrOwn<RunStore>('eval', null, {
    remote: (server) => ({
      list: async () => (await server.request<{ runs: readonly StoredRun[] }>('GET', '/api/evaluations')).runs,
      read: async (id) => (await server.request<{ run: EvaluationRun }>('GET', `/api/evaluations/${id}`)).run,
      store: async (run) => (await server.request<{ runId: EvaluationRunId }>('POST', '/api/evaluations', run)).runId,
    }),
    own: ({ database }) => ({ list: () => listRuns(database, mostRuns), read: (id) => readRun(database, id), store: (run) => storeRun(database, run) }),
  }), work)
}
