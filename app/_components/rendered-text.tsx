import type { Root } from 'hast'
import { visit } from 'unist-util-visit'
import { cutDocument, isTooLong, linkDefinitions, type DocumentPiece } from './document-pieces'
import type { AddressOf } from './link-address'
import type { MarkSpan } from './mark-text'
import { citeTree, markTree } from './mark-tree'
import { Markdown } from './markdown'
import { markdownTree, plainText } from './markdown-tree'
import { StoredText } from './stored-text'
import { titleText } from './title-text'

interface RenderedTextProps {
  readonly text: string
  readonly title: string
  readonly sections: readonly { readonly level: number; readonly startOffset: number; readonly startLine: number }[]
  readonly cited: MarkSpan | null
  readonly addressOf: AddressOf
}

/** A Markdown document as its author meant it, the cited stretch marked in its blocks. */
export function RenderedText({ text, title, sections, cited, addressOf }: RenderedTextProps) {
  // What stands at a note's head is in one piece with what follows.
  const pieces = cutDocument(text, sections.filter(({ level }) => level > 0))
  const definitions = pieces.length > 1 ? linkDefinitions(text) : ''
  return (
    <div className="authored document">
      {pieces.map((piece) => <Piece key={piece.startOffset} piece={piece} title={title} definitions={definitions} cited={cited} addressOf={addressOf} />)}
    </div>
  )
}

interface PieceProps extends Pick<RenderedTextProps, 'title' | 'cited' | 'addressOf'> {
  readonly piece: DocumentPiece
  readonly definitions: string
}

/** Closes the gaps that authors leave between heading levels, and the one under the title: a page's outline has none. */
function settleLevels(tree: Root): void {
  let level = 1
  visit(tree, 'element', (node) => {
    const own = Number(/^h([2-6])$/.exec(node.tagName)?.[1] ?? Number.NaN)
    if (Number.isNaN(own)) return
    level = Math.min(own, level + 1)
    node.tagName = `h${level}`
  })
}

function Piece({ piece, title, definitions, cited, addressOf }: PieceProps) {
  const own = cited === null ? null : {
    startOffset: cited.startOffset - piece.startOffset,
    endOffset: Math.min(cited.endOffset - piece.startOffset, piece.text.length),
  }
  if (isTooLong(piece)) return <StoredText text={piece.text} startLine={piece.startLine} cited={own} />
  const source = definitions === '' ? piece.text : `${piece.text}\n\n${definitions}\n`
  const tree = markdownTree(source, piece.startLine, addressOf)
  const first = tree.children.find((child) => child.type === 'element' && !(child.tagName === 'pre' && child.position?.start.offset === 0))
  // The page's own heading says it already.
  if (piece.startOffset === 0 && first?.type === 'element' && first.tagName === 'h2' && [title, titleText(title)].includes(plainText(first))) tree.children.splice(tree.children.indexOf(first), 1)
  settleLevels(tree)
  if (own !== null && own.endOffset > 0 && own.startOffset < piece.text.length) {
    citeTree(tree, own)
    markTree(tree, source, [own])
  }
  return <Markdown tree={tree} />
}

