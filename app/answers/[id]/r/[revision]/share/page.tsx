import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { RecordNotice } from '@/app/_components/record-notice'
import { RevisionFields } from '@/app/_components/revision-fields'
import { parseRevision } from '@/app/_components/revision-number'
import { ShareList } from '@/app/_components/share-list'
import { SharedView } from '@/app/_components/shared-view'
import { Shell } from '@/app/_components/shell'
import { currentIdentity } from '@/app/_server/identity'
import { readMadeLink } from '@/app/_server/made-link'
import { getRuntime } from '@/app/_server/runtime'
import { answerIdSchema } from '@/lib/foundation'

export const metadata: Metadata = { title: 'Share an answer' }

interface PageProps {
  readonly params: Promise<{ readonly id: string; readonly revision: string }>
  readonly searchParams: Promise<{ readonly notice?: string | readonly string[] }>
}

/** Shows the owner exactly what a visitor would see, and makes the link. */
export default async function Page({ params, searchParams }: PageProps) {
  const { id, revision: given } = await params
  const [answerId, revision, identity] = [answerIdSchema.safeParse(id), parseRevision(given), await currentIdentity()]
  if (!answerId.success || revision === null || identity.scopes !== 'all') notFound()
  const { records } = getRuntime()
  const shared = await records.sharePreview(identity, answerId.data, revision)
  if (shared === null) notFound()
  const told = await readMadeLink()
  // Revoked meanwhile, it opens nothing.
  const made = told === null || (await records.shared(told)) === null ? null : told
  const shares = (await records.shares(identity)).filter((share) => share.answerId === answerId.data && share.revision === revision)
  return (
    <Shell>
      <h1>Share this answer</h1>
      <RecordNotice notice={(await searchParams).notice} />
      {made !== null && <MadeLink address={`http://${(await headers()).get('host') ?? ''}/share/${made}`} />}
      <p className="measure">
        Whoever has the link sees what stands below, and nothing else of your notes: the question, the sentences that were shown, and the words they rest on.
        {' '}<a href={`/answers/${answerId.data}/r/${revision}`}>Back to the answer</a>
      </p>
      {shared.claims.length === 0 ? (
        <p className="notice">This revision shows no sentence, so there is nothing to share.</p>
      ) : (
        <form className="choose" method="post" action="/share/new">
          <RevisionFields answerId={answerId.data} revision={revision} />
          <label>
            The link works for
            <select name="days" defaultValue="7">
              <option value="1">1 day</option>
              <option value="7">7 days</option>
              <option value="30">30 days</option>
            </select>
          </label>
          <button className="button main" type="submit">Make the link</button>
        </form>
      )}
      <section aria-labelledby="preview">
        <h2 id="preview">What a visitor sees</h2>
        <div className="border border-line p-5">
          <p className="lead"><b>{shared.question}</b></p>
          <SharedView shared={shared} />
        </div>
      </section>
      {shares.length > 0 && <section><h2>Links to this revision</h2><ShareList shares={shares} /></section>}
    </Shell>
  )
}

function MadeLink({ address }: { readonly address: string }) {
  return (
    <div className="notice" role="status">
      <p>The link is made. Copy it now: it is kept nowhere, and this page shows it for five minutes only.</p>
      <p className="path"><a href={address}>{address}</a></p>
      <p>It opens wherever this address reaches K81R; while K81R serves this machine alone, that is here.</p>
    </div>
  )
}
