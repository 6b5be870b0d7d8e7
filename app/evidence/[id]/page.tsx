import type { Metadata } from 'next'
import { EvidencePage, loadEvidence } from '@/app/_components/evidence-page'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const set = await loadEvidence((await params).id, null)
  return { title: set === null ? 'Nothing here' : `Evidence: ${set.question}` }
}

export default async function Page({ params }: PageProps) {
  return <EvidencePage id={(await params).id} revision={null} />
}
