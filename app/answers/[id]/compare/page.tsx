import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AnswerComparison } from '@/app/_components/answer-comparison'
import { loadAnswer } from '@/app/_components/answer-page'
import { parseRevision } from '@/app/_components/revision-number'
import { Shell } from '@/app/_components/shell'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'

export const metadata: Metadata = { title: 'Compare revisions' }

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<Readonly<Record<'before' | 'after', string | readonly string[] | undefined>>>
}

/** Two revisions of one answer, claim by claim and passage by passage. */
export default async function Page({ params, searchParams }: PageProps) {
  const feed = await loadAnswer((await params).id, null)
  if (feed === null) notFound()
  const { answerId, revision: latest, question } = feed.run
  const given = await searchParams
  const [one, other] = [parseRevision(given.before) ?? Math.max(1, latest - 1), parseRevision(given.after) ?? latest]
  const [before, after] = [Math.min(one, other), Math.max(one, other)]
  const comparison = before === after ? null : await getRuntime().records.compare(await currentIdentity(), answerId, before, after)
  return (
    <Shell query={question}>
      <p className="over">Two revisions of the answer to</p>
      <h1>{question}</h1>
      {latest > 1 && <ChooseRevisions answerId={answerId} latest={latest} before={before} after={after} />}
      {comparison !== null ? (
        <AnswerComparison comparison={comparison} />
      ) : (
        <p className="measure">
          {latest === 1 ? 'This answer has one revision only.' : before === after ? 'Choose two different revisions.' : 'One of these revisions is not here or was not finished, so there is nothing to compare.'}
          {' '}<a href={`/answers/${answerId}`}>Back to the answer</a>
        </p>
      )}
    </Shell>
  )
}

interface ChooseRevisionsProps {
  readonly answerId: string
  readonly latest: number
  readonly before: number
  readonly after: number
}

function ChooseRevisions({ answerId, latest, before, after }: ChooseRevisionsProps) {
  const options = Array.from({ length: latest }, (_, at) => <option key={at} value={at + 1}>revision {at + 1}</option>)
  return (
    <form className="choose" action={`/answers/${answerId}/compare`} method="get">
      <label>Compare <select name="before" defaultValue={before}>{options}</select></label>
      <label>with <select name="after" defaultValue={after}>{options}</select></label>
      <button className="button" type="submit">Compare</button>
    </form>
  )
}
