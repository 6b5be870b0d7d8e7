import type { StoredRun } from '@/lib/evaluation'
import { count } from './count'
import { formatMoment } from './moment'

interface CompareFormProps {
  readonly runId: string
  readonly against: string | null
  readonly runs: readonly StoredRun[]
}

/** Chooses the run that this one is compared with; a plain form, so that the choice is in the address. */
export function CompareForm({ runId, against, runs }: CompareFormProps) {
  const others = runs.filter((run) => run.runId !== runId)
  if (others.length === 0) return null
  return (
    <form className="choose" action={`/evaluations/${runId}`} method="get">
      <label>
        Compare with the run of
        <select name="against" defaultValue={against ?? others[0]?.runId}>
          {others.map((run) => <option key={run.runId} value={run.runId}>{formatMoment(run.finishedAt, new Date())}, {count(run.cases, 'case')}</option>)}
        </select>
      </label>
      <button className="button" type="submit">Compare</button>
      {against !== null && <a href={`/evaluations/${runId}`}>This run alone</a>}
    </form>
  )
}
