import type { AnswerClaim, AnswerRecord, Citation } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import type { CitationState } from '@/lib/runtime'
import { CitationSource } from './citation-source'

export interface ShownClaim {
  readonly answer: Pick<AnswerRecord, 'answerId' | 'revision'>
  readonly claim: AnswerClaim
  /** 0-based place in the answer. */
  readonly index: number
  /** Citation numbers whose passage an earlier claim has shown. */
  readonly shown: readonly number[]
  readonly items: readonly EvidenceItem[]
  readonly states: ReadonlyMap<number, CitationState>
}

// A source cited twice stands beside both claims; the plain address belongs to its first place.
function anchorOf(citation: Citation, { index, shown }: Pick<ShownClaim, 'index' | 'shown'>): string {
  return shown.includes(citation.number) ? `source-${citation.number}-claim-${index + 1}` : `source-${citation.number}`
}

function itemOf(citation: Citation, items: readonly EvidenceItem[]): EvidenceItem | null {
  return items.find((item) => item.evidenceId === citation.evidenceId && item.revisionId === citation.revisionId) ?? null
}

/** The evidence of a claim's only citation; null where there are several, or it is no longer kept. */
export function onlyItem({ citations: [citation, ...others] }: Pick<AnswerClaim, 'citations'>, items: readonly EvidenceItem[]): EvidenceItem | null {
  return citation === undefined || others.length > 0 ? null : itemOf(citation, items)
}

/** The numbers of a claim's sources, each a link to its passage. */
export function SourceMarks({ claim, index, shown }: Pick<ShownClaim, 'claim' | 'index' | 'shown'>) {
  return claim.citations.map((citation) => (
    <sup key={citation.number}>
      <a href={`#${anchorOf(citation, { index, shown })}`} aria-label={`Source ${citation.number}`}>{citation.number}</a>
    </sup>
  ))
}

/** The passages that a claim rests on. */
export function ClaimSources({ answer, claim, index, shown, items, states }: ShownClaim) {
  return (
    <div className="sources">
      {claim.citations.map((citation) => (
        <CitationSource
          key={citation.number}
          anchor={anchorOf(citation, { index, shown })}
          answer={answer}
          citation={citation}
          item={itemOf(citation, items)}
          state={states.get(citation.number) ?? 'current'}
        />
      ))}
    </div>
  )
}
