import { notFound } from 'next/navigation'
import { cache } from 'react'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { answerIdSchema } from '@/lib/foundation'
import type { AnswerFeed } from '@/lib/runtime'
import { BrokenRun } from './broken-run'
import { endSoon } from './end-soon'
import { FinishedAnswer } from './finished-answer'
import { RecordNotice } from './record-notice'
import { RunningAnswer } from './running-answer'
import { Shell } from './shell'

// An extractive answer is usually done within this; it then arrives whole instead of in pieces.
const patienceMs = 400

/** The feed of an answer's revision (null: its newest); null when this reader has no such answer. */
export const loadAnswer = cache(async (id: string, revision: number | null): Promise<AnswerFeed | null> => {
  const answerId = answerIdSchema.safeParse(id)
  return answerId.success ? getRuntime().answer(await currentIdentity(), answerId.data, revision) : null
})

interface AnswerPageProps {
  readonly id: string
  readonly revision: number | null
  /** What a form did, as the address names it. */
  readonly notice?: string | readonly string[] | undefined
}

/** The page of one answer revision: finished, running or broken. */
export async function AnswerPage({ id, revision, notice }: AnswerPageProps) {
  const feed = await loadAnswer(id, revision)
  if (feed === null) notFound()
  const identity = await currentIdentity()
  const end = await endSoon(feed, patienceMs)
  const latest = revision === null ? feed : await loadAnswer(id, null)
  return (
    <Shell query={feed.run.question}>
      <h1>{feed.run.question}</h1>
      <RecordNotice notice={notice} />
      {!('state' in end) ? (
        <FinishedAnswer identity={identity} record={end} latestRevision={Math.max(end.revision, latest?.run.revision ?? 0)} />
      ) : end.state === 'running' ? (
        <>
          <RunningAnswer feed={feed} />
          <noscript>
            <p className="quiet">This page loads itself again every two seconds until the answer is complete.</p>
            <meta httpEquiv="refresh" content="2" />
          </noscript>
        </>
      ) : (
        <BrokenRun run={end} />
      )}
    </Shell>
  )
}
