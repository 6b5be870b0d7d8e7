import type { Metadata } from 'next'
import { IndexingProgress } from '@/app/_components/indexing-progress'
import { loadStatus } from '@/app/_components/load-status'
import { Shell } from '@/app/_components/shell'
import { StatusTables } from '@/app/_components/status-tables'

export const metadata: Metadata = { title: 'Status' }

export default async function Page() {
  const status = await loadStatus()
  return (
    <Shell>
      <h1>Status</h1>
      {status.lastFault !== null && <p className="notice">The last reading did not finish: {status.lastFault}</p>}
      {status.indexing !== null && <IndexingProgress progress={status.indexing} />}
      <StatusTables status={status} />
    </Shell>
  )
}
