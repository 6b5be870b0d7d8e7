import type { FootnoteReference, LinkReference, PhrasingContent, Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** Where a stand-in definition leads: nowhere. */
const nowhere = 'k81r-no-definition:'

/** What may be a reference whose definition is elsewhere. A word right before the bracket makes an index of it: `table[row][column]`. */
const linkPattern = /(?<![\p{L}\p{N}_\])])\[([^[\]]+)\]\[([^[\]]*)\]/gu
const footnotePattern = /\[\^([^[\]\s]+)\]/g

const normalize = (label: string): string => label.replace(/\s+/g, ' ').trim().toLowerCase()

/** Definitions that stand in, below a text, for those that it refers to and that stand elsewhere in its document; empty where it refers to none. */
export function standInDefinitions(text: string): string {
  const defined = new Set([...text.matchAll(/^[ \t>]*\[([^[\]]+)\]:/gm)].map(([, label = '']) => normalize(label)))
  const links = [...text.matchAll(linkPattern)].map(([, words = '', label = '']) => normalize(label === '' ? words : label))
  const footnotes = [...text.matchAll(footnotePattern)].map(([, label = '']) => normalize(`^${label}`))
  const missing = [...new Set([...links, ...footnotes])].filter((label) => label !== '' && !defined.has(label))
  return missing.map((label) => (label.startsWith('^') ? `\n\n[${label}]: ${nowhere}` : `\n\n[${label}]: <${nowhere}>`)).join('')
}

/** Whether the stand-ins were read as definitions, which they are not below an open fence or comment. */
export function standsIn(tree: Root): boolean {
  return tree.children.some((node) => isStandIn(node))
}

function isStandIn(node: Root['children'][number]): boolean {
  if (node.type === 'definition') return node.url === nowhere
  if (node.type !== 'footnoteDefinition') return false
  const [only] = node.children
  const [words] = only?.type === 'paragraph' ? only.children : []
  // An address by itself may be read as a link.
  return (words?.type === 'text' && words.value === nowhere) || (words?.type === 'link' && words.url === nowhere)
}

/** Makes words of the references that have only a stand-in, and paragraphs of footnotes that nothing in the text refers to. `source` is the text with its stand-ins. */
export function settleReferences(tree: Root, source: string): void {
  const standIns = new Set(tree.children.filter(isStandIn).map((node) => ('identifier' in node ? `${node.type} ${node.identifier}` : '')))
  tree.children = tree.children.filter((node) => !isStandIn(node))
  const referred = new Set<string>()
  visit(tree, (node, index, parent) => {
    if (parent === undefined || index === undefined) return undefined
    if (node.type === 'footnoteReference' && !standIns.has(`footnoteDefinition ${node.identifier}`)) referred.add(node.identifier)
    const words = node.type === 'linkReference' && standIns.has(`definition ${node.identifier}`) ? wordsOf(node, source)
      : node.type === 'footnoteReference' && standIns.has(`footnoteDefinition ${node.identifier}`) ? [remarkOf(node)] : null
    if (words === null) return undefined
    parent.children.splice(index, 1, ...words)
    return index + (node.type === 'footnoteReference' ? 1 : 0)
  })
  tree.children = tree.children.flatMap((node) => (node.type === 'footnoteDefinition' && !referred.has(node.identifier) ? node.children : [node]))
}

/** The words of a link that leads nowhere; where only the stand-in made a link of it, all that is written. */
function wordsOf(node: LinkReference, source: string): readonly PhrasingContent[] {
  const { position, referenceType, children } = node
  const start = position?.start.offset ?? 0
  const isIndex = /[\p{L}\p{N}_\])]$/u.test(source.slice(Math.max(0, start - 2), start))
  if (position === undefined || (referenceType !== 'shortcut' && !isIndex)) return children
  return [{ type: 'text', value: source.slice(start, position.end.offset), position }]
}

/** The name of a footnote that is not here, raised as its number would be. */
function remarkOf({ label, identifier, position }: FootnoteReference): PhrasingContent {
  const text: PhrasingContent = { type: 'text', value: label ?? identifier, ...(position === undefined ? {} : { position }) }
  return { type: 'emphasis', children: [text], data: { hName: 'sup' }, ...(position === undefined ? {} : { position }) }
}
