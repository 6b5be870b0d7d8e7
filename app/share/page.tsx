import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RecordNotice } from '@/app/_components/record-notice'
import { ShareList } from '@/app/_components/share-list'
import { Shell } from '@/app/_components/shell'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'

export const metadata: Metadata = { title: 'Shared answers' }

interface PageProps {
  readonly searchParams: Promise<{ readonly notice?: string | readonly string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const identity = await currentIdentity()
  if (identity.scopes !== 'all') notFound()
  const shares = await getRuntime().records.shares(identity)
  return (
    <Shell>
      <h1>Shared answers</h1>
      <RecordNotice notice={(await searchParams).notice} />
      {shares.length === 0 ? <p className="measure">No link was made yet. An answer’s page has a button that shows what a visitor would see, and makes one.</p> : <ShareList shares={shares} />}
    </Shell>
  )
}
