import type { EvidenceComparison, EvidenceDifference } from '@/lib/evidence'
import { count } from './count'
import { documentAddress } from './document-address'
import { headingsBelowTitle } from './passage-card'
import { PassageText } from './passage-text'
import { titleText } from './title-text'

type Kind = 'added' | 'excluded' | 'removed' | 'restored' | 'pinned' | 'unpinned' | 'moved'

const kinds: readonly (readonly [kind: Kind, heading: string])[] = [
  ['excluded', 'Left out'], ['removed', 'No longer in the set'], ['restored', 'Restored'], ['added', 'Added'], ['pinned', 'Pinned'], ['unpinned', 'No longer pinned'], ['moved', 'In another order'],
]

/** What differs between two revisions of a set, kind by kind, each passage with its words. */
export function EvidenceDifferences({ comparison }: { readonly comparison: EvidenceComparison }) {
  const groups = kinds.filter(([kind]) => comparison[kind].length > 0)
  return (
    <>
      <p className="lead">{groups.length === 0 ? 'Both hold the same passages in the same order.' : `${count(comparison.kept, 'passage')} ${comparison.kept === 1 ? 'is' : 'are'} in both.`}</p>
      {groups.map(([kind, heading]) => (
        <section className="group" key={kind} aria-labelledby={kind}>
          <h2 id={kind}>{heading}</h2>
          {comparison[kind].map((difference: EvidenceDifference & { readonly reason?: string }) => <Difference key={difference.evidenceId} difference={difference} />)}
        </section>
      ))}
    </>
  )
}

function Difference({ difference: { evidenceId, item, from, to, reason } }: { readonly difference: EvidenceDifference & { readonly reason?: string } }) {
  const headings = headingsBelowTitle(item)
  return (
    <div className="passage">
      <h3>
        <a href={documentAddress(item.documentId, item.revision, item.passage)}>{titleText(item.title)}</a>
        {headings !== '' && <span className="headings"> › {headings}</span>}
      </h3>
      <p className="why">
        <b>{evidenceId}</b>
        {from !== null && to !== null && from !== to && `, place ${from} before, ${to} after`}
        {reason !== undefined && ` · Left out: ${reason}`}
      </p>
      <details className="place">
        <summary>Read {evidenceId}</summary>
        <PassageText passage={item.passage} marks={[]} />
      </details>
    </div>
  )
}
