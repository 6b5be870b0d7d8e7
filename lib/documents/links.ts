import type { Link, Span } from './document'

const wikilink = /(!?)\[\[([^[\]\r\n|#]*)(#[^[\]\r\n|]*)?(?:\\?\|([^[\]\r\n]*))?\]\]/g
const inlineTag = /(?<=^|[\s,;]|(?<!\])\()#([\p{L}\p{N}\p{M}\p{Extended_Pictographic}_/-]+)/gu

/** Wikilinks and embeds in a span of text, those inside opaque spans or behind a backslash left out, in order. */
export function findWikilinks(text: string, within: Span, opaque: readonly Span[]): Link[] {
  const links: Link[] = []
  const covers = coverage(opaque)
  for (const match of text.slice(within.startOffset, within.endOffset).matchAll(wikilink)) {
    const startOffset = within.startOffset + match.index
    if (covers(startOffset) || text.charAt(startOffset - 1) === '\\') continue
    // In a table the pipe of an alias is escaped, and its backslash is no part of the target.
    const target = (match[2] ?? '').replace(/\\$/, '').trim()
    const fragment = match[3]?.slice(1).replace(/\\$/, '').trim() || null
    if (target === '' && fragment === null) continue
    links.push({ form: 'wikilink', target, fragment, alias: match[4]?.trim() || null, embed: match[1] === '!', startOffset })
  }
  return links
}

/** Tags such as #project/alpha, without the sign, outside opaque spans; digits alone are no tag. */
export function findTags(text: string, within: Span, opaque: readonly Span[]): string[] {
  const tags = new Set<string>()
  const covers = coverage(opaque)
  for (const match of text.slice(within.startOffset, within.endOffset).matchAll(inlineTag)) {
    const tag = (match[1] ?? '').replace(/(?<!\/)\/+$/, '')
    if (/[^\d/_-]/.test(tag) && !covers(within.startOffset + match.index)) tags.add(tag)
  }
  return [...tags]
}

/** A Markdown link to a file of the collection or to a place in its own, percent escapes decoded; null for addresses. */
export function toRelativeLink(url: string, embed: boolean, startOffset: number): Link | null {
  if (url.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(url)) return null
  const hash = url.indexOf('#')
  const path = (hash < 0 ? url : url.slice(0, hash)).replace(/\?.*$/, '')
  const fragment = hash < 0 ? null : decode(url.slice(hash + 1)) || null
  return path === '' && fragment === null ? null : { form: 'path', target: decode(path), fragment, alias: null, embed, startOffset }
}

function decode(escaped: string): string {
  try {
    // No path holds a NUL character, and no database stores one.
    return decodeURIComponent(escaped).replaceAll('\0', '\uFFFD')
  } catch {
    return escaped
  }
}

/** Whether an offset lies in one of the spans; asked with rising offsets, it walks the list once. */
function coverage(spans: readonly Span[]): (offset: number) => boolean {
  const sorted = [...spans].sort((a, b) => a.startOffset - b.startOffset)
  let next = 0
  let coveredTo = 0
  return (offset) => {
    for (let span = sorted[next]; span !== undefined && span.startOffset <= offset; span = sorted[++next]) {
      coveredTo = Math.max(coveredTo, span.endOffset)
    }
    return offset < coveredTo
  }
}
