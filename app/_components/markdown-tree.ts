import wikiLinks from '@flowershow/remark-wiki-link'
import type { Element, ElementContent, Root } from 'hast'
import type { Data, Html, Image, ImageReference, Literal, PhrasingContent, Root as MarkdownRoot, Yaml } from 'mdast'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import { remark } from 'remark'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkRehype, { type Options as RehypeOptions } from 'remark-rehype'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import type { AddressOf, WrittenLink } from './link-address'
import { settleReferences, standInDefinitions, standsIn } from './unresolved-references'

type Handlers = NonNullable<RehypeOptions['handlers']>

interface WikiNode extends Literal {
  data?: Data & { alias?: string }
}

// The nodes that the wikilink plugin makes, which it does not declare itself.
declare module 'mdast' {
  interface PhrasingContentMap {
    wikiLink: WikiNode & { type: 'wikiLink' }
    embed: WikiNode & { type: 'embed' }
  }
  interface RootContentMap {
    wikiLink: WikiNode & { type: 'wikiLink' }
    embed: WikiNode & { type: 'embed' }
  }
}

function element(tagName: string, properties: Element['properties'], children: Element['children']): Element {
  return { type: 'element', tagName, properties, children }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

// A note's links name files, not this server's addresses: they become searches for the note they name.
function noteAddress(target: string): string {
  const path = target.replace(/[?#].*$/, '')
  const file = decodePath(path).split('/').pop() ?? target
  return `/search?q=${encodeURIComponent(file.replace(/\.(md|markdown)$/i, ''))}`
}

/** A Markdown link's path; null for an address. */
function writtenPath(url: string): WrittenLink | null {
  if (url.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(url)) return null
  const [, path = '', fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? []
  return { form: 'path', target: decodePath(path), fragment: decodePath(fragment ?? '') || null }
}

function writtenWikilink(value: string): WrittenLink {
  const [, target = '', fragment] = /^([^#]*)(?:#(.*))?$/s.exec(value) ?? []
  // In a table the pipe of an alias is escaped, and its backslash belongs to neither.
  const own = (part: string) => part.replace(/\\$/, '').trim()
  return { form: 'wikilink', target: own(target), fragment: own(fragment ?? '') || null }
}

/** Gives every link to a file its address, and makes words of those that have none. */
function settleLinks(tree: MarkdownRoot, addressOf: AddressOf): void {
  const settled = (link: WrittenLink | null, url: string) => (link === null ? url : addressOf(link))
  const nowhere = new Set<string>()
  visit(tree, 'definition', (node) => {
    const address = settled(writtenPath(node.url), node.url)
    if (address === null) nowhere.add(node.identifier)
    else node.url = address
  })
  visit(tree, (node, index, parent) => {
    if (parent === undefined || index === undefined) return undefined
    const words = (children: readonly PhrasingContent[]) => {
      parent.children.splice(index, 1, ...children)
      return index
    }
    if (node.type === 'link') {
      const address = settled(writtenPath(node.url), node.url)
      if (address === null) return words(node.children)
      node.url = address
    } else if (node.type === 'linkReference' && nowhere.has(node.identifier)) {
      return words(node.children)
    } else if (node.type === 'wikiLink' || node.type === 'embed') {
      const address = addressOf(writtenWikilink(node.value))
      const position = node.position === undefined ? {} : { position: node.position }
      const text = { type: 'text' as const, value: node.type === 'embed' ? `[Embedded: ${node.value}]` : node.data?.alias ?? node.value }
      parent.children[index] = address === null ? { ...text, ...position } : { type: 'link', url: address, children: [text], ...position }
      return SKIP
    }
    return undefined
  })
}

const holdsBlocks: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

const inlineElements: ReadonlySet<string> = new Set((
  'a abbr acronym b bdi bdo big blink br button center cite code data del details dfn div em embed font form i iframe img input ins kbd label mark object p picture pre q rp rt ruby ' +
  's samp script select small source span strike strong style sub summary sup svg table tbody td template textarea th thead time tr tt u var video wbr'
).split(' '))

/** An element of HTML among words is left out, as a browser shows nothing of it; what only looks like one, as `<value>` does, is the author's words. */
function inlineHtml(node: Html): ElementContent | undefined {
  const name = /^<\/?([a-z][^\s/>]*)/i.exec(node.value)?.[1]?.toLowerCase()
  if (name === 'br') return element('br', {}, [])
  if (name === undefined || inlineElements.has(name)) return undefined
  return { type: 'text', value: node.value, ...(node.position === undefined ? {} : { position: node.position }) }
}

/** What stands at the head of a note between its fences, as it is stored: answers quote from it. */
const properties: NonNullable<Handlers['yaml']> = (state, node: Yaml) => {
  const code = element('code', { className: ['language-yaml'] }, [{ type: 'text', value: node.value }])
  const result = element('pre', {}, [code])
  state.patch(node, code)
  state.patch(node, result)
  return result
}

const handlers: Handlers = {
  yaml: properties,
  html(state, node: Html, parent) {
    if (/^<!--[\s\S]*?-->\s*$/.test(node.value)) return undefined
    if (parent !== undefined && !holdsBlocks.has(parent.type)) return inlineHtml(node)
    // Raw HTML is shown as it is stored and interpreted by nobody.
    const result = element('pre', {}, [element('code', {}, [{ type: 'text', value: node.value }])])
    state.patch(node, result)
    return result
  },
  image(state, node: Image) {
    const name = node.url.split('/').pop() ?? node.url
    const result = element('span', {}, [{ type: 'text', value: node.alt ? `[Image: ${node.alt} (${name})]` : `[Image: ${name}]` }])
    state.patch(node, result)
    return result
  },
  imageReference(state, node: ImageReference) {
    const result = element('span', {}, [{ type: 'text', value: `[Image: ${node.alt ?? 'without a name'}]` }])
    state.patch(node, result)
    return result
  },
  wikiLink(state, node: WikiNode & { type: 'wikiLink' }) {
    const target = node.value
    const result = element('a', { href: noteAddress(target) }, [{ type: 'text', value: node.data?.alias ?? target }])
    state.patch(node, result)
    return result
  },
  embed(state, node: WikiNode & { type: 'embed' }) {
    const target = node.value
    const result = element('a', { href: noteAddress(target) }, [{ type: 'text', value: `[Embedded: ${target}]` }])
    state.patch(node, result)
    return result
  },
}

const tagNames = (defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source', 'details', 'summary', 'div'].includes(name))

// Only what Markdown itself makes can be here: raw HTML never reaches the tree. Ids exist for footnotes alone, under their own prefix.
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames,
  clobberPrefix: '',
  attributes: {
    a: ['href', 'id', 'dataFootnoteBackref', 'dataFootnoteRef', 'ariaLabel', 'ariaDescribedBy'],
    code: [['className', /^language-./]],
    h2: ['id'],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    li: ['id'],
    ol: ['start'],
    section: ['dataFootnotes'],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
}

const markdown = remark()
  .use(remarkFrontmatter, ['yaml'])
  .use(remarkGfm)
  // A single dollar is money more often than mathematics.
  .use(remarkMath, { singleDollarTextMath: false })
  .use(wikiLinks)

const toSafeHtml = unified()
  .use(remarkRehype, { handlers, clobberPrefix: 'footnote-' })
  .use(rehypeSanitize, schema)

const headings: Readonly<Record<string, string>> = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' }

function settleElement(node: Element, firstLine: number, linksAreSettled: boolean): void {
  // The page's own heading is the only h1.
  node.tagName = headings[node.tagName] ?? node.tagName
  if (/^h[2-6]$/.test(node.tagName) && node.position !== undefined) node.properties = { id: `line-${node.position.start.line + firstLine - 1}` }
  if (node.tagName === 'a') {
    const href = node.properties.href
    if (typeof href !== 'string') return
    if (/^(https?:|mailto:)/i.test(href)) node.properties.rel = ['noopener', 'noreferrer']
    else if (!linksAreSettled && !href.startsWith('#') && !href.startsWith('/search?q=')) node.properties.href = noteAddress(href)
  }
}

/** The text of an element without its markup. */
export function plainText(node: Element | Root): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? plainText(child) : '')).join('')
}

// Where there is no room for columns, each cell stands in a line of its own after its column's label.
function labelCells(table: Element): void {
  const labels: string[] = []
  visit(table, 'element', (row) => {
    if (row.tagName !== 'tr') return
    const cells = row.children.filter((child) => child.type === 'element')
    for (const [column, cell] of cells.entries()) {
      if (cell.tagName === 'th') labels.push(plainText(cell))
      else cell.properties = { ...cell.properties, dataLabel: labels[column] ?? '' }
    }
  })
}

/** A Markdown text as a safe hast tree with source positions: no raw HTML, no images, no forms, no styles; headings start at h2. `firstLine` is the text's place in its document. Links to files lead where `addressOf` says, without it to a search for their name. */
export function markdownTree(text: string, firstLine = 1, addressOf: AddressOf | null = null): Root {
  return safeTree(markdown.parse(text), firstLine, addressOf)
}

/**
 * The same of a stretch that stands apart from its document: a reference whose definition is neither in it nor among
 * `definitions` shows its words, and a footnote that nothing in it refers to is a paragraph.
 */
export function fragmentTree(text: string, definitions = '', addressOf: AddressOf | null = null): Root {
  const known = definitions === '' ? text : `${text}\n\n${definitions}\n`
  const source = `${known}${standInDefinitions(known)}`
  const parsed = markdown.parse(source)
  if (source !== known && !standsIn(parsed)) return markdownTree(text, 1, addressOf)
  settleReferences(parsed, source)
  return safeTree(parsed, 1, addressOf)
}

function safeTree(parsed: MarkdownRoot, firstLine: number, addressOf: AddressOf | null): Root {
  if (addressOf !== null) settleLinks(parsed, addressOf)
  const tree = toSafeHtml.runSync(parsed)
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'input' && parent !== undefined && index !== undefined) {
      const box: ElementContent = { type: 'text', value: node.properties.checked === true ? '☑' : '☐' }
      parent.children[index] = box
      return SKIP
    }
    if (node.tagName === 'table') labelCells(node)
    settleElement(node, firstLine, addressOf !== null)
    return undefined
  })
  return tree
}
