import type { Share } from '@/lib/answers'
import { Moment } from './moment'

interface ShareListProps {
  readonly shares: readonly Share[]
}

/** Links that were made, newest first, each with its end or a button that ends it. */
export function ShareList({ shares }: ShareListProps) {
  return (
    <ul className="lines">
      {shares.map((share) => (
        <li key={share.shareId} data-walk-item>
          <a href={`/answers/${share.answerId}/r/${share.revision}/share`} data-walk>{share.question} (revision {share.revision})</a>
          <span>
            {share.state === 'open' ? 'works until ' : share.state === 'expired' ? 'ended ' : 'revoked; would have ended '}<Moment at={share.expiresAt} />
            {share.state === 'open' && (
              <form method="post" action="/share/revoke" className="mt-1">
                <input type="hidden" name="shareId" value={share.shareId} />
                <button className="button" type="submit" aria-label={`Revoke the link to: ${share.question}`}>Revoke</button>
              </form>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
