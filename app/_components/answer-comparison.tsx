import type { ReactNode } from 'react'
import { isClosestOnly, type AnswerClaim, type AnswerComparison as Comparison, type AnswerRecord, type ClaimChange, type PassageChange } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import { CitedWords } from './cited-words'
import { onlyItem } from './claim-sources'
import { ClaimWords, takesLines } from './claim-words'
import { count } from './count'
import { documentAddress } from './document-address'
import { evidenceAddress, evidenceComparison } from './evidence-address'
import { Moment } from './moment'
import { Table } from './table'
import { titleText } from './title-text'
import { lineWords, outcomeWords, refusalWords, verdictText } from './words'

const claimWords: Readonly<Record<ClaimChange['state'], string>> = { same: 'The same sentence', reworded: 'Another sentence from the same passage', gone: 'Only in the earlier revision', new: 'Only in the later revision' }
const passageWords: Readonly<Record<PassageChange['state'], string>> = {
  same: 'The same passage', 'other-revision': 'The same words in another revision of the document', changed: 'The same place with other words', gone: 'Cited in the earlier revision only', new: 'Cited in the later revision only',
}

interface AnswerComparisonProps {
  readonly comparison: Comparison
}

/** What two revisions have in common and where they part, each side in its own column. */
export function AnswerComparison({ comparison }: AnswerComparisonProps) {
  const { before, after, claims, passages } = comparison
  return (
    <>
      <p className="lead">{summaryOf(comparison)}</p>
      <Table title="The two revisions" fits head={['What', `Revision ${before.revision}`, `Revision ${after.revision}`]}>
        <Row name="Page" values={[before, after].map((record) => <a key={record.revision} href={`/answers/${record.answerId}/r/${record.revision}`}>open revision {record.revision}</a>)} />
        <Row name="Made" values={[before, after].map((record) => <Moment key={record.revision} at={record.createdAt} />)} />
        <Row name="Cause" values={[before.cause, after.cause]} />
        <Row name="Outcome" values={[before, after].map(outcomeOf)} />
        <Row name="Index" values={[before.generation, after.generation]} />
        <Row name="Written by" values={[before, after].map(({ model }) => (model === 'extractive' ? 'extractive, no model' : model))} />
        <Row name="Evidence" values={[before, after].map((record) => <a key={record.revision} href={evidenceAddress(record.evidenceSetId, record.evidenceSetRevision)}>revision {record.evidenceSetRevision} of {before.evidenceSetId === after.evidenceSetId ? 'the evidence set' : 'its own evidence set'}</a>)} />
      </Table>
      <EvidenceCompared before={before} after={after} />
      <section>
        <h2>Claim by claim</h2>
        {claims.length === 0 && <p className="measure">Neither revision shows a sentence.</p>}
        {claims.map((change, at) => (
          <article className="case" key={at}>
            <h3>{claimWords[change.state]}</h3>
            <div className="pair"><ClaimSide record={before} claim={change.before} items={itemsOf(passages, 'before')} /><ClaimSide record={after} claim={change.after} items={itemsOf(passages, 'after')} /></div>
          </article>
        ))}
      </section>
      <section>
        <h2>Passage by passage</h2>
        {passages.length === 0 && <p className="measure">Neither revision cites a passage.</p>}
        {passages.map((change, at) => (
          <article className="case" key={at}>
            <h3>{passageWords[change.state]}</h3>
            <div className="pair"><PassageSide record={before} passage={change.before} /><PassageSide record={after} passage={change.after} /></div>
          </article>
        ))}
      </section>
    </>
  )
}

/** Which evidence differs, though the passages that are cited may not. */
function EvidenceCompared({ before, after }: Pick<Comparison, 'before' | 'after'>) {
  if (before.evidenceSetId !== after.evidenceSetId) return <p className="quiet">Each was made from an evidence set of its own.</p>
  if (before.evidenceSetRevision === after.evidenceSetRevision) return <p className="quiet">Both were made from the same revision of the evidence set.</p>
  const address = evidenceComparison(after.evidenceSetId, before.evidenceSetRevision, after.evidenceSetRevision)
  return <p className="more">They were made from two revisions of the evidence set. <a href={address}>Compare its revisions {before.evidenceSetRevision} and {after.evidenceSetRevision}</a></p>
}

function itemsOf(passages: readonly PassageChange[], side: 'before' | 'after'): readonly EvidenceItem[] {
  return passages.flatMap((change) => change[side]?.item ?? [])
}

function summaryOf({ before, after, claims, passages }: Comparison): string {
  const differing = claims.filter(({ state }) => state !== 'same').length
  const moved = passages.filter(({ state }) => state !== 'same').length
  if (differing === 0 && moved === 0) return before.outcome === after.outcome ? 'Both revisions say the same from the same passages.' : 'Both revisions show the same sentences; what came of the question differs.'
  return `${differing === 0 ? 'Every sentence is the same' : `${count(differing, 'sentence')} of ${claims.length} ${differing === 1 ? 'differs' : 'differ'}`}; ${moved === 0 ? 'every cited passage is the same' : `${count(moved, 'cited passage')} of ${passages.length} ${moved === 1 ? 'differs' : 'differ'}`}.`
}

function outcomeOf(record: AnswerRecord): string {
  if (record.refusal !== null) return `${refusalWords[record.refusal.reason]}. ${record.refusal.missing}`
  if (isClosestOnly(record)) return 'No sentence stands out as the answer; the closest evidence is shown'
  return record.unanswered.length === 0 ? outcomeWords[record.outcome] : `${outcomeWords[record.outcome]}. ${record.unanswered.join(' ')}`
}

interface RowProps {
  readonly name: string
  readonly values: readonly ReactNode[]
}

function Row({ name, values }: RowProps) {
  return <tr><th scope="row">{name}</th>{values.map((value, at) => <td key={at}>{value}</td>)}</tr>
}

/** Serif is the author’s words; a list or a row of several lines keeps them. */
function statementClass(claim: AnswerClaim, item: EvidenceItem | null): string {
  return [...(claim.quoted ? ['statement'] : []), ...(takesLines(claim, item) ? ['whitespace-pre-line'] : []), 'wrap-anywhere'].join(' ')
}

interface ClaimSideProps {
  readonly record: AnswerRecord
  readonly claim: AnswerClaim | null
  /** What this revision cites. */
  readonly items: readonly EvidenceItem[]
}

function ClaimSide({ record, claim, items }: ClaimSideProps) {
  const item = claim === null ? null : onlyItem(claim, items)
  return (
    <div>
      <h4>Revision {record.revision}</h4>
      {claim === null ? <p className="quiet">Not in this revision.</p> : (
        <>
          <p className={statementClass(claim, item)}><ClaimWords claim={claim} item={item} /></p>
          <p className="where">{verdictText(claim.verdictWords)}; {count(claim.citations.length, 'source')}: {claim.citations.map(({ number }) => number).join(', ')}</p>
        </>
      )}
    </div>
  )
}

function PassageSide({ record, passage }: { readonly record: AnswerRecord; readonly passage: PassageChange['before'] }) {
  return (
    <div>
      <h4>Revision {record.revision}</h4>
      {passage === null ? <p className="quiet">Not cited in this revision.</p> : (
        <>
          <CitedWords citation={passage.citation} item={passage.item} />
          <p className="where">
            <b>{passage.number}</b> <a href={documentAddress(passage.citation.documentId, passage.citation.revision, passage.citation)}>{passage.item === null ? passage.citation.sourcePath : titleText(passage.item.title)}</a>
            <span>revision {passage.citation.revision}, {lineWords(passage.citation.startLine, passage.citation.endLine)}</span>
          </p>
        </>
      )}
    </div>
  )
}
