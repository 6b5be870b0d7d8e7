import { splitSentences } from '@/lib/analysis'
import type { Link } from './document'
import { LineIndex } from './line-index'

/** A link with where and how it stands in its text. */
export interface LocatedLink extends Link {
  /** Word for word, such as `[[Retry policy#Waits|the waits]]` or `[this](../a.md)`. */
  readonly written: string
  /** 1-based. */
  readonly line: number
}

const longestWrittenLength = 500
const longestQuoteLength = 280
const longestBlockLength = 4000

/** Finds each link's own words and line in the text it was read from. */
export function locateLinks(text: string, links: readonly Link[]): LocatedLink[] {
  const lines = new LineIndex(text)
  return links.map((link) => ({ ...link, written: wordsOf(text, link), line: lines.lineAt(link.startOffset) }))
}

function wordsOf(text: string, { form, target, fragment, startOffset }: Link): string {
  const from = text.slice(startOffset, startOffset + longestWrittenLength)
  const pattern = form === 'wikilink' ? /^!?\[\[[^\]\r\n]*\]\]/ : /^!?\[(?:[^[\]\\]|\\.|\[[^\]]*\])*\](?:\((?:[^()\r\n]|\([^()\r\n]*\))*\)|:[ \t]*\S+)/
  return pattern.exec(from)?.[0].replace(/\s+/g, ' ') ?? (fragment === null ? target : `${target}#${fragment}`)
}

/** The sentence around an offset, at most 280 characters of it, without the mark of a list item, heading or quotation; in frontmatter its line, in a table its row. */
export function sentenceAt(text: string, offset: number): string {
  const block = isInFrontmatter(text, offset) ? lineAround(text, offset) : blockAround(text, offset)
  const within = text.slice(block.startOffset, block.endOffset)
  const at = offset - block.startOffset
  const sentence = block.whole ? undefined : splitSentences(within, 'und').find(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
  const found = sentence ?? { startOffset: lastBreak(within, at), endOffset: nextBreak(within, at) }
  return shorten(within.slice(found.startOffset, found.endOffset), at - found.startOffset)
}

function isInFrontmatter(text: string, offset: number): boolean {
  return /^---[ \t]*[\r\n]/.test(text) && !/[\r\n]---[ \t]*(?:[\r\n]|$)/.test(text.slice(3, offset))
}

interface Around {
  readonly startOffset: number
  readonly endOffset: number
  readonly whole: boolean
}

function lineAround(text: string, offset: number): Around {
  return { startOffset: lastBreak(text, offset), endOffset: nextBreak(text, offset), whole: true }
}

function lastBreak(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
}

function nextBreak(text: string, offset: number): number {
  const length = text.slice(offset).search(/[\r\n]/)
  return length < 0 ? text.length : offset + length
}

/** The lines without a blank one between them; a table's row by itself. */
function blockAround(text: string, offset: number): Around {
  const line = lineAround(text, offset)
  if (/^\s*\|/.test(text.slice(line.startOffset, line.endOffset))) return line
  const before = text.slice(Math.max(0, offset - longestBlockLength), line.startOffset)
  const after = text.slice(line.endOffset, offset + longestBlockLength)
  const blank = before.split(/(?:\r\n|\n|\r)[ \t>]*(?=[\r\n])/).at(-1) ?? ''
  const end = after.search(/(?:\r\n|\n|\r)[ \t>]*(?:[\r\n]|$)/)
  return { startOffset: line.startOffset - blank.length, endOffset: end < 0 ? line.endOffset + after.length : line.endOffset + end, whole: false }
}

function shorten(sentence: string, at: number): string {
  const lead = /^\s*(?:>\s*)*(?:(?:[-*+]|\d+[.)])\s+(?:\[.\]\s+)?|#{1,6}\s+)?/.exec(sentence)?.[0].length ?? 0
  const body = sentence.slice(Math.min(lead, at))
  const plain = body.replace(/\s*[\r\n]+\s*(?:>\s*)*/g, ' ').trim().replace(/^\|\s*|\s*(?<!\\)\|$/g, '')
  if (plain.length <= longestQuoteLength) return plain
  // A long one is cut around the link, between words.
  const from = Math.max(0, Math.min(at - lead - 100, plain.length - longestQuoteLength))
  const start = from === 0 ? 0 : plain.indexOf(' ', from) + 1
  const cut = plain.slice(start, start + longestQuoteLength)
  const isWhole = start + longestQuoteLength >= plain.length
  return `${start === 0 ? '' : '… '}${isWhole ? cut : `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 200))} …`}`
}
