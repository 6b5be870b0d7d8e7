import type { EvidenceItem, EvidenceRelation } from '@/lib/evidence'
import { documentAddress } from './document-address'
import { headingsBelowTitle } from './passage-card'
import { PassageText } from './passage-text'
import { count } from './count'
import { WhereLine } from './where-line'

const relationWords: Readonly<Record<EvidenceRelation['kind'], string | null>> = {
  // The grouping shows it.
  'same-document': null,
  supersedes: 'supersedes',
  'superseded-by': 'is superseded by',
  contradicts: 'contradicts',
  'near-duplicate': 'says nearly the same as',
  'other-revision': 'is another revision of',
}

interface EvidenceGroupsProps {
  readonly items: readonly EvidenceItem[]
}

/** The passages of a set under their documents, both in the order in which the best of each was found. */
export function EvidenceGroups({ items }: EvidenceGroupsProps) {
  const documentIds = [...new Set(items.map((item) => item.documentId))]
  return documentIds.map((documentId) => {
    const own = items.filter((item) => item.documentId === documentId)
    return (
      <section className="group" key={documentId} aria-labelledby={documentId}>
        <h2 id={documentId}>{own[0]?.title}</h2>
        <p className="path">{own[0]?.sourcePath}</p>
        {own.map((item) => <EvidenceEntry key={item.evidenceId} item={item} />)}
      </section>
    )
  })
}

function EvidenceEntry({ item }: { readonly item: EvidenceItem }) {
  const headings = headingsBelowTitle(item)
  return (
    <article className="passage" id={item.evidenceId} data-walk-item>
      <h3>
        <a href={documentAddress(item.documentId, item.revision, item.passage)} data-walk>{headings === '' ? 'Beginning of the document' : headings}</a>
      </h3>
      <WhereLine item={item} />
      {item.instructionLike && <p className="flag"><b>Instruction-like text.</b> It is quoted as it stands and nothing obeys it.</p>}
      <PassageText passage={item.passage} marks={item.passage.matches} />
      <p className="why">
        <b>{item.evidenceId}</b> · {item.why}
        {item.relations.map((relation) => {
          const words = relationWords[relation.kind]
          if (words === null) return null
          return <span key={`${relation.kind}-${relation.evidenceId}`}> It {words} <a href={`#${relation.evidenceId}`}>{relation.evidenceId}</a>.</span>
        })}
        {' '}{count(item.tokens, 'token')}.
      </p>
    </article>
  )
}
