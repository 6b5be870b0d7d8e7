import type { LocatedSpan, Section } from './document'

/** Where in a document a link's `#Heading`, `#Heading#Subheading`, `#heading-slug` or `#^block` leads. */
export interface FragmentPlace extends LocatedSpan {
  readonly kind: 'heading' | 'block'
}

type Heading = Pick<Section, 'heading' | 'level' | 'startLine' | 'startOffset'>

/** The place a fragment names: the first heading or block that it fits; null when there is none. Sections in their order. */
export function findFragment(fragment: string, text: string, sections: readonly Heading[]): FragmentPlace | null {
  return fragment.startsWith('^') ? findBlock(fragment.slice(1), text) : findHeading(fragment, text, sections)
}

function typed(heading: string): string {
  return heading.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Some punctuation cannot stand in a link, so Obsidian compares headings without any. */
function plain(heading: string): string {
  return typed(heading.replace(/[\p{P}\p{Sm}\p{Sk}\p{Sc}]+/gu, ' '))
}

/** As GitHub makes an anchor of a heading. */
function slug(heading: string): string {
  return heading.normalize('NFC').toLowerCase().trim().replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '').replaceAll(' ', '-')
}

function findHeading(fragment: string, text: string, sections: readonly Heading[]): FragmentPlace | null {
  const headings = sections.filter(({ heading }) => heading !== null)
  const names = fragment.split('#').filter((name) => name.trim() !== '')
  const found = followHeadings(names, headings, typed) ?? followHeadings(names, headings, plain) ?? findSlug(fragment, headings)
  if (found === null) return null
  const lineEnd = text.slice(found.startOffset).search(/[\r\n]/)
  return { kind: 'heading', startOffset: found.startOffset, endOffset: lineEnd < 0 ? text.length : found.startOffset + lineEnd, startLine: found.startLine, endLine: found.startLine }
}

/** Each further name is looked for under the heading before it. */
function followHeadings(names: readonly string[], headings: readonly Heading[], spelling: (heading: string) => string): Heading | null {
  const [name, ...deeper] = names
  if (name === undefined || spelling(name) === '') return null
  for (const [at, heading] of headings.entries()) {
    if (spelling(heading.heading ?? '') !== spelling(name)) continue
    if (deeper.length === 0) return heading
    const rest = headings.slice(at + 1)
    const end = rest.findIndex(({ level }) => level <= heading.level)
    const found = followHeadings(deeper, end < 0 ? rest : rest.slice(0, end), spelling)
    if (found !== null) return found
  }
  return null
}

/** Of headings with one slug, GitHub numbers the second and later ones. */
function findSlug(fragment: string, headings: readonly Heading[]): Heading | null {
  const wanted = fragment.normalize('NFC').toLowerCase()
  const seen = new Map<string, number>()
  for (const heading of headings) {
    const own = slug(heading.heading ?? '')
    const before = seen.get(own) ?? 0
    if (own !== '' && (before === 0 ? own : `${own}-${before}`) === wanted) return heading
    seen.set(own, before + 1)
  }
  return null
}

/** The lines that end with `^id`; where it stands alone, those of the block above it. */
function findBlock(id: string, text: string): FragmentPlace | null {
  if (!/^[\p{L}\p{N}_-]+$/u.test(id)) return null
  const lines = [...text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g)].map((match) => ({ text: match[1] ?? '', startOffset: match.index }))
  // Obsidian asks for a blank before it; people also write it right behind an embed.
  const ends = new RegExp(`(?:^|[^\\p{L}\\p{N}#])\\^${id}\\s*$`, 'iu')
  const marked = lines.findIndex((line) => ends.test(line.text))
  if (marked < 0) return null
  const isBlank = (at: number) => (lines[at]?.text ?? '').trim() === ''
  let last = marked
  if ((lines[marked]?.text ?? '').trim().length === id.length + 1) {
    let above = marked - 1
    while (above > 0 && isBlank(above)) above--
    if (above >= 0 && !isBlank(above)) last = above
  }
  let first = last
  const opensBlock = /^\s*(?:[-*+]|\d+[.)]|#{1,6})\s/
  while (first > 0 && !opensBlock.test(lines[first]?.text ?? '') && !isBlank(first - 1)) first--
  const end = lines[last]
  return { kind: 'block', startOffset: lines[first]?.startOffset ?? 0, endOffset: (end?.startOffset ?? 0) + (end?.text.length ?? 0), startLine: first + 1, endLine: last + 1 }
}
