import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { Moment } from '@/app/_components/moment'
import { SharedView } from '@/app/_components/shared-view'
import { getRuntime } from '@/app/_server/runtime'

interface PageProps {
  readonly params: Promise<{ readonly token: string }>
}

const loadShared = cache((token: string) => getRuntime().records.shared(token))

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const shared = await loadShared((await params).token)
  return { title: shared === null ? 'Nothing here' : shared.question }
}

/** What a link shows to whoever opens it: without the box, the ways to other pages and the index line, which are not shared. */
export default async function Page({ params }: PageProps) {
  const shared = await loadShared((await params).token)
  if (shared === null) notFound()
  return (
    <>
      <main id="main" tabIndex={-1}>
        <h1>{shared.question}</h1>
        <SharedView shared={shared} />
      </main>
      <footer className="foot"><p>Shared from K81R. This link works until <Moment at={shared.expiresAt} />.</p></footer>
    </>
  )
}
