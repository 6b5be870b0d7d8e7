import type { Metadata } from 'next'
import { ContextCosts } from '@/app/_components/context-costs'
import { IndexingProgress } from '@/app/_components/indexing-progress'
import { loadStatus } from '@/app/_components/load-status'
import { Shell } from '@/app/_components/shell'
import { StatusTables } from '@/app/_components/status-tables'
import { currentIdentity } from '@/app/_server/identity'

export const metadata: Metadata = { title: 'Status' }

export default async function Page() {
  const status = await loadStatus()
  const { scopes } = await currentIdentity()
  return (
    <Shell>
      <h1>Status</h1>
      {status.lastFault !== null && <p className="notice">The last reading did not finish: {status.lastFault}</p>}
      {status.indexing !== null && <IndexingProgress progress={status.indexing} />}
      <StatusTables status={status} />
      <ContextCosts />
      {scopes === 'all' && <p className="more"><a href="/evaluations">Evaluations: how well the labelled questions are answered</a></p>}
    </Shell>
  )
}
