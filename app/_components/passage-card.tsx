import type { ReactNode } from 'react'
import type { SearchResult } from '@/lib/retrieval'
import { documentAddress } from './document-address'
import { PassageText } from './passage-text'
import { titleText } from './title-text'
import { WhereLine } from './where-line'

interface PassageCardProps {
  readonly item: Omit<SearchResult, 'rank'>
  /** Why it is here, or what it holds and lacks. */
  readonly note: ReactNode
  /** The card's own address on its page. */
  readonly anchor?: string
  /** How it came to its place. */
  readonly trace?: ReactNode
}

// About twelve lines: enough to judge a passage, and several on one screen.
const clippedLength = 900

/** The headings above a passage, without a first one that repeats the title. */
export function headingsBelowTitle(item: Pick<SearchResult, 'title' | 'headingPath'>): string {
  const [first, ...rest] = item.headingPath
  return (first === item.title ? rest : item.headingPath).map(titleText).join(' › ')
}

/** One found passage: its document, where it stands, its words, and why it is here. */
export function PassageCard({ item, note, anchor, trace }: PassageCardProps) {
  const address = documentAddress(item.documentId, item.revision, item.passage)
  const clipped = item.passage.text.length > clippedLength
  const headings = headingsBelowTitle(item)
  return (
    <section className="passage" id={anchor} data-walk-item>
      <h3>
        <a href={address} data-walk>{titleText(item.title)}</a>
        {headings !== '' && <span className="headings"> › {headings}</span>}
      </h3>
      <WhereLine item={item} />
      <div className={clipped ? 'clipped' : undefined}><PassageText passage={item.passage} marks={item.passage.matches} excerpt={clipped} /></div>
      {clipped && <p className="more"><a href={address}>The whole passage, in its document</a></p>}
      <p className="why">{note}</p>
      {trace}
    </section>
  )
}
