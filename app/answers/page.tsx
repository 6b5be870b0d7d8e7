import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AnswerList } from '@/app/_components/answer-list'
import { count } from '@/app/_components/count'
import { HistoryForm } from '@/app/_components/history-form'
import { answersOnPage, historyAddress, parseHistory } from '@/app/_components/history-address'
import { readSearchParams } from '@/app/_components/search-address'
import { Shell } from '@/app/_components/shell'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'

export const metadata: Metadata = { title: 'Answers' }

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export default async function Page({ searchParams }: PageProps) {
  const identity = await currentIdentity()
  const asked = parseHistory(readSearchParams(await searchParams))
  const { answers, total } = await getRuntime().records.history(identity, { ...asked, offset: (asked.page - 1) * answersOnPage, limit: answersOnPage })
  const narrowed = asked.words !== '' || asked.outcome !== null || asked.bookmarked
  const last = Math.ceil(total / answersOnPage)
  // There were more when this address was made.
  if (asked.page > Math.max(last, 1)) redirect(historyAddress({ ...asked, page: Math.max(last, 1) }))
  return (
    <Shell>
      <h1>Answers</h1>
      {identity.name !== 'public' && (
        <>
          <p className="quiet">
            <a href="/saved">Saved questions</a>
            {identity.scopes === 'all' && <> · <a href="/share">Shared answers</a> · <a href="/feedback">Feedback</a></>}
          </p>
          <HistoryForm asked={asked} />
        </>
      )}
      {narrowed && <p className="quiet" role="status">{count(total, 'question')} of the history {total === 1 ? 'fits' : 'fit'}. <a href="/answers">All of them</a></p>}
      {answers.length > 0 ? <AnswerList answers={answers} /> : !narrowed && (
        <p className="measure">
          {identity.name === 'public' ? 'What is asked without signing in is listed nowhere; each answer stays at its own address.' : 'Nothing has been asked yet. Write a question in the box and press Ask.'}
        </p>
      )}
      {last > 1 && (
        <nav className="actions items-center" aria-label="Pages of the history">
          {asked.page > 1 && <a className="button" rel="prev" href={historyAddress({ ...asked, page: asked.page - 1 })}>Newer</a>}
          <span className="quiet">Page {asked.page} of {last}</span>
          {asked.page < last && <a className="button" rel="next" href={historyAddress({ ...asked, page: asked.page + 1 })}>Older</a>}
        </nav>
      )}
    </Shell>
  )
}
