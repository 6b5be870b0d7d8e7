import { join } from 'node:path'
import type { Database } from '@/lib/database'
import type { RetrievalSet } from '@/lib/evaluation'
import { digest, type Settings } from '@/lib/foundation'
import type { Embedder } from '@/lib/models'
import { fillIndex, inDatabase } from './bench-database'
import { writeNotes } from './bench-texts'
import { readBenchPassages, type IndexedPassage } from './store-bench-passages'

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

export interface SetWork {
  readonly settings: Settings
  readonly scratch: string
  readonly embedder: Embedder
}

export interface IndexedSet {
  readonly services: { readonly database: Database; readonly embedder: { readonly state: 'ready'; readonly embedder: Embedder } }
  readonly passages: readonly IndexedPassage[]
  /** The set's documents of these passages, each passage's in its place. */
  documentsOf(passages: readonly number[]): readonly string[]
}

/** Indexes a set's documents as notes, in a scratch folder and a database of its own, and works with the index. */
export async function withIndexedSet<T>(set: RetrievalSet, { settings, scratch, embedder }: SetWork, work: (indexed: IndexedSet) => Promise<T>): Promise<T> {
  const folder = join(scratch, `set-${set.name}`)
  const documentOf = await writeSet(folder, set)
  return inDatabase(settings, `${folder}-data`, async (database, reader) => {
    await fillIndex(database, reader, folder, embedder)
    const passages = await readBenchPassages(database, embedder, documentOf)
    const documents = new Map(passages.map(({ id, document }) => [id, document]))
    return work({ services: { database, embedder: { state: 'ready', embedder } }, passages, documentsOf: (ids) => ids.map((id) => documents.get(id) ?? '') })
  })
}
