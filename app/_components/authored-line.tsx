import { Markdown } from './markdown'
import { markdownTree } from './markdown-tree'

interface AuthoredLineProps {
  readonly text: string
}

/** One quoted sentence inside running text: its emphasis and code as the author meant them, its block marks as they are. */
export function AuthoredLine({ text }: AuthoredLineProps) {
  const tree = markdownTree(text)
  const [only, ...rest] = tree.children.filter((child) => child.type === 'element')
  return only?.tagName === 'p' && rest.length === 0 ? <Markdown tree={{ type: 'root', children: only.children }} /> : text
}
