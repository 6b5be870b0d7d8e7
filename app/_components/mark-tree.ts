import type { Element, ElementContent, Root, RootContent, Text } from 'hast'
import { decodeString } from 'micromark-util-decode-string'
import { markText, type MarkSpan } from './mark-text'

/** Blocks whose parts are kept or dimmed one by one. */
const containers = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'blockquote', 'section'])
const blockNames = new Set(['p', 'li', 'tr', 'pre', 'h2', 'h3', 'h4', 'h5', 'h6'])

function overlaps(startOffset: number, endOffset: number, marks: readonly MarkSpan[]): boolean {
  return marks.some((mark) => mark.startOffset < endOffset && startOffset < mark.endOffset)
}

function spanOf(node: Element | Text): MarkSpan | null {
  const startOffset = node.position?.start.offset
  const endOffset = node.position?.end.offset
  return startOffset === undefined || endOffset === undefined ? null : { startOffset, endOffset }
}

/** A stored text as it reads, its character references decoded, and where in it each character comes from. */
function decode(stored: string): { readonly text: string; readonly offsets: readonly number[] } {
  let text = ''
  const offsets: number[] = []
  for (const { 0: piece, index } of stored.matchAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,30});|[^]/gi)) {
    const decoded = piece.length > 1 ? decodeString(piece) : piece
    // One that stands for nothing is its own characters.
    for (let at = 0; at < decoded.length; at++) offsets.push(decoded === piece ? index + at : index)
    text += decoded
  }
  return { text, offsets }
}

function alignCharacters(value: string, stored: string): readonly number[] | null {
  const whole = stored.indexOf(value)
  if (whole >= 0) return Array.from({ length: value.length }, (_, at) => whole + at)
  const offsets: number[] = []
  let from = 0
  for (const character of value.split('')) {
    const found = stored.indexOf(character, from)
    // The longest thing Markdown puts between two shown characters is the indentation of a deep list.
    if (found < 0 || found - from > 34) return null
    offsets.push(found)
    from = found + 1
  }
  return offsets
}

/** For each character of `value`, its offset within `stored`, which holds it with markup, escapes, character references or indentation between; null when it does not. */
export function alignText(value: string, stored: string): readonly number[] | null {
  const { text, offsets } = decode(stored)
  // In code a reference is what it is written as.
  return (stored.includes(value) ? null : alignCharacters(value, text)?.map((at) => offsets[at] ?? at)) ?? alignCharacters(value, stored)
}

/** The stretches of a shown text that the marks cover; without an alignment, those whose own words it holds. */
function marksWithin(value: string, own: MarkSpan, source: string, marks: readonly MarkSpan[]): readonly MarkSpan[] {
  const offsets = alignText(value, source.slice(own.startOffset, own.endOffset))
  if (offsets !== null) {
    const before = (end: number) => offsets.filter((offset) => own.startOffset + offset < end).length
    return marks.map((mark) => ({ startOffset: before(mark.startOffset), endOffset: before(mark.endOffset) }))
  }
  return marks.flatMap(({ startOffset, endOffset }) => {
    if (startOffset <= own.startOffset && own.endOffset <= endOffset) return [{ startOffset: 0, endOffset: value.length }]
    const words = source.slice(Math.max(startOffset, own.startOffset), Math.min(endOffset, own.endOffset))
    const at = words === '' ? -1 : value.indexOf(words)
    return at < 0 ? [] : [{ startOffset: at, endOffset: at + words.length }]
  })
}

function markTextNode(node: Text, own: MarkSpan, source: string, marks: readonly MarkSpan[]): readonly ElementContent[] {
  if (!overlaps(own.startOffset, own.endOffset, marks)) return [node]
  return markText(node.value, marksWithin(node.value.replace(/\n$/, ''), own, source, marks)).map((segment) => {
    const text: Text = { type: 'text', value: segment.text }
    return segment.marked ? { type: 'element', tagName: 'mark', properties: {}, children: [text] } : text
  })
}

function markChildren(parent: Element | Root, source: string, marks: readonly MarkSpan[]): void {
  const children: RootContent[] = []
  for (const child of parent.children) {
    if (child.type === 'text') {
      const own = spanOf(child) ?? (parent.type === 'element' ? spanOf(parent) : null)
      children.push(...(own === null || child.value.trim() === '' ? [child] : markTextNode(child, own, source, marks)))
      continue
    }
    if (child.type === 'element') markChildren(child, source, marks)
    children.push(child)
  }
  // An element's children never hold a doctype, so what was built from them does not either.
  parent.children = children
}

/** Wraps what the marks cover in `mark` elements, by the tree's positions in `source`. Changes the tree. */
export function markTree(tree: Root, source: string, marks: readonly MarkSpan[]): void {
  if (marks.length > 0) markChildren(tree, source, marks)
}

function citeBlocks(parent: Element | Root, span: MarkSpan, found: Element[]): boolean {
  let any = false
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    const own = spanOf(child)
    if (own !== null && !overlaps(own.startOffset, own.endOffset, [span])) continue
    if (citeBlocks(child, span, found)) any = true
    else if (own !== null && blockNames.has(child.tagName)) {
      found.push(child)
      any = true
    }
  }
  return any
}

/** Gives the innermost blocks that overlap the span the class `cited`, and the first of them the id `cited`. True when there was one. */
export function citeTree(tree: Root, span: MarkSpan): boolean {
  const found: Element[] = []
  citeBlocks(tree, span, found)
  found.forEach((block, at) => {
    block.properties = { ...block.properties, className: ['cited'], ...(at === 0 ? { id: 'cited' } : {}) }
  })
  return found.length > 0
}

/** Keeps only the blocks, list items and table rows (with their header) that a mark touches; true when something was left out. */
export function excerptTree(tree: Root, marks: readonly MarkSpan[]): boolean {
  let cut = false
  const touched = (node: RootContent): boolean => {
    if (node.type !== 'element') return true
    const own = spanOf(node)
    return own === null || overlaps(own.startOffset, own.endOffset, marks)
  }
  const keep = (parent: Element | Root): void => {
    const kept = parent.children.filter((child) => touched(child) || (child.type === 'element' && child.tagName === 'thead'))
    if (kept.length < parent.children.length) cut = true
    parent.children = kept
    for (const child of kept) {
      if (child.type === 'element' && ['ul', 'ol', 'table', 'tbody', 'blockquote'].includes(child.tagName)) keep(child)
    }
  }
  if (marks.length > 0) keep(tree)
  return cut
}

/** Gives the class `context` to the blocks, list items and table rows that do not overlap the span. Changes the tree. */
export function dimTree(parent: Element | Root, span: MarkSpan): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    const own = spanOf(child)
    if (own === null || overlaps(own.startOffset, own.endOffset, [span])) {
      if (containers.has(child.tagName)) dimTree(child, span)
    } else {
      const { className } = child.properties
      child.properties = { ...child.properties, className: [...(Array.isArray(className) ? className : []), 'context'] }
    }
  }
}
