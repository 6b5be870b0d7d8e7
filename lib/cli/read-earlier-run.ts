import { readFile } from 'node:fs/promises'
import { evaluationRunIdSchema, Fault } from '@/lib/foundation'
import { parseRun, type EvaluationRun } from '@/lib/evaluation'
import { withRunStore } from './run-store'

/** The run that `--against` names: `last` or the id of a stored one, else a file saved with `--out`. Throws Fault `bad-input` when there is none. */
export async function readEarlierRun(name: string): Promise<EvaluationRun> {
  const id = evaluationRunIdSchema.safeParse(name)
  if (name !== 'last' && !id.success) {
    return parseRun(await readFile(name, 'utf8').catch((cause: unknown) => { throw new Fault('bad-input', `The run ${name} cannot be read. Name a file saved with --out, a stored run by its id, or “last”.`, { cause }) }))
  }
  return withRunStore(async (store) => {
    const runs = await store.list()
    const found = name === 'last' ? runs[0] : runs.find(({ runId }) => runId === id.data)
    const run = found === undefined ? null : await store.read(found.runId)
    if (run === null) throw new Fault('bad-input', name === 'last' ? 'No run is stored yet, so there is no last one to compare with.' : `No run is stored as ${name}. The page /evaluations lists those that are.`)
    return run
  })
}
