import type { Root } from 'hast'
import { visit } from 'unist-util-visit'
import type { AddressOf } from './link-address'
import { fragmentTree, plainText } from './markdown-tree'

/**
 * A stretch of a note as a safe tree that stands among others on a page: its headings are the author's words and no part of
 * the page's outline, and nothing in it is an address or leads to one that is not on this page.
 */
export function quotedTree(text: string, addressOf: AddressOf | null = null): Root {
  const tree = fragmentTree(text, '', addressOf)
  // Some notes hold paragraphs of spaces that do not break, to keep a distance.
  tree.children = tree.children.filter((child) => child.type !== 'element' || child.tagName !== 'p' || plainText(child).trim() !== '')
  visit(tree, 'element', (node) => {
    if (/^h[1-6]$/.test(node.tagName)) {
      node.tagName = 'p'
      node.properties = { className: ['heading'] }
    }
    const { id: _id, ariaDescribedBy: _describedBy, ...rest } = node.properties
    const { href, ...unlinked } = rest
    node.properties = typeof href === 'string' && href.startsWith('#') ? unlinked : rest
  })
  return tree
}
