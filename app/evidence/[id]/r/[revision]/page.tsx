import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EvidencePage, loadEvidence } from '@/app/_components/evidence-page'
import { parseRevision } from '@/app/_components/revision-number'
import { readSearchParams } from '@/app/_components/search-address'

interface PageProps {
  readonly params: Promise<{ readonly id: string; readonly revision: string }>
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id, revision } = await params
  const number = parseRevision(revision)
  const set = number === null ? null : await loadEvidence(id, number)
  return { title: set === null ? 'Nothing here' : `Evidence: ${set.question} (revision ${set.revision})` }
}

export default async function Page({ params, searchParams }: PageProps) {
  const { id, revision } = await params
  const number = parseRevision(revision)
  if (number === null) notFound()
  return <EvidencePage id={id} revision={number} read={readSearchParams(await searchParams)} />
}
