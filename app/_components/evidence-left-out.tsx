import type { ExcludedItem } from '@/lib/evidence'
import { ChangeForm, type ChangedRevision } from './change-form'
import { documentAddress } from './document-address'
import { headingsBelowTitle } from './passage-card'
import { PassageText } from './passage-text'
import { titleText } from './title-text'

interface EvidenceLeftOutProps {
  readonly items: readonly ExcludedItem[]
  /** The revision that its person may change; null where it is only read. */
  readonly editable: ChangedRevision | null
}

/** What a person took out of a set, with the reason: no answer rests on it. */
export function EvidenceLeftOut({ items, editable }: EvidenceLeftOutProps) {
  if (items.length === 0) return null
  return (
    <section className="group" aria-labelledby="left-out">
      <h2 id="left-out">Left out</h2>
      {items.map((item) => (
        <div className="passage" id={item.evidenceId} key={item.evidenceId}>
          <h3>
            <a href={documentAddress(item.documentId, item.revision, item.passage)}>{titleText(item.title)}</a>
            {headingsBelowTitle(item) !== '' && <span className="headings"> › {headingsBelowTitle(item)}</span>}
          </h3>
          <p className="why"><b>{item.evidenceId}</b> · Left out: {item.excluded.reason}</p>
          <details className="place">
            <summary>Read {item.evidenceId}</summary>
            <PassageText passage={item.passage} marks={[]} />
          </details>
          {editable !== null && (
            <ChangeForm set={editable} change="restore" fields={{ evidenceId: item.evidenceId }}>
              <button className="button" type="submit">Restore {item.evidenceId}</button>
            </ChangeForm>
          )}
        </div>
      ))}
    </section>
  )
}
