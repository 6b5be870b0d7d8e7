import { sql } from 'drizzle-orm'
import { rows, type Database } from '@/lib/database'
import { embeddedText } from '@/lib/indexing'
import type { Embedder } from '@/lib/models'
import type { BenchPassage } from './baseline'
import { embedTexts } from './embed-texts'

export interface IndexedPassage extends BenchPassage {
  /** K81R's own number of it. */
  readonly id: number
}

/** Every current passage of the index as it was indexed, with its vector; `documentOf` names the document of a path. */
export async function readBenchPassages(database: Database, embedder: Embedder, documentOf: (path: string) => string): Promise<readonly IndexedPassage[]> {
  const found = await rows<{ id: number; path: string; prefix: string; text: string }>(database, sql`
    select p.id, d.path, p.prefix, coalesce(p.indexed_text, p.text) as text
    from index_entry e join passage p on p.id = e.passage_id join document d on d.id = e.document_id where e.removed_in is null and e.current order by p.id`)
  const texts = found.map(({ prefix, text }) => embeddedText(prefix, text))
  const vectors = await embedTexts(embedder, texts)
  return found.map(({ id, path }, at) => ({ id, document: documentOf(path), text: texts[at] ?? '', vector: vectors[at] ?? new Float32Array() }))
}
