import type { SourceRules } from './source-rules'

const documentName = /\.(md|markdown|yaml|yml|json)$/i
const skippedFolders = new Set(['node_modules'])

/** Whether a file's name is one that documents have. */
export function isDocumentName(path: string): boolean {
  return documentName.test(path)
}

/** Hidden files and folders (`.git`, `.obsidian`), installed packages and the source's own rules are no notes. */
export function isSkippedName(name: string, path: string): boolean {
  return name.startsWith('.') || skippedFolders.has(name) || path === 'k81r.yaml'
}

/** Whether a path within a source is a note by its name, its folders and the source's rules. */
export function isNotePath(path: string, rules: SourceRules): boolean {
  const parts = path.split('/')
  if (!isDocumentName(path) || rules.ignores(path)) return false
  return parts.every((name, at) => !isSkippedName(name, path) && (at === 0 || !rules.ignores(`${parts.slice(0, at).join('/')}/x`)))
}
