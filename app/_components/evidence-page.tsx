import { notFound } from 'next/navigation'
import { cache } from 'react'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import type { EvidenceHistory, EvidenceSet } from '@/lib/evidence'
import { evidenceSetIdSchema } from '@/lib/foundation'
import type { SetAnswer } from '@/lib/runtime'
import { count } from './count'
import { EvidenceAdding } from './evidence-adding'
import { evidenceComparison } from './evidence-address'
import { EvidenceGroups } from './evidence-groups'
import { EvidenceLeftOut } from './evidence-left-out'
import { evidenceProblem } from './evidence-problems'
import { EvidenceRevisions } from './evidence-revisions'
import { Moment } from './moment'
import type { FieldReader } from './search-address'
import { Shell } from './shell'
import { titleText } from './title-text'

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
  /** `problem`: why the last change was not made; `add`: words of a search for passages to add. */
  readonly read: FieldReader
}

/** The page of one evidence set revision: what an answer may rest on, without any answer, and what can be changed of it. */
export async function EvidencePage({ id, revision, read }: EvidencePageProps) {
  const set = await loadEvidence(id, revision)
  if (set === null) notFound()
  const identity = await currentIdentity()
  const { evidence } = getRuntime()
  const [history, surroundings, answers] = await Promise.all([evidence.history(identity, set.evidenceSetId), evidence.surroundings(identity, set), evidence.answers(identity, set.evidenceSetId)])
  const editable = history?.editable === true ? set : null
  const problem = evidenceProblem(read('problem')[0])
  return (
    <Shell query={set.question}>
      <p className="over">Evidence for</p>
      <h1>{set.question}</h1>
      <EvidenceMeta set={set} />
      {problem !== null && <p className="notice" role="alert">Nothing was changed. {problem}</p>}
      {history !== null && <Standing set={set} history={history} />}
      {set.weak && <p className="notice">No passage matches this well. These are the nearest.</p>}
      {set.items.length === 0 ? (
        <p className="measure">{set.excluded.length > 0 ? 'Every passage was left out, so there is nothing to answer from.' : 'No passage was found for this question, so there is nothing to answer from.'}</p>
      ) : (
        <form className="actions" method="post" action="/answers/from" data-press="answer">
          <input type="hidden" name="evidenceSetId" value={set.evidenceSetId} />
          <input type="hidden" name="revision" value={set.revision} />
          <button className="button main" type="submit">Answer from exactly this set <kbd aria-hidden="true">a</kbd></button>
        </form>
      )}
      <Answered set={set} answers={answers} />
      <EvidenceGroups items={set.items} surroundings={surroundings} editable={editable} />
      <EvidenceLeftOut items={set.excluded} editable={editable} />
      <Rest set={set} />
      {editable !== null && <EvidenceAdding set={set} words={(read('add')[0] ?? '').trim()} />}
      {history !== null && <EvidenceRevisions set={set} history={history} />}
    </Shell>
  )
}

function EvidenceMeta({ set }: { readonly set: EvidenceSet }) {
  const documents = new Set(set.items.map((item) => item.documentId)).size
  return (
    <>
      <div className="meta">
        <span>{count(set.items.length, 'passage')} in {count(documents, 'document')}, {count(set.tokens, 'token')}{set.items.length > 0 && (isChanged(set) ? ', as somebody chose them' : `, ${strategyWords[set.strategy]}`)}</span>
        <span>Index {set.generation}{set.mode === 'lexical-only' && ', found by words only'}</span>
        <span>Revision {set.revision}, {set.cause}, <Moment at={set.createdAt} /></span>
      </div>
      {set.strategyReason !== '' && set.items.length > 0 && <p className="quiet">{isChanged(set) && 'When it was first assembled, before it was changed: '}{set.strategyReason}</p>}
    </>
  )
}

/** A person has left out, added or put back something. */
function isChanged({ base }: EvidenceSet): boolean {
  return base !== null
}

/** How this revision stands to the others: an old one, or one that leaves out what was changed meanwhile. */
function Standing({ set, history }: { readonly set: EvidenceSet; readonly history: EvidenceHistory }) {
  const newest = history.revisions.at(-1)?.revision ?? set.revision
  const passed = set.base === null ? [] : history.revisions.map(({ revision }) => revision).filter((revision) => revision > (set.base ?? 0) && revision < set.revision)
  return (
    <>
      {set.revision < newest && (
        <p className="notice">
          This is an old revision; <a href={`/evidence/${set.evidenceSetId}`}>revision {newest}</a> is the newest.
          {history.editable && ' A change made here starts from this one and leaves out what was changed since.'}
        </p>
      )}
      {set.base !== null && passed.length > 0 && (
        <p className="notice">
          This revision was made from revision {set.base}: what {passed.length === 1 ? `revision ${passed.join('')}` : `revisions ${passed.join(', ')}`} changed is not in it.{' '}
          <a href={evidenceComparison(set.evidenceSetId, set.revision - 1, set.revision)}>Compare it with revision {set.revision - 1}</a>
        </p>
      )}
    </>
  )
}

function Answered({ set, answers }: { readonly set: EvidenceSet; readonly answers: readonly SetAnswer[] }) {
  if (answers.length === 0) return null
  return (
    <p className="quiet">
      Answered from this set:{' '}
      {answers.map(({ answerId, revision, evidenceSetRevision }, at) => (
        <span key={`${answerId} ${revision}`}>
          {at > 0 && ', '}<a href={`/answers/${answerId}/r/${revision}`}>revision {revision} of the answer</a>, made from {evidenceSetRevision === set.revision ? 'this revision' : `revision ${evidenceSetRevision}`} of the set
        </span>
      ))}.
    </p>
  )
}

/** What a language model read besides the passages above. */
function Rest({ set }: { readonly set: EvidenceSet }) {
  if (set.rest.length === 0) return null
  return (
    <details className="quiet-details">
      <summary>The language model also reads {count(set.rest.length, 'other passage')}</summary>
      <ul className="lines">
        {set.rest.map((item) => (
          <li key={item.evidenceId}>
            <a href={`/documents/${item.documentId}?revision=${item.revision}&from=${item.passage.startOffset}&to=${item.passage.endOffset}#cited`}>{[item.title, ...item.headingPath.slice(1)].map(titleText).join(' › ')}</a>
            <span>{item.evidenceId}, {count(item.tokens, 'token')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
