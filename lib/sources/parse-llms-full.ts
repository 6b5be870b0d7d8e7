/** One page of a published text: an exact slice of it. */
export interface PublishedPage {
  /** From the page's own address, else from its title; unique, ends in `.md`. */
  readonly path: string
  readonly text: string
}

interface Heading {
  readonly line: number
  readonly title: string
  readonly url: string | null
  /** The line at which its page begins: an address may stand above the heading. */
  readonly firstLine: number
}

const addressLine = /^\s*(?:[>*-]\s*)?(?:\*\*)?(?:url|source|canonical)(?:\*\*)?\s*:\s*(?:\*\*)?\s*<?((?:https?:\/\/|\/)[^\s>]+)>?\s*$|^\s*<(?:url|source)>\s*((?:https?:\/\/|\/)[^\s<]+)\s*<\/(?:url|source)>\s*$/i

/**
 * Cuts an `llms-full.txt` into its pages: each first-level heading outside code begins one, with an address line
 * (`URL:`, `Source:`, `<url>…</url>`) directly above or below it. What precedes the first heading is a page of its own,
 * named after `name`. The pages in order are the whole text; an empty text has none.
 */
export function parseLlmsFull(text: string, name: string): PublishedPage[] {
  if (text.trim() === '') return []
  const lines = splitLines(text)
  const headings = findHeadings(lines.map(({ text: line }) => line))
  const starts = headings.map(({ firstLine }) => lines[firstLine]?.start ?? 0)
  const firstHost = headings.map(({ url }) => hostOf(url)).find((host) => host !== null) ?? null
  const used = new Set<string>()
  const pages: PublishedPage[] = []
  const add = (path: string, slice: string) => pages.push({ path: unique(path, used), text: slice })
  const head = text.slice(0, starts[0] ?? text.length)
  if (head.trim() !== '') add(`${slugOf(name) || 'text'}.md`, head)
  for (const [at, { title, url }] of headings.entries()) {
    const slice = text.slice(at === 0 && head.trim() === '' ? 0 : starts[at], starts[at + 1] ?? text.length)
    add(url === null ? `${slugOf(title) || 'untitled'}.md` : pathOf(url, firstHost) || `${slugOf(title) || 'index'}.md`, slice)
  }
  return pages
}

function splitLines(text: string): { readonly start: number; readonly text: string }[] {
  const lines: { start: number; text: string }[] = []
  for (const match of text.matchAll(/[^\n]*(?:\n|$)/g)) if (match[0] !== '') lines.push({ start: match.index, text: match[0].replace(/\r?\n$/, '') })
  return lines
}

function findHeadings(lines: readonly string[]): Heading[] {
  const headings: Heading[] = []
  let fence: { readonly mark: string; readonly line: number } | null = null
  // A fence that never closes would swallow every page after it; such a one is read as if it were not there.
  const unclosed = new Set<number>()
  for (let at = 0; at < lines.length || fence !== null; at++) {
    if (at >= lines.length) {
      const line: number = fence?.line ?? 0
      unclosed.add(line)
      fence = null
      while ((headings.at(-1)?.line ?? -1) > line) headings.pop()
      at = line
    }
    const line = lines[at] ?? ''
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    if (fence !== null) {
      if (mark?.[1] !== undefined && mark[1].startsWith(fence.mark) && mark[2]?.trim() === '') fence = null
      continue
    }
    if (mark?.[1] !== undefined && !unclosed.has(at) && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) {
      fence = { mark: mark[1], line: at }
      continue
    }
    const title = /^ {0,3}#(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line)
    if (title !== null) headings.push(headingAt(lines, at, title[1] ?? '', headings.at(-1)?.line ?? -1))
  }
  return headings
}

/** The nearest filled lines above and below may hold the page's address. Above is the previous page's where it stands right under that one's heading. */
function headingAt(lines: readonly string[], at: number, title: string, previous: number): Heading {
  const below = nextFilled(lines, at, 1)
  const above = nextFilled(lines, at, -1)
  const url = addressIn(lines[below])
  if (url !== null) return { line: at, title, url, firstLine: at }
  const isPrevious = above <= previous || nextFilled(lines, previous, 1) === above
  const urlAbove = isPrevious && previous >= 0 ? null : addressIn(lines[above])
  return { line: at, title, url: urlAbove, firstLine: urlAbove === null ? at : above }
}

function nextFilled(lines: readonly string[], from: number, step: 1 | -1): number {
  let at = from + step
  while (at >= 0 && at < lines.length && lines[at]?.trim() === '') at += step
  return at
}

function addressIn(line: string | undefined): string | null {
  const match = addressLine.exec(line ?? '')
  return match?.[1] ?? match?.[2] ?? null
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).host : null
}

/** `docs/page.md` of an address on the text's own host; another host's name goes before. Empty for a site's root. */
function pathOf(url: string, firstHost: string | null): string {
  const { host, pathname } = new URL(url, 'https://page.invalid')
  const parts = pathname.split('/').map(decodePart).filter((part) => part !== '' && part !== '.' && part !== '..')
  const path = [...(host === firstHost || host === 'page.invalid' ? [] : [host]), ...parts].join('/').replace(/\.(?:html?|mdx?|markdown|txt)$/i, '')
  return path === '' ? '' : `${path}.md`
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replace(/[/\\\0]/g, '-')
  } catch {
    return part
  }
}

function slugOf(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 120)
}

function unique(path: string, used: Set<string>): string {
  const stem = path.replace(/\.md$/, '')
  let name = path
  for (let count = 2; used.has(name); count++) name = `${stem}-${count}.md`
  used.add(name)
  return name
}
