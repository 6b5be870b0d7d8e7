import type { Refusal } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import { PassageCard } from './passage-card'

interface RefusalBodyProps {
  readonly refusal: Refusal
  readonly items: readonly EvidenceItem[]
}

/** What the notes hold of the question, what is missing, the strongest passages, and questions that lead on. */
export function RefusalBody({ refusal, items }: RefusalBodyProps) {
  const strongest = refusal.passages.flatMap(({ evidenceId, note }) => {
    const item = items.find((candidate) => candidate.evidenceId === evidenceId)
    return item === undefined ? [] : [{ item, note }]
  })
  return (
    <>
      <p className="lead">{refusal.supported !== null && <>{refusal.supported} </>}<strong>{refusal.missing}</strong></p>
      {strongest.length > 0 && (
        <section>
          <h2>Strongest passages</h2>
          {strongest.map(({ item, note }) => <PassageCard key={item.evidenceId} item={item} note={note} />)}
        </section>
      )}
      {refusal.narrower.length > 0 && (
        <section>
          <h2>Searches that find something</h2>
          <ul className="lines">
            {refusal.narrower.map((query) => (
              <li key={query} data-walk-item><a href={`/search?q=${encodeURIComponent(query)}`} data-walk>{query}</a></li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
