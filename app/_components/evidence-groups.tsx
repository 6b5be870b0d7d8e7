import type { EvidenceItem, EvidenceRelation, Surroundings } from '@/lib/evidence'
import { ChangeForm, type ChangedRevision } from './change-form'
import { documentAddress } from './document-address'
import { headingsBelowTitle } from './passage-card'
import { PassagePlace } from './passage-place'
import { PassageText } from './passage-text'
import { count } from './count'
import { titleText } from './title-text'
import { WhereLine } from './where-line'

const relationWords: Readonly<Record<EvidenceRelation['kind'], string | null>> = {
  // The grouping shows it.
  'same-document': null,
  supersedes: 'supersedes',
  'superseded-by': 'is superseded by',
  contradicts: 'may contradict',
  'near-duplicate': 'says nearly the same as',
  'other-revision': 'is another revision of',
}

interface EvidenceGroupsProps {
  readonly items: readonly EvidenceItem[]
  /** By evidence id. */
  readonly surroundings: ReadonlyMap<string, Surroundings>
  /** The revision that its person may change; null where it is only read. */
  readonly editable: ChangedRevision | null
}

/** The passages of a set under their documents and headings, each in the order in which the best of it stands in the set. */
export function EvidenceGroups({ items, surroundings, editable }: EvidenceGroupsProps) {
  return groupBy(items, ({ documentId }) => documentId).map((own) => {
    const [first] = own
    if (first === undefined) return null
    return (
      <section className="group" key={first.documentId} aria-labelledby={first.documentId}>
        <h2 id={first.documentId}>{titleText(first.title)}</h2>
        <p className="path">{first.sourcePath}</p>
        {groupBy(own, ({ headingPath }) => headingPath.join('\n')).flat().map((item) => (
          <EvidenceEntry key={item.evidenceId} item={item} items={items} around={surroundings.get(item.evidenceId) ?? null} editable={editable} />
        ))}
      </section>
    )
  })
}

function groupBy(items: readonly EvidenceItem[], keyOf: (item: EvidenceItem) => string): readonly (readonly EvidenceItem[])[] {
  return [...new Set(items.map(keyOf))].map((key) => items.filter((item) => keyOf(item) === key))
}

interface EvidenceEntryProps {
  readonly item: EvidenceItem
  readonly items: readonly EvidenceItem[]
  readonly around: Surroundings | null
  readonly editable: ChangedRevision | null
}

function EvidenceEntry({ item, items, around, editable }: EvidenceEntryProps) {
  const headings = headingsBelowTitle(item)
  const address = documentAddress(item.documentId, item.revision, item.passage)
  return (
    <article className="passage" id={item.evidenceId} data-walk-item>
      <h3>
        <a href={address} data-walk>{headings === '' ? 'Beginning of the document' : headings}</a>
      </h3>
      <WhereLine item={item} />
      {item.instructionLike && <p className="flag"><b>Instruction-like text.</b> It is quoted as it stands and nothing obeys it.</p>}
      <PassageText passage={item.passage} marks={item.passage.matches} />
      <p className="why">
        <b>{item.evidenceId}</b>{item.pinned === true && ', pinned'}{item.added === true && ', added by hand'} · {item.why}
        {item.relations.map((relation) => <Relation key={`${relation.kind}-${relation.evidenceId}`} item={item} relation={relation} other={items.find(({ evidenceId }) => evidenceId === relation.evidenceId) ?? null} />)}
        {' '}{count(item.tokens, 'token')}.
        {item.alsoIn?.map((place) => <span key={place.documentId}> The same stands in <a href={documentAddress(place.documentId, place.revision)}>{titleText(place.title)}</a>.</span>)}
      </p>
      {around !== null && <PassagePlace passage={item.passage} around={around} address={address} />}
      {editable !== null && <EntryChanges item={item} set={editable} />}
    </article>
  )
}

interface RelationProps {
  readonly item: EvidenceItem
  readonly relation: EvidenceRelation
  readonly other: EvidenceItem | null
}

/** What a passage is to another one; of a possible conflict, both stretches in the authors' words. */
function Relation({ item, relation, other }: RelationProps) {
  const words = relationWords[relation.kind]
  if (words === null) return null
  const { conflict } = relation
  return (
    <span>
      {' '}It {words} <a href={`#${relation.evidenceId}`}>{relation.evidenceId}</a>
      {conflict !== undefined && other !== null && <>: “{clip(item.passage.text.slice(conflict.own.startOffset, conflict.own.endOffset))}” here, “{clip(other.passage.text.slice(conflict.other.startOffset, conflict.other.endOffset))}” there</>}.
    </span>
  )
}

function clip(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 160).trimEnd()} …`
}

function EntryChanges({ item, set }: { readonly item: EvidenceItem; readonly set: ChangedRevision }) {
  const { evidenceId } = item
  const pinned = item.pinned === true
  return (
    <details className="change">
      <summary>Change {evidenceId}</summary>
      <ChangeForm set={set} change={pinned ? 'unpin' : 'pin'} fields={{ evidenceId }}>
        <button className="button" type="submit">{pinned ? `Unpin ${evidenceId}` : `Pin ${evidenceId}: it goes first`}</button>
      </ChangeForm>
      <ChangeForm set={set} change="exclude" fields={{ evidenceId }}>
        <label>
          Why {evidenceId} is left out
          <input type="text" name="reason" required maxLength={500} autoComplete="off" />
        </label>
        <button className="button" type="submit">Leave out {evidenceId}</button>
      </ChangeForm>
    </details>
  )
}
