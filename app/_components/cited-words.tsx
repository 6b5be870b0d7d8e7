import type { Citation } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import type { AddressOf } from './link-address'
import { Markdown } from './markdown'
import { markTree } from './mark-tree'
import { PassageText } from './passage-text'
import { layOutPassage } from './passage-layout'
import { quotedTree } from './quoted-tree'

interface CitedWordsProps {
  readonly citation: Pick<Citation, 'quote' | 'startOffset' | 'endOffset'>
  /** The evidence it came from; null when it is no longer kept, then the quotation alone is shown. */
  readonly item: EvidenceItem | null
}

/** The part of a passage in which the cited stretch is marked. */
export function CitedWords({ citation, item }: CitedWordsProps) {
  const within = item !== null && item.passage.startOffset <= citation.startOffset && citation.endOffset <= item.passage.endOffset
  if (!within) return <QuoteAlone quote={citation.quote} marked />
  const mark = { startOffset: citation.startOffset - item.passage.startOffset, endOffset: citation.endOffset - item.passage.startOffset }
  return <PassageText passage={item.passage} marks={[mark]} excerpt />
}

interface QuoteAloneProps {
  readonly quote: string
  readonly marked?: boolean
  /** Where its links to files lead; without it, to a search. */
  readonly addressOf?: AddressOf
}

const isRow = (quote: string): boolean => quote.trim().split('\n').every((line) => /^\s*\|.*\|\s*$/.test(line))

/** A cited stretch without its passage: rows of a table as rows, everything else as its author meant it. */
export function QuoteAlone({ quote, marked = false, addressOf }: QuoteAloneProps) {
  // Without its table a row has no labels, and as many columns as it has cells.
  const labels = isRow(quote) ? (quote.trim().split('\n')[0] ?? '').replace(/\\\|/g, '').replace(/[^|]/g, ' ') : null
  const layout = layOutPassage(quote, labels === null ? 'prose' : 'table', labels, [{ startOffset: 0, endOffset: quote.length }])
  const tree = quotedTree(layout.source, addressOf ?? null)
  if (marked) markTree(tree, layout.source, layout.marks)
  return <blockquote className="authored"><Markdown tree={tree} /></blockquote>
}
