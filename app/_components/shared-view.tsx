import type { SharedAnswer } from '@/lib/answers'
import { AuthoredLine } from './authored-line'
import { nowhere } from './link-address'
import { Moment } from './moment'

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
  return (
    <article className={claim.quoted ? 'claim quoted' : 'claim'}>
      <p className={claim.text.includes('\n') ? 'statement lines' : 'statement'}>
        {claim.quoted ? <>“<AuthoredLine text={claim.text} addressOf={nowhere} />”</> : claim.text}
        {claim.sources.map(({ number }, at) => <sup key={number}><a href={`#${anchors[at] ?? ''}`} aria-label={`Source ${number}`}>{number}</a></sup>)}
      </p>
      <p className={claim.verdict === 'supported' ? 'verdict ok' : 'verdict part'}>{claim.verdictWords}</p>
      <div className="sources">
        {claim.sources.map(({ number, title, effectiveAt, quote }, at) => (
          <aside key={number} className="source" id={anchors[at]} aria-label={`Source ${number}`}>
            <blockquote className="authored"><p className="whitespace-pre-wrap"><AuthoredLine text={quote} addressOf={nowhere} /></p></blockquote>
            <p className="source-title"><b>{number}</b> · {title}</p>
            {effectiveAt !== null && <p className="where"><Moment at={effectiveAt} /></p>}
          </aside>
        ))}
      </div>
    </article>
  )
}
