import type { Metadata } from 'next'
import { AnswerPage, loadAnswer } from '@/app/_components/answer-page'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const feed = await loadAnswer((await params).id, null)
  return { title: feed === null ? 'Nothing here' : feed.run.question }
}

export default async function Page({ params }: PageProps) {
  return <AnswerPage id={(await params).id} revision={null} />
}
