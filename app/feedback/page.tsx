import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Moment } from '@/app/_components/moment'
import { RecordNotice } from '@/app/_components/record-notice'
import { Shell } from '@/app/_components/shell'
import { feedbackCategoryWords, outcomeWords } from '@/app/_components/words'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import type { Feedback } from '@/lib/answers'
import type { DraftCase } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Feedback' }

interface PageProps {
  readonly searchParams: Promise<{ readonly notice?: string | readonly string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const identity = await currentIdentity()
  if (identity.scopes !== 'all') notFound()
  const runtime = getRuntime()
  const entries = await Promise.all((await runtime.records.feedback(identity)).map(async (feedback) => ({ feedback, draft: await runtime.draftCase(identity, feedback.feedbackId) })))
  return (
    <Shell>
      <h1>Feedback</h1>
      <RecordNotice notice={(await searchParams).notice} />
      {entries.length === 0
        ? <p className="measure">Nothing was said of any answer yet. Under each answer there is a place to say what is wrong with it.</p>
        : <p className="measure">Each can become a case of the evaluation: copy the draft into a file in the folder of cases and set right what its remarks name. Nothing is written there by itself.</p>}
      {entries.length > 0 && <h2 className="sr-only">What was said</h2>}
      {entries.map(({ feedback, draft }) => <Entry key={feedback.feedbackId} feedback={feedback} draft={draft} />)}
    </Shell>
  )
}

function Entry({ feedback, draft }: { readonly feedback: Feedback; readonly draft: DraftCase | null }) {
  return (
    <section className="case" data-walk-item>
      <h3><a href={`/answers/${feedback.answerId}/r/${feedback.revision}`} data-walk>{feedback.question}</a></h3>
      <p className="where">Revision {feedback.revision}, {outcomeWords[feedback.outcome]}; said by {feedback.identity}, <Moment at={feedback.createdAt} /></p>
      <p className="measure mt-2"><b>{feedbackCategoryWords[feedback.category]}.</b> <bdi className="whitespace-pre-line">{feedback.words}</bdi></p>
      {draft !== null && (
        <details>
          <summary>Draft of an evaluation case</summary>
          <pre className="my-2 max-w-184 whitespace-pre-wrap border border-line bg-raised p-3 text-xs wrap-anywhere"><code>{draft.yaml}</code></pre>
          <a className="button" href={`/feedback/${feedback.feedbackId}/case.yaml`} download={draft.fileName}>Download the draft</a>
        </details>
      )}
      <form className="mt-3" method="post" action="/feedback/remove">
        <input type="hidden" name="feedbackId" value={feedback.feedbackId} />
        <button className="button" type="submit" aria-label={`Remove the feedback on: ${feedback.question}`}>Remove</button>
      </form>
    </section>
  )
}
