import type { Metadata } from 'next'
import { EvidencePage, loadEvidence } from '@/app/_components/evidence-page'
import { readSearchParams } from '@/app/_components/search-address'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const set = await loadEvidence((await params).id, null)
  return { title: set === null ? 'Nothing here' : `Evidence: ${set.question}` }
}

export default async function Page({ params, searchParams }: PageProps) {
  return <EvidencePage id={(await params).id} revision={null} read={readSearchParams(await searchParams)} />
}
