import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AnswerPage, loadAnswer } from '@/app/_components/answer-page'
import { parseRevision } from '@/app/_components/revision-number'

interface PageProps {
  readonly params: Promise<{ readonly id: string; readonly revision: string }>
  readonly searchParams: Promise<{ readonly notice?: string | readonly string[] }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id, revision } = await params
  const number = parseRevision(revision)
  const feed = number === null ? null : await loadAnswer(id, number)
  return { title: feed === null ? 'Nothing here' : `${feed.run.question} (revision ${feed.run.revision})` }
}

export default async function Page({ params, searchParams }: PageProps) {
  const { id, revision } = await params
  const number = parseRevision(revision)
  if (number === null) notFound()
  return <AnswerPage id={id} revision={number} notice={(await searchParams).notice} />
}
