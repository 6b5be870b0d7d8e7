import { notFound } from 'next/navigation'
import { cache } from 'react'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import type { EvidenceSet } from '@/lib/evidence'
import { evidenceSetIdSchema } from '@/lib/foundation'
import { count } from './count'
import { EvidenceGroups } from './evidence-groups'
import { Moment } from './moment'
import { Shell } from './shell'

/** An evidence set's revision (null: its newest); null when this reader has no such set. */
export const loadEvidence = cache(async (id: string, revision: number | null): Promise<EvidenceSet | null> => {
  const setId = evidenceSetIdSchema.safeParse(id)
  return setId.success ? getRuntime().evidenceSet(await currentIdentity(), setId.data, revision) : null
})

const strategyWords: Readonly<Record<EvidenceSet['strategy'], string>> = {
  passages: 'selected passages',
  'whole-document': 'a whole document',
  'whole-corpus': 'everything in scope; listed are the selected passages',
}

interface EvidencePageProps {
  readonly id: string
  readonly revision: number | null
}

/** The page of one evidence set revision: what an answer may rest on, without any answer. */
export async function EvidencePage({ id, revision }: EvidencePageProps) {
  const set = await loadEvidence(id, revision)
  if (set === null) notFound()
  const documents = new Set(set.items.map((item) => item.documentId)).size
  return (
    <Shell query={set.question}>
      <p className="over">Evidence for</p>
      <h1>{set.question}</h1>
      <div className="meta">
        <span>{count(set.items.length, 'passage')} in {count(documents, 'document')}, {count(set.tokens, 'token')}, {strategyWords[set.strategy]}</span>
        <span>Index {set.generation}{set.mode === 'lexical-only' && ', found by words only'}</span>
        <span>Revision {set.revision}, <Moment at={set.createdAt} /></span>
      </div>
      {set.weak && <p className="notice">No passage matches this well. These are the nearest.</p>}
      {set.items.length === 0 ? (
        <p className="measure">No passage was found for this question, so there is nothing to answer from.</p>
      ) : (
        <>
          <form className="actions" method="post" action="/answers/ask" data-press="answer">
            <input type="hidden" name="evidenceSetId" value={set.evidenceSetId} />
            <input type="hidden" name="revision" value={set.revision} />
            <button className="button main" type="submit">Answer from exactly this set <kbd aria-hidden="true">a</kbd></button>
          </form>
          <EvidenceGroups items={set.items} />
        </>
      )}
    </Shell>
  )
}
