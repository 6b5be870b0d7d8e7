import type { Metadata } from 'next'
import { AnswerList } from '@/app/_components/answer-list'
import { IndexingProgress } from '@/app/_components/indexing-progress'
import { loadStatus } from '@/app/_components/load-status'
import { problemWords } from '@/app/_components/problems'
import { QueryBox } from '@/app/_components/query-box'
import { QueryHelp } from '@/app/_components/query-help'
import { SampleQuestions } from '@/app/_components/sample-questions'
import { Shell } from '@/app/_components/shell'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'

export const metadata: Metadata = { title: { absolute: 'K81R' } }

interface PageProps {
  readonly searchParams: Promise<{ readonly problem?: string | readonly string[]; readonly q?: string | readonly string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const { problem, q } = await searchParams
  const [status, answers] = await Promise.all([loadStatus(), getRuntime().answers(await currentIdentity(), 6)])
  return (
    <Shell query={null}>
      <div className="home">
        <h1>Search your notes, or ask them</h1>
        {typeof problem === 'string' && Object.hasOwn(problemWords, problem) && <p className="notice" role="status">{problemWords[problem as keyof typeof problemWords]}</p>}
        <QueryBox large query={typeof q === 'string' ? q : ''} />
        <p className="measure">
          K81R finds the passages in your notes that bear on a question, and shows where each one stands. When they support an answer it gives one,
          with every sentence checked against the passage it cites; when they do not, it says what is missing.
        </p>
        {status.indexing !== null && <IndexingProgress progress={status.indexing} />}
        {status.indexing === null && status.lastFault !== null && <p className="notice">{status.lastFault}</p>}
        {status.sources.length > 0 && status.sources.every((source) => source.sample) && <SampleQuestions />}
        {answers.length > 0 && (
          <section>
            <h2>Recent answers</h2>
            <AnswerList answers={answers} />
            <p className="more"><a href="/answers">All answers</a></p>
          </section>
        )}
        <details className="quiet-details">
          <summary>What can be written in the box</summary>
          <QueryHelp />
        </details>
      </div>
    </Shell>
  )
}
