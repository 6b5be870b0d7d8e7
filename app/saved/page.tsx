import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AskAgain } from '@/app/_components/ask-again'
import { documentAddress } from '@/app/_components/document-address'
import { DocumentDate } from '@/app/_components/document-date'
import { Moment } from '@/app/_components/moment'
import { RecordNotice } from '@/app/_components/record-notice'
import { RevisionFields } from '@/app/_components/revision-fields'
import { Shell } from '@/app/_components/shell'
import { outcomeWords } from '@/app/_components/words'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import type { SavedState } from '@/lib/answers'

export const metadata: Metadata = { title: 'Saved questions' }

interface PageProps {
  readonly searchParams: Promise<{ readonly notice?: string | readonly string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const identity = await currentIdentity()
  if (identity.name === 'public') notFound()
  const saved = await getRuntime().records.saved(identity)
  return (
    <Shell>
      <h1>Saved questions</h1>
      <RecordNotice notice={(await searchParams).notice} />
      {saved.length === 0
        ? <p className="measure">No question is saved. Under an answer that the notes support in part or not at all, or to which they hold only the closest evidence, there is a place to save its question.</p>
        : <p className="measure">Each is searched for again when the index has changed. New evidence is a passage among the first ten found that was not there when the question was last answered; whether it closes the gap, the next answer says.</p>}
      {saved.length > 0 && <h2 className="sr-only">Questions</h2>}
      {saved.map((question) => <Entry key={`${question.answerId} ${question.revision}`} question={question} />)}
    </Shell>
  )
}

function Entry({ question }: { readonly question: SavedState }) {
  const { answerId, revision, latest } = question
  const hasNews = question.news !== 'not-looked-for' && question.news.length > 0
  return (
    <section className="case" data-walk-item>
      <h3><a href={`/answers/${answerId}/r/${revision}`} data-walk>{question.question}</a></h3>
      <p className="where">{outcomeWords[question.outcome]}, revision {revision}, saved <Moment at={question.savedAt} /></p>
      <p className="measure mt-2">{question.missing === '' ? 'No sentence stands out as the answer.' : question.missing}</p>
      {question.note !== '' && <p className="measure mt-2"><b>Your note:</b> <bdi className="whitespace-pre-line">{question.note}</bdi></p>}
      {latest.revision > revision && <p className="measure mt-2">Since then it was asked again: <a href={`/answers/${answerId}/r/${latest.revision}`}>{outcomeWords[latest.outcome]} in revision {latest.revision}</a>.</p>}
      <News news={question.news} />
      <div className="actions">
        <AskAgain answerId={answerId} cause={hasNews ? 'evidence' : 'saved'} words="Answer again" />
        <form method="post" action="/saved/remove">
          <RevisionFields answerId={answerId} revision={revision} />
          <button className="button" type="submit" aria-label={`Remove from the saved questions: ${question.question}`}>Remove</button>
        </form>
      </div>
    </section>
  )
}

function News({ news }: Pick<SavedState, 'news'>) {
  if (news === 'not-looked-for') return <p className="quiet">The index has changed. So many questions are saved that this one was not searched for again.</p>
  if (news.length === 0) return <p className="quiet">No new evidence since its last answer.</p>
  return (
    <>
      <p className="measure mt-2"><b>New evidence:</b></p>
      <ul>
        {news.map((item) => <li key={item.passage.id}><a href={documentAddress(item.documentId, item.revision, item.passage)}>{item.title}</a>, <DocumentDate item={item} /></li>)}
      </ul>
    </>
  )
}
