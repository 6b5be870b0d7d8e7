import { join } from 'node:path'
import { digest } from '@/lib/foundation'
import type { RetrievalSet } from '@/lib/evaluation'
import { writeNotes } from './bench-texts'

/** Where a document of a set lies as a note: a name that says nothing, so that no ranking profits from an id. */
function pathOf(id: string): string {
  return `${digest(id).slice(0, 16)}.md`
}

/** Writes a set's documents as notes with their title in the frontmatter, and tells a document from its path. */
export async function writeSet(folder: string, { documents }: RetrievalSet): Promise<(path: string) => string> {
  await writeNotes(folder, documents.map(({ id, title, text }) => ({ path: pathOf(id), text: title === '' ? text : `---\ntitle: ${JSON.stringify(title.replace(/\s+/g, ' '))}\n---\n\n${text}` })))
  const byPath = new Map(documents.map(({ id }) => [pathOf(id), id]))
  return (path) => byPath.get(path) ?? ''
}

/** The set's folder inside a scratch folder. */
export function setFolder(scratch: string, { name }: RetrievalSet): string {
  return join(scratch, `set-${name}`)
}
