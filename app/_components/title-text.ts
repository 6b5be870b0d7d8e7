import { fragmentTree, plainText } from './markdown-tree'

/** A title or heading without the marks of its Markdown: no backticks, no anchors. Empty only where it is. */
export function titleText(title: string): string {
  if (!/[`*_<[\]&\\~]/.test(title)) return title
  const [only, ...rest] = fragmentTree(title).children.filter((child) => child.type === 'element')
  const words = only?.tagName === 'p' && rest.length === 0 ? plainText(only).replace(/\s+/g, ' ').trim() : ''
  return words === '' ? title : words
}
