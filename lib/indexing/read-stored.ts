import { sql } from 'drizzle-orm'
import type { RevisionId } from '@/lib/foundation'
import { rows, textArray, type Database } from '@/lib/database'
import { readWith } from './configuration'
import type { DocumentReader } from './document-reader'
import { placeEntries } from './place-entries'
import type { ReadText } from './read-text'
import { batches, storeReadings } from './store-versions'

export interface StoredRevision {
  readonly id: RevisionId
  readonly documentId: string
  readonly sourcePath: string
  readonly project: string | null
  readonly text: string
}

/** The reading of a revision's stored text, as this parser reads it; null for what it cannot read. */
export async function readStored({ sourcePath, project, text }: Pick<StoredRevision, 'sourcePath' | 'project' | 'text'>, reader: DocumentReader): Promise<ReadText | null> {
  const read = await reader.read({ path: sourcePath, bytes: Buffer.from(text), modifiedAt: new Date(0), project })
  return 'reason' in read ? null : read
}

/** Older revisions are in no file any more: after a change of the parser they are read again from what is stored of them. */
export async function readStoredRevisions(database: Database, number: number, reader: DocumentReader, signal?: AbortSignal): Promise<void> {
  const unread = await rows<{ id: string }>(database, sql`
    select r.id from revision r join document d on d.id = r.document_id join content c on c.digest = r.content_digest
    where (d.removed_at is null or d.ended_on is not null) and c.text is not null and c.text <> '' and not coalesce(starts_with(r.read_with, ${`${readWith()}/`}), false) order by r.document_id, r.number`)
  for (const batch of batches(unread.map(({ id }) => id), 20)) {
    signal?.throwIfAborted()
    const revisions = await rows<StoredRevision>(database, sql`
      select r.id, r.document_id as "documentId", r.source_path as "sourcePath", r.project, c.text from revision r join content c on c.digest = r.content_digest where r.id = any(${textArray(batch)})`)
    const texts = await Promise.all(revisions.map((revision) => readStored(revision, reader)))
    await database.transaction(async (tx) => {
      await storeReadings(tx, revisions.flatMap(({ id }, at) => {
        const text = texts[at] ?? null
        return text === null ? [] : [{ id, text }]
      }))
      await placeEntries(tx, number, [...new Set(revisions.map(({ documentId }) => documentId))])
    })
  }
}
