import type { AnswerClaim as Claim, AnswerRecord, Citation } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import type { CitationState } from '@/lib/runtime'
import { AuthoredLine } from './authored-line'
import { CitationSource } from './citation-source'

const verdictClass: Readonly<Record<Claim['verdict'], string>> = {
  supported: 'verdict ok',
  'partially-supported': 'verdict part',
  contradicted: 'verdict no',
  'not-established': 'verdict no',
}

interface AnswerClaimProps {
  readonly answer: Pick<AnswerRecord, 'answerId' | 'revision'>
  readonly claim: Claim
  /** 0-based place in the answer. */
  readonly index: number
  /** Citation numbers whose passage an earlier claim has shown. */
  readonly shown: readonly number[]
  readonly items: readonly EvidenceItem[]
  readonly states: ReadonlyMap<number, CitationState>
}

// A source cited twice stands beside both claims; the plain address belongs to its first place.
function anchorOf(citation: Citation, index: number, shown: readonly number[]): string {
  return shown.includes(citation.number) ? `source-${citation.number}-claim-${index + 1}` : `source-${citation.number}`
}

function itemOf(citation: Citation, items: readonly EvidenceItem[]): EvidenceItem | null {
  return items.find((item) => item.evidenceId === citation.evidenceId && item.revisionId === citation.revisionId) ?? null
}

/** One verified sentence, its verdict in words, and the passages it rests on. */
export function AnswerClaim({ answer, claim, index, shown, items, states }: AnswerClaimProps) {
  const end = claim.verdictWords.search(/[,:;]/)
  const verdict = end < 0 ? claim.verdictWords : claim.verdictWords.slice(0, end)
  return (
    <article className={claim.quoted ? 'claim quoted' : 'claim'}>
      <p className={claim.text.includes('\n') ? 'statement lines' : 'statement'}>
        {claim.quoted ? <>“<AuthoredLine text={claim.text} />”</> : claim.text}
        {claim.citations.map((citation) => (
          <sup key={citation.number}>
            <a href={`#${anchorOf(citation, index, shown)}`} aria-label={`Source ${citation.number}`}>{citation.number}</a>
          </sup>
        ))}
      </p>
      <p className={claim.closestOnly === true ? 'verdict' : verdictClass[claim.verdict]}>
        <b>{verdict}</b>{claim.verdictWords.slice(verdict.length)}
      </p>
      <div className="sources">
        {claim.citations.map((citation) => (
          <CitationSource
            key={citation.number}
            anchor={anchorOf(citation, index, shown)}
            answer={answer}
            citation={citation}
            item={itemOf(citation, items)}
            state={states.get(citation.number) ?? 'current'}
          />
        ))}
      </div>
    </article>
  )
}
