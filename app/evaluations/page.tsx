import type { Metadata } from 'next'
import { EvaluationList } from '@/app/_components/evaluation-list'
import { loadRuns, mostRuns } from '@/app/_components/load-evaluations'
import { Shell } from '@/app/_components/shell'

export const metadata: Metadata = { title: 'Evaluations' }

export default async function Page() {
  const runs = await loadRuns()
  return (
    <Shell>
      <h1>Evaluations</h1>
      {runs.length === 0 ? <p className="measure">No run is stored yet. Make one with: <code>npm run -s k81r -- eval</code></p> : <EvaluationList runs={runs} />}
      {runs.length === mostRuns && <p className="quiet">The newest {mostRuns}.</p>}
    </Shell>
  )
}
