import { Fragment } from 'react'
import type { DocumentId } from '@/lib/foundation'
import { lineAddress } from './document-address'

interface LineLinksProps {
  readonly documentId: DocumentId
  readonly revision: number | null
  readonly lines: readonly number[]
}

const shownLines = 10

/** "line 40", "lines 3, 9 and 12", each a link to the stored text there. */
export function LineLinks({ documentId, revision, lines }: LineLinksProps) {
  return (
    <span>
      {lines.length === 1 ? 'line ' : 'lines '}
      {lines.slice(0, shownLines).map((line, at) => (
        <Fragment key={line}>{at > 0 && (at === lines.length - 1 ? ' and ' : ', ')}<a href={lineAddress(documentId, revision, line)}>{line}</a></Fragment>
      ))}
      {lines.length > shownLines && ` and ${lines.length - shownLines} more`}
    </span>
  )
}
