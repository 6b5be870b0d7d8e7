import { sql } from 'drizzle-orm'
import { digest } from '@/lib/foundation'
import { rows, textArray, type Database } from '@/lib/database'
import type { ParsedDocument } from '@/lib/documents'
import type { SourceFile } from '@/lib/sources'
import { readWith } from './configuration'
import type { DocumentReader } from './document-reader'
import type { LookedFiles } from './looked-files'
import { batches } from './store-versions'

export interface ReadOptions {
  readonly reader: DocumentReader
  readonly looked?: LookedFiles
  readonly onProgress: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** What the state of one file will be once its newest version is read. */
export interface FileRow {
  readonly path: string
  readonly digest: string | null
  readonly stamp: string
  readonly warnings: ParsedDocument['warnings']
}

/** Why a source without a single note is not believed. */
export function emptied(location: string): string {
  return `${location} holds no notes any more. Its documents are kept; if it was emptied on purpose, remove the source.`
}

/** Names the reading and the rules with which a file's state was reached. */
export function stampOf({ scope, project, localOnly, removed }: Pick<SourceFile, 'scope' | 'project' | 'localOnly' | 'removed'>): string {
  return `${readWith()}/${digest(JSON.stringify([scope, project, localOnly, removed])).slice(0, 8)}`
}

/** A file whose newest version is stored. */
export interface FileRead {
  readonly row: FileRow
  readonly byteLength: number
  readonly documentId: string | null
  readonly revisionId: string | null
  /** Of the text itself. */
  readonly warnings: ParsedDocument['warnings']
}

export async function recordRead(database: Database, sourceId: string, files: readonly FileRead[]): Promise<void> {
  if (files.length === 0) return
  const read = files.map(({ row, byteLength, documentId, revisionId, warnings }) => ({
    path: row.path, digest: row.digest, stamp: row.stamp, byte_length: byteLength, document_id: documentId, revision_id: revisionId, warnings: [...warnings, ...row.warnings],
  }))
  await database.execute(sql`update source_file f set state = 'read', reason = null, digest = read.digest, stamp = read.stamp, byte_length = read.byte_length,
    document_id = read.document_id, revision_id = read.revision_id, warnings = read.warnings
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as read(path text, digest text, stamp text, byte_length int, document_id text, revision_id text, warnings jsonb)
    where f.source_id = ${sourceId} and f.path = read.path`)
}

export async function recordFailure(database: Database, sourceId: string, path: string, row: Pick<FileRow, 'digest' | 'stamp'> | null, reason: string): Promise<void> {
  await database.execute(sql`insert into source_file (source_id, path, state, reason, digest, stamp) values (${sourceId}, ${path}, 'failed', ${reason}, ${row?.digest ?? null}, ${row?.stamp ?? null})
    on conflict (source_id, path) do update set state = 'failed', reason = excluded.reason, digest = excluded.digest, stamp = excluded.stamp`)
}

export interface KnownFile {
  readonly path: string
  readonly digest: string | null
  readonly stamp: string | null
  readonly state: string
}

/** What the last look at this source recorded of each file, by path. */
export async function readKnownFiles(database: Database, sourceId: string): Promise<ReadonlyMap<string, KnownFile>> {
  return new Map((await rows<KnownFile>(database, sql`select path, digest, stamp, state from source_file where source_id = ${sourceId}`)).map((row) => [row.path, row]))
}

/** Records this look's failures and forgets files that it did not see. */
export async function recordSeen(database: Database, sourceId: string, paths: readonly string[], failed: readonly { readonly path: string; readonly reason: string }[]): Promise<void> {
  for (const { path, reason } of failed) await recordFailure(database, sourceId, path, null, reason)
  await database.execute(sql`delete from source_file where source_id = ${sourceId} and not (path = any(${textArray([...paths, ...failed.map(({ path }) => path)])}))`)
}

export async function recordWaiting(database: Database, sourceId: string, paths: readonly string[]): Promise<void> {
  for (const batch of batches(paths, 500)) {
    await database.execute(sql`insert into source_file (source_id, path, state, byte_length)
      select ${sourceId}, path, 'waiting', 0 from unnest(${textArray(batch)}) as waiting(path)
      on conflict (source_id, path) do update set state = 'waiting', stamp = null, digest = null`)
  }
}
