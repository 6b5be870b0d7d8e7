import type { AnswerClaim as Claim } from '@/lib/answers'
import { ClaimSources, onlyItem, SourceMarks, type ShownClaim } from './claim-sources'
import { ClaimWords, takesLines } from './claim-words'
import { verdictText } from './words'

const verdictClass: Readonly<Record<Claim['verdict'], string>> = {
  supported: 'verdict ok',
  'partially-supported': 'verdict part',
  contradicted: 'verdict no',
  'not-established': 'verdict no',
}

/** One verified sentence, its verdict in words, and the passages it rests on; of the closest evidence the passage alone, in which the sentence is marked. */
export function AnswerClaim(shown: ShownClaim) {
  const { claim, items } = shown
  const item = onlyItem(claim, items)
  const verdict = <Verdict claim={claim} />
  if (claim.closestOnly === true) return <article className="closest"><ClaimSources {...shown} />{verdict}</article>
  return (
    <article className={claim.quoted ? 'claim quoted' : 'claim'}>
      <p className={takesLines(claim, item) ? 'statement lines' : 'statement'}>
        <ClaimWords claim={claim} item={item} />
        <SourceMarks {...shown} />
      </p>
      {verdict}
      <ClaimSources {...shown} />
    </article>
  )
}

function Verdict({ claim }: Pick<ShownClaim, 'claim'>) {
  const words = verdictText(claim.verdictWords)
  const end = words.search(/[,:;]/)
  const verdict = end < 0 ? words : words.slice(0, end)
  return <p className={claim.closestOnly === true ? 'verdict' : verdictClass[claim.verdict]}><b>{verdict}</b>{words.slice(verdict.length)}</p>
}
