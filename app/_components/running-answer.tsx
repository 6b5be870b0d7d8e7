import { cache, Suspense } from 'react'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { citableItems, type EvidenceItem } from '@/lib/evidence'
import type { AnswerId } from '@/lib/foundation'
import type { AnswerFeed } from '@/lib/runtime'
import { AnswerClaim } from './answer-claim'
import { AnswerEnd } from './answer-end'
import { AnswerMeta } from './answer-meta'
import { AnswerTools } from './answer-tools'
import { BrokenRun } from './broken-run'
import { ConnectionWatch } from './connection-watch'
import { endSoon } from './end-soon'
import { FinishedAnswer } from './finished-answer'
import { KnownLimits } from './known-limits'
import { RecordsStated } from './records-stated'

// What needs no language model ends this soon after its first claim.
const patienceMs = 250

// Asked when the first claim is there: the run names its evidence only once it is assembled.
const loadItems = cache(async (answerId: AnswerId, revision: number): Promise<readonly EvidenceItem[]> => {
  const identity = await currentIdentity()
  const runtime = getRuntime()
  const run = (await runtime.answer(identity, answerId, revision))?.run
  if (run === undefined || run.evidenceSetId === null) return []
  const set = await runtime.evidenceSet(identity, run.evidenceSetId, run.evidenceSetRevision)
  return set === null ? [] : citableItems(set)
})

interface RunningAnswerProps {
  readonly feed: AnswerFeed
}

/** An answer while it comes to be: whole verified claims, in order, each where it stays. */
export function RunningAnswer({ feed }: RunningAnswerProps) {
  return (
    <>
      <ConnectionWatch run={feed.run} />
      <div aria-live="polite">
        <Suspense fallback={<Checking feed={feed} />}>
          <ClaimsFrom feed={feed} index={0} shown={[]} />
        </Suspense>
      </div>
    </>
  )
}

/** Stands where the next claim will, and goes with the last: only what still runs can be stopped. */
function Checking({ feed: { run } }: RunningAnswerProps) {
  return (
    <>
      <p className="checking">Checking each sentence against its passage…</p>
      <form method="post" action="/answers/stop">
        <input type="hidden" name="answerId" value={run.answerId} />
        <input type="hidden" name="revision" value={run.revision} />
        <button className="button" type="submit">Stop here</button>
      </form>
    </>
  )
}

interface ClaimsFromProps extends RunningAnswerProps {
  readonly index: number
  readonly shown: readonly number[]
}

async function ClaimsFrom({ feed, index, shown }: ClaimsFromProps) {
  const claim = await feed.claim(index)
  if (claim === null) return <RunEnd feed={feed} />
  if (index === 0) {
    // The closest evidence stands under a heading that says so, and a list from the records under its count: both are known at the end.
    const end = claim.closestOnly === true ? await feed.end() : await endSoon(feed, patienceMs)
    if (!('state' in end)) return <FinishedAnswer identity={await currentIdentity()} record={end} latestRevision={end.revision} />
  }
  const items = await loadItems(feed.run.answerId, feed.run.revision)
  return (
    <>
      <AnswerClaim answer={feed.run} claim={claim} index={index} shown={shown} items={items} states={new Map()} />
      <Suspense fallback={<Checking feed={feed} />}>
        <ClaimsFrom feed={feed} index={index + 1} shown={[...shown, ...claim.citations.map((citation) => citation.number)]} />
      </Suspense>
    </>
  )
}

async function RunEnd({ feed }: RunningAnswerProps) {
  const end = await feed.end()
  if ('state' in end) return <BrokenRun run={end} />
  const identity = await currentIdentity()
  const items = await loadItems(end.answerId, end.revision)
  return (
    <>
      <RecordsStated record={end} />
      <AnswerEnd record={end} items={items} ownerReads={identity.scopes === 'all'} />
      <AnswerMeta record={end} latestRevision={end.revision} />
      <AnswerTools identity={identity} record={end} latestRevision={end.revision} />
      {end.claims.length > 0 && <KnownLimits />}
    </>
  )
}
