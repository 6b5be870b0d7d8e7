import type { SharedAnswer } from '@/lib/answers'
import { QuoteAlone } from './cited-words'
import { ClaimWords, takesLines } from './claim-words'
import { nowhere } from './link-address'
import { Moment } from './moment'
import { titleText } from './title-text'
import { verdictText } from './words'

interface SharedViewProps {
  readonly shared: SharedAnswer
}

const outcomeWords: Readonly<Record<SharedAnswer['outcome'], string>> = { answered: 'Answered', partial: 'Answered in part', refused: 'Not answered' }

/** What a share link shows below the question, to a visitor and in the owner's preview alike: claims and the words they rest on. */
export function SharedView({ shared }: SharedViewProps) {
  const seen = new Set<number>()
  return (
    <>
      <div className="meta"><span>{shared.closestOnly ? 'No sentence stands out as the answer; the closest evidence' : outcomeWords[shared.outcome]} from a person’s own notes</span><span><Moment at={shared.createdAt} /></span></div>
      {shared.statement !== null && <p className="lead">{shared.statement}</p>}
      {shared.closestOnly && <p className="lead"><strong>No sentence stands out as the answer.</strong></p>}
      {shared.closestOnly && <h2>Closest evidence</h2>}
      {shared.claims.map((claim, index) => {
        const anchors = claim.sources.map(({ number }) => (seen.has(number) ? `source-${number}-claim-${index + 1}` : `source-${number}`))
        for (const { number } of claim.sources) seen.add(number)
        return <SharedClaim key={index} claim={claim} anchors={anchors} />
      })}
      <p className="quiet">A citation proves where a sentence comes from, not that it is true.</p>
    </>
  )
}

interface SharedClaimProps {
  readonly claim: SharedAnswer['claims'][number]
  /** Of its sources, in their order. */
  readonly anchors: readonly string[]
}

function SharedClaim({ claim, anchors }: SharedClaimProps) {
  // A visitor is given no passage around the quote, nor where it stands.
  const shown = { ...claim, citations: claim.sources.map(({ quote }) => ({ quote, startOffset: 0, endOffset: quote.length })) }
  const sources = (
    <div className="sources">
      {claim.sources.map(({ number, title, effectiveAt, quote }, at) => (
        <aside key={number} className="source" id={anchors[at]} aria-label={`Source ${number}`}>
          <QuoteAlone quote={quote} addressOf={nowhere} />
          <p className="source-title"><b>{number}</b> · {titleText(title)}</p>
          {effectiveAt !== null && <p className="where"><Moment at={effectiveAt} /></p>}
        </aside>
      ))}
    </div>
  )
  if (claim.verdictWords.startsWith('Closest evidence')) return <article className="closest">{sources}<p className="verdict">{verdictText(claim.verdictWords)}</p></article>
  return (
    <article className={claim.quoted ? 'claim quoted' : 'claim'}>
      <p className={takesLines(shown, null) ? 'statement lines' : 'statement'}>
        <ClaimWords claim={shown} item={null} addressOf={nowhere} />
        {claim.sources.map(({ number }, at) => <sup key={number}><a href={`#${anchors[at] ?? ''}`} aria-label={`Source ${number}`}>{number}</a></sup>)}
      </p>
      <p className={claim.verdict === 'supported' ? 'verdict ok' : 'verdict part'}>{verdictText(claim.verdictWords)}</p>
      {sources}
    </article>
  )
}
