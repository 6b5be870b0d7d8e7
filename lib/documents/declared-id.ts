import { maxContentLength, readFrontmatter } from './frontmatter'
import { idOf } from './metadata'
import type { DocumentFile } from './parse-document'

/** The `id` in a Markdown file's frontmatter as parseDocument would give it, without reading the rest; null where there is none. */
export function readDeclaredId({ path, bytes }: Pick<DocumentFile, 'path' | 'bytes'>): string | null {
  if (!/\.(?:md|markdown)$/i.test(path)) return null
  // A UTF-16 unit takes at most three bytes of UTF-8, and the frontmatter's own lines a little more.
  const head = new TextDecoder('utf-8').decode(bytes.subarray(0, maxContentLength * 3 + 1024))
  return idOf(readFrontmatter(head).metadata)
}
