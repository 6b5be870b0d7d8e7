import type { Root } from 'hast'
import type { SearchResult } from '@/lib/retrieval'
import type { MarkSpan } from './mark-text'
import { excerptTree, markTree } from './mark-tree'
import { Markdown } from './markdown'
import { plainText } from './markdown-tree'
import { Marked } from './marked'
import { layOutPassage } from './passage-layout'
import { quotedTree } from './quoted-tree'

interface PassageTextProps {
  readonly passage: SearchResult['passage']
  /** What is marked, as offsets into the passage's text. */
  readonly marks: readonly MarkSpan[]
  /** Show only the blocks, items and rows that are marked. */
  readonly excerpt?: boolean
}

/** The author's words, with what helps to understand them dimmed before. */
export function PassageText({ passage, marks, excerpt = false }: PassageTextProps) {
  const header = passage.context.find((span) => span.role === 'table-header')?.text ?? null
  const before = passage.context.filter((span) => span.role !== 'table-header')
  return (
    <blockquote className="authored">
      {before.map((span) => (
        <div className="context" key={span.startOffset}>
          <Markdown tree={quotedTree(span.text)} />
        </div>
      ))}
      <PassageBody layout={layOutPassage(passage.text, passage.contentType, header, marks)} excerpt={excerpt} />
    </blockquote>
  )
}

interface PassageBodyProps {
  readonly layout: ReturnType<typeof layOutPassage>
  readonly excerpt: boolean
}

function PassageBody({ layout, excerpt }: PassageBodyProps) {
  const asStored = <pre><code><Marked text={layout.source} marks={layout.marks} /></code></pre>
  if (layout.verbatim) return asStored
  const tree = quotedTree(layout.source)
  // Definitions of links alone show nothing, and are what was found.
  if (showsNothing(tree)) return asStored
  // Before the marks: they split text whose position they need.
  const cut = excerpt && excerptTree(tree, layout.marks)
  if (cut && showsNothing(tree)) return asStored
  markTree(tree, layout.source, layout.marks)
  return (
    <>
      <Markdown tree={tree} />
      {cut && <p className="cut">Part of the passage; the rest is in the document.</p>}
    </>
  )
}

function showsNothing(tree: Root): boolean {
  return plainText(tree).trim() === ''
}
