import { decodeString } from 'micromark-util-decode-string'
import type { Event, Token } from 'micromark-util-types'
import type { Link, Span } from './document'
import { toRelativeLink } from './links'
import { type Block, type Heading, type Outline, plainBlock, type TableRow } from './outline'
import { readHeading } from './read-heading'
import { lengthOf } from './span'

/** A heading stands before every passage under it; a longer one is a paragraph that somebody marked. */
export const longestHeading = 1_000

/** What may stand on a blank line. */
const lineStarts: ReadonlySet<string> = new Set(['linePrefix', 'blockQuotePrefix', 'blockQuotePrefixWhitespace', 'blockQuoteMarker', 'listItemIndent'])

/** A block whose end is still to come. */
interface OpenBlock {
  readonly startOffset: number
  readonly isItem: boolean
  readonly parts: Block[]
}

/** Reads an outline off the parser's events; in `text` the part that they are of starts at `base`. */
export class OutlineReader {
  readonly #headings: Heading[] = []
  readonly #opaque: Span[] = []
  readonly #links: Link[] = []
  readonly #root: OpenBlock
  readonly #open: OpenBlock[] = []
  /** Links, images and definitions whose address is still to come. */
  readonly #openLinks: Token[] = []
  #rows: { readonly span: Span; readonly cells: string[] }[] = []

  constructor(private readonly events: readonly Event[], private readonly text: string, private readonly base: number) {
    this.#root = { startOffset: base, isItem: false, parts: [] }
  }

  read(): Outline {
    for (let at = 0; at < this.events.length; at++) {
      const event = this.events[at]
      if (event === undefined) break
      if (event[0] === 'enter') this.#enter(at, event)
      else this.#exit(at, event[1])
    }
    return { headings: this.#headings, blocks: this.#root.parts, opaque: this.#opaque, links: this.#links.sort((a, b) => a.startOffset - b.startOffset) }
  }

  #enter(at: number, [, token, { sliceSerialize }]: Event): void {
    const type: string = token.type // extensions have types of their own
    switch (type) {
      case 'paragraph':
        this.#add(token, (startOffset, endOffset) => plainBlock(startOffset, endOffset))
        break
      case 'atxHeading':
      case 'setextHeading':
        this.#heading(at, token)
        break
      case 'thematicBreak':
        this.#add(token, other)
        break
      case 'htmlFlow':
        this.#opaque.push(this.#spanOf(token))
        this.#add(token, other)
        break
      case 'codeFenced':
      case 'codeIndented':
      case 'mathFlow':
        this.#opaque.push(this.#spanOf(token))
        this.#add(token, (startOffset, endOffset) => plainBlock(startOffset, endOffset, 'code'))
        break
      case 'codeText':
      case 'mathText':
      case 'htmlText':
        if (!this.#openLinks.some(isImage)) this.#opaque.push(this.#spanOf(token))
        break
      case 'definition':
        this.#opaque.push(this.#spanOf(token))
        this.#add(token, other)
        this.#openLinks.push(token)
        break
      case 'link':
      case 'image':
        this.#openLinks.push(token)
        break
      case 'definitionDestinationString':
      case 'resourceDestinationString':
        this.#address(sliceSerialize(token))
        break
      case 'listItemPrefix':
        this.#endItem(at, token)
        this.#open.push({ startOffset: this.base + token.start.offset, isItem: true, parts: [] })
        break
      case 'listOrdered':
      case 'listUnordered':
      case 'blockQuote':
      case 'gfmFootnoteDefinition':
        this.#open.push({ startOffset: this.base + token.start.offset, isItem: false, parts: [] })
        break
      case 'tableRow':
        this.#rows.push({ span: this.#spanOf(token), cells: [] })
        break
      case 'tableHeader':
      case 'tableData':
        this.#rows.at(-1)?.cells.push(cellText(this.text, this.#spanOf(token)))
        break
      default:
    }
  }

  #exit(at: number, token: Token): void {
    const type: string = token.type
    switch (type) {
      case 'listOrdered':
      case 'listUnordered':
        this.#endItem(at, token)
        this.#close(token, (startOffset, endOffset) => plainBlock(startOffset, endOffset, 'list'))
        break
      case 'blockQuote':
      case 'gfmFootnoteDefinition':
        this.#close(token, other)
        break
      case 'definition':
      case 'link':
      case 'image':
        this.#openLinks.pop()
        break
      case 'table': {
        const [header, ...rows] = this.#rows.map(({ span, cells }): TableRow => ({ ...span, cells }))
        this.#rows = []
        this.#add(token, (startOffset, endOffset) => ({ ...plainBlock(startOffset, endOffset, 'table'), table: header === undefined ? null : { header, rows } }))
        break
      }
      default:
    }
  }

  #spanOf({ start, end }: Token): Span {
    return { startOffset: this.base + start.offset, endOffset: this.base + end.offset }
  }

  #parts(): Block[] {
    return (this.#open.at(-1) ?? this.#root).parts
  }

  #add(token: Token, make: (startOffset: number, endOffset: number) => Block): void {
    const { startOffset, endOffset } = this.#spanOf(token)
    this.#parts().push(make(startOffset, endOffset))
  }

  #close(token: Token, make: (startOffset: number, endOffset: number) => Block): void {
    const block = this.#open.pop()
    if (block !== undefined) this.#parts().push({ ...make(block.startOffset, this.base + token.end.offset), parts: block.parts })
  }

  #heading(at: number, token: Token): void {
    const span = this.#spanOf(token)
    if (this.#open.length === 0 && lengthOf(span) <= longestHeading) this.#headings.push({ ...span, ...readHeading(this.events, at) })
    else this.#parts().push(plainBlock(span.startOffset, span.endOffset))
  }

  #address(written: string): void {
    const token = this.#openLinks.at(-1)
    if (token === undefined || this.#openLinks.slice(0, -1).some(isImage)) return
    const link = toRelativeLink(decodeString(written), isImage(token), this.base + token.start.offset)
    if (link !== null) this.#links.push(link)
  }

  /** A list's item ends where the next one or the list's end stands, less the blank lines before it. */
  #endItem(at: number, { end }: Token): void {
    const item = this.#open.at(-1)
    if (item?.isItem !== true) return
    this.#open.pop()
    const endOffset = this.base + (this.#blankBefore(at) ?? end.offset)
    this.#parts().push({ ...plainBlock(item.startOffset, endOffset, 'list'), parts: item.parts })
  }

  #blankBefore(at: number): number | null {
    let offset: number | null = null
    for (let before = at - 1; before >= 0; before--) {
      const event = this.events[before]
      if (event === undefined) break
      const [kind, { type, start }] = event
      if (type === 'lineEnding' || type === 'lineEndingBlank') {
        if (kind === 'enter') offset = start.offset
      } else if (!lineStarts.has(type)) break
    }
    return offset
  }
}

function other(startOffset: number, endOffset: number): Block {
  return { ...plainBlock(startOffset, endOffset), paragraph: false }
}

/** What stands inside an image's brackets is the words in its place, whatever it would be elsewhere. */
function isImage({ type }: Token): boolean {
  return type === 'image'
}

/** The cell as written between its pipes. */
function cellText(text: string, { startOffset, endOffset }: Span): string {
  return text.slice(startOffset, endOffset).replace(/^\s*\|/, '').replace(/(?<!\\)\|\s*$/, '').replaceAll('\\|', '|').trim()
}
