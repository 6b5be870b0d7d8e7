import type { Surroundings } from '@/lib/evidence'
import type { SearchResult } from '@/lib/retrieval'
import { dimTree } from './mark-tree'
import { Markdown } from './markdown'
import { quotedTree } from './quoted-tree'

interface PassagePlaceProps {
  readonly passage: SearchResult['passage']
  readonly around: Surroundings
  /** Where the document opens at this passage. */
  readonly address: string
}

/** A passage with what stands around it in its document, dimmed, to be opened where one wants to read on. */
export function PassagePlace({ passage, around, address }: PassagePlaceProps) {
  if (around.before === '' && around.after === '') return <p className="more">This passage is its whole document.</p>
  // As one text: a row needs its table’s head, a line of code its fence.
  const tree = quotedTree(`${around.before}${passage.text}${around.after}`)
  dimTree(tree, { startOffset: around.before.length, endOffset: around.before.length + passage.text.length })
  return (
    <details className="place">
      <summary>Read it in its place</summary>
      <blockquote className="authored">
        <Markdown tree={tree} />
      </blockquote>
      <p className="more"><a href={address}>The whole document, at this passage</a></p>
    </details>
  )
}
