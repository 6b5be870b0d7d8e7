import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { Root } from 'hast'
import type { ReactElement } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

interface MarkdownProps {
  readonly tree: Root
}

/** A safe tree as elements. */
export function Markdown({ tree }: MarkdownProps) {
  // An alignment as style would need a style attribute, which the content security policy refuses.
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, tableCellAlignToStyle: false }) as ReactElement // typed by the global JSX namespace, which React 19 no longer has
}
