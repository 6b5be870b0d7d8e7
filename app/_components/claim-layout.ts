import { visit } from 'unist-util-visit'
import type { AnswerClaim, Citation } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import { linkDefinitions } from './document-pieces'
import { layOutPassage } from './passage-layout'
import { quotedTree } from './quoted-tree'

/** A line of a claim: its list mark as it is written, and what is read as Markdown. */
export interface ClaimLine {
  readonly mark: string
  readonly text: string
}

/** How a claim is shown. Its record keeps every character. */
export type ClaimLayout =
  | { readonly kind: 'code'; readonly text: string }
  /** Nothing but a picture, which is no quotation: what its author calls it. */
  | { readonly kind: 'picture'; readonly text: string }
  | { readonly kind: 'lines'; readonly lines: readonly ClaimLine[]; readonly definitions: string }

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Without the marks of a block quote in front of its lines; the first has one only where the others do. */
function withoutQuoteMarks(text: string): string {
  const rest = text.replace(/(\n[ \t]*)(?:>[ \t]?)+/g, '$1')
  return rest === text ? text : rest.replace(/^[ \t]*(?:>[ \t]?)+/, '')
}

const picturePattern = /!\[([^\]]*)\](?:\([^)\s]*(?:\s+"[^"]*")?\)|\[[^\]]*\])/g

/** Lays out what a claim says: code verbatim; otherwise without the marks of a block quote and without pictures, each item of a list in a line of its own. `item` is the evidence of its only citation, where it is kept. */
export function layOutClaim({ text, citations }: Pick<AnswerClaim, 'text'> & { readonly citations: readonly Pick<Citation, 'quote' | 'startOffset' | 'endOffset'>[] }, item: EvidenceItem | null): ClaimLayout {
  const [citation, ...others] = citations
  // A record's claim is one line; the cited stretch still has the lines of the note.
  const isStretch = citation !== undefined && others.length === 0 && collapse(citation.quote) === collapse(text)
  if (isStretch && item !== null && standsInCode(citation, item)) return { kind: 'code', text: citation.quote.includes('\n') ? citation.quote.trim() : text }
  const whole = withoutQuoteMarks(isStretch ? citation.quote : text)
  const words = whole.replace(picturePattern, '')
  if (words !== whole && !/[\p{L}\p{N}]/u.test(words)) return { kind: 'picture', text: collapse([...whole.matchAll(picturePattern)].map(([, name]) => name).join(', ')) }
  return { kind: 'lines', lines: toLines(words), definitions: item === null ? '' : linkDefinitions(item.passage.text) }
}

/** Lines as they read: a soft wrap is a blank, an item of a list begins a line, and so does what stands after an empty or a broken one. */
function toLines(text: string): readonly ClaimLine[] {
  const lines: ClaimLine[] = []
  let begins = true
  for (const line of text.trim().split('\n')) {
    if (line.trim() === '') {
      begins = true
      continue
    }
    const [, mark = '', rest = ''] = /^[ \t]*((?:[-*+]|\d{1,9}[.)])[ \t]+)?(.*)$/s.exec(line) ?? []
    const last = lines.at(-1)
    if (begins || mark !== '' || last === undefined) lines.push({ mark, text: rest.trim() })
    else lines[lines.length - 1] = { mark: last.mark, text: `${last.text} ${rest.trim()}` }
    begins = / {2}$|\\$/.test(line)
  }
  return lines
}

function standsInCode({ startOffset, endOffset }: Pick<Citation, 'startOffset' | 'endOffset'>, { passage }: EvidenceItem): boolean {
  const within = passage.startOffset <= startOffset && endOffset <= passage.endOffset
  if (!within) return false
  const layout = layOutPassage(passage.text, passage.contentType, null, [{ startOffset: startOffset - passage.startOffset, endOffset: endOffset - passage.startOffset }])
  if (layout.verbatim) return passage.contentType === 'code'
  const [mark] = layout.marks
  let found = false
  visit(quotedTree(layout.source), 'element', (node) => {
    const [from, to] = [node.position?.start.offset, node.position?.end.offset]
    if (node.tagName === 'pre' && mark !== undefined && from !== undefined && to !== undefined) found ||= from <= mark.startOffset && mark.endOffset <= to
  })
  return found
}
