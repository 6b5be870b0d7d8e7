import type { AddressOf } from './link-address'
import { Markdown } from './markdown'
import { fragmentTree } from './markdown-tree'

interface AuthoredLineProps {
  readonly text: string
  /** Where its links to files lead; without it, to a search. */
  readonly addressOf?: AddressOf
  /** Of links that its references may name. */
  readonly definitions?: string
}

/** One quoted sentence inside running text: its emphasis and code as the author meant them, its block marks as they are. */
export function AuthoredLine({ text, addressOf, definitions = '' }: AuthoredLineProps) {
  const tree = fragmentTree(text, definitions, addressOf ?? null)
  const [only, ...rest] = tree.children.filter((child) => child.type === 'element')
  return only?.tagName === 'p' && rest.length === 0 ? <Markdown tree={{ type: 'root', children: only.children }} /> : text
}
