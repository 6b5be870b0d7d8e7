import type { EvidenceHistory, EvidenceSet } from '@/lib/evidence'
import { evidenceAddress } from './evidence-address'
import { Moment } from './moment'

interface EvidenceRevisionsProps {
  readonly set: EvidenceSet
  readonly history: EvidenceHistory
}

/** Every revision of a set with what made it, and a form that compares two of them. */
export function EvidenceRevisions({ set, history }: EvidenceRevisionsProps) {
  const { revisions } = history
  if (revisions.length < 2) return null
  return (
    <section aria-labelledby="revisions">
      <h2 id="revisions">Revisions of this set</h2>
      <ol className="lines">
        {revisions.map(({ revision, cause, base, createdAt }) => (
          <li key={revision}>
            <a href={evidenceAddress(set.evidenceSetId, revision)} aria-current={revision === set.revision ? 'page' : undefined}>Revision {revision}: {cause}{base !== null && base !== revision - 1 && `, from revision ${base}`}</a>
            <span><Moment at={createdAt} /></span>
          </li>
        ))}
      </ol>
      <CompareRevisions set={set} history={history} from={set.base ?? 1} to={set.revision === 1 ? (revisions.at(-1)?.revision ?? 1) : set.revision} />
    </section>
  )
}

interface CompareRevisionsProps extends EvidenceRevisionsProps {
  readonly from: number
  readonly to: number
}

/** Chooses two revisions; a plain form, so that the choice is in the address. */
export function CompareRevisions({ set, history, from, to }: CompareRevisionsProps) {
  const options = history.revisions.map(({ revision }) => <option key={revision} value={revision}>{revision}</option>)
  return (
    <form className="choose" method="get" action={`/evidence/${set.evidenceSetId}/compare`}>
      <label>Compare revision <select name="from" defaultValue={from}>{options}</select></label>
      <label>with revision <select name="to" defaultValue={to}>{options}</select></label>
      <button className="button" type="submit">Compare revisions</button>
    </form>
  )
}
