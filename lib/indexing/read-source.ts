import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { digest } from '@/lib/foundation'
import { rows, textArray, type Database } from '@/lib/database'
import { parseDocument, type ParsedDocument } from '@/lib/documents'
import { recordScan, scanFolder, type Source, type SourceFile } from '@/lib/sources'
import { Catalogue } from './catalogue'
import { readWith } from './configuration'
import { placeEntries } from './place-entries'
import { decideScope, versionsDigest } from './read-version'
import { batches, storeVersions, type ReadVersion } from './store-versions'

interface Options {
  readonly onProgress: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

interface FileState {
  readonly path: string
  readonly digest: string | null
  readonly stamp: string | null
  readonly state: string
}

/** One file's versions with their bytes' digests; `reason` when it could not be read. */
interface OpenedFile {
  readonly file: SourceFile
  readonly versions: readonly { readonly bytes: Uint8Array; readonly digest: string; readonly at: SourceFile['versions'][number] }[]
  readonly digest: string
  readonly stamp: string
}

/** Files parsed and stored in one transaction: small, so that an embedded database answers searches in between. */
const filesPerTransaction = 20

/**
 * Reads what changed in one source into generation `number`. A source that cannot be trusted (missing, suddenly
 * empty, bad rules) is recorded as a fault and leaves its documents as they were.
 */
export async function readSource(database: Database, source: Source, number: number, { onProgress, signal }: Options): Promise<void> {
  const scan = await scanFolder(source.location)
  if (scan.kind === 'fault') return recordScan(database, source.id, scan.reason)
  const known = new Map((await rows<FileState>(database, sql`select path, digest, stamp, state from source_file where source_id = ${source.id}`)).map((row) => [row.path, row]))
  if (scan.files.length === 0 && [...known.values()].some(({ state }) => state === 'indexed')) {
    return recordScan(database, source.id, `${source.location} holds no notes any more. Its documents are kept; if it was emptied on purpose, remove the source.`)
  }
  for (const { path, reason } of scan.failed) await recordFailure(database, source.id, path, null, reason)
  await database.execute(sql`delete from source_file where source_id = ${source.id} and not (path = any(${textArray([...scan.files.map(({ path }) => path), ...scan.failed.map(({ path }) => path)])}))`)

  const changed: OpenedFile[] = []
  for (const file of scan.files) {
    signal?.throwIfAborted()
    const opened = await openFile(file)
    if ('reason' in opened) await recordFailure(database, source.id, file.path, null, opened.reason)
    else if (known.get(file.path)?.digest !== opened.digest || known.get(file.path)?.stamp !== opened.stamp) changed.push(opened)
  }
  for (const batch of batches(changed, 500)) {
    await database.execute(sql`insert into source_file (source_id, path, state, byte_length)
      select ${source.id}, path, 'waiting', 0 from unnest(${textArray(batch.map(({ file }) => file.path))}) as waiting(path)
      on conflict (source_id, path) do update set state = 'waiting', stamp = null`)
  }
  const livePaths = new Set(scan.files.filter(({ removed }) => !removed).map(({ path }) => path))
  const unreadable = new Set(scan.failed.map(({ path }) => path))
  const catalogue = await Catalogue.load(database, source.id, new Set([...livePaths, ...unreadable]))
  await readChanged(database, source, number, changed, catalogue, onProgress, signal)
  await removeVanished(database, number, catalogue)
  await recordScan(database, source.id, null)
}

async function openFile(file: SourceFile): Promise<OpenedFile | { readonly reason: string }> {
  try {
    const versions = await Promise.all(file.versions.map(async (at) => {
      const bytes = await readFile(at.absolutePath)
      return { bytes, digest: digest(bytes), at }
    }))
    const rules = digest(JSON.stringify([file.scope, file.project, file.localOnly, file.removed])).slice(0, 8)
    return { file, versions, digest: versionsDigest(versions.map((version) => ({ digest: version.digest, inForceFrom: version.at.inForceFrom }))), stamp: `${readWith()}/${rules}` }
  } catch {
    return { reason: 'The file cannot be read. Check its permissions.' }
  }
}

/** A unit of reading: one version of one file, in the order in which versions came into force. */
interface Reading {
  readonly opened: OpenedFile
  readonly version: OpenedFile['versions'][number]
  readonly isNow: boolean
}

async function readChanged(database: Database, source: Source, number: number, changed: readonly OpenedFile[], catalogue: Catalogue, onProgress: Options['onProgress'], signal: AbortSignal | undefined): Promise<void> {
  const readings = changed.flatMap((opened) => opened.versions.map((version): Reading => ({ opened, version, isNow: version.at.inForceFrom === null })))
  const older = readings.filter(({ isNow }) => !isNow).sort((a, b) => ((a.version.at.inForceFrom ?? '') < (b.version.at.inForceFrom ?? '') ? -1 : 1))
  const now = readings.filter(({ isNow }) => isNow)
  let done = 0
  onProgress(done, readings.length)
  for (const batch of [...batches(older, filesPerTransaction), ...batches(now, filesPerTransaction)]) {
    signal?.throwIfAborted()
    await readBatch(database, source, number, batch, catalogue)
    done += batch.length
    onProgress(done, readings.length)
  }
}

async function readBatch(database: Database, source: Source, number: number, batch: readonly Reading[], catalogue: Catalogue): Promise<void> {
  const versions: ReadVersion[] = []
  const outcomes: { readonly reading: Reading; readonly version: ReadVersion | null; readonly reason: string | null; readonly warnings: ParsedDocument['warnings'] }[] = []
  for (const reading of batch) {
    const { file } = reading.opened
    const { bytes, at } = reading.version
    const parsed = parseDocument({ path: file.path, bytes, modifiedAt: at.modifiedAt, project: file.project })
    if ('reason' in parsed) {
      outcomes.push({ reading, version: null, reason: parsed.reason, warnings: [] })
      continue
    }
    const { document, duplicateOf } = catalogue.resolve(file.path, parsed.frontmatterId, digest(parsed.text))
    const version: ReadVersion = {
      document, parsed, sourcePath: file.path, scope: decideScope(parsed.declaredScope, file.scope), project: file.project,
      localOnly: parsed.localOnly || file.localOnly, inForceFrom: at.inForceFrom, modifiedAt: at.modifiedAt,
    }
    versions.push(version)
    const duplicate = duplicateOf === null ? [] : [{ message: `The id “${parsed.frontmatterId ?? ''}” is already used by ${duplicateOf}; this file is kept apart under its path.`, line: 1 }]
    outcomes.push({ reading, version, reason: null, warnings: [...parsed.warnings, ...duplicate] })
  }
  await database.transaction(async (tx) => {
    const stored = await storeVersions(tx, source.id, versions)
    await placeEntries(tx, number, [...new Set(versions.map(({ document }) => document.id))])
    for (const { reading: { opened, version: { bytes }, isNow }, version, reason, warnings } of outcomes) {
      if (!isNow && !opened.file.removed) continue // the file's state is its newest version's
      if (reason !== null) await recordFailure(tx, source.id, opened.file.path, opened, reason)
      else {
        await tx.execute(sql`update source_file set state = 'read', reason = null, digest = ${opened.digest}, stamp = ${opened.stamp}, byte_length = ${bytes.byteLength},
          document_id = ${version?.document.id ?? null}, revision_id = ${version === null ? null : (stored.get(version) ?? null)}, warnings = ${JSON.stringify(warnings)}::jsonb
          where source_id = ${source.id} and path = ${opened.file.path}`)
      }
    }
  })
}

async function recordFailure(database: Database, sourceId: string, path: string, opened: OpenedFile | null, reason: string): Promise<void> {
  await database.execute(sql`insert into source_file (source_id, path, state, reason, digest, stamp) values (${sourceId}, ${path}, 'failed', ${reason}, ${opened?.digest ?? null}, ${opened?.stamp ?? null})
    on conflict (source_id, path) do update set state = 'failed', reason = excluded.reason, digest = excluded.digest, stamp = excluded.stamp`)
}

async function removeVanished(database: Database, number: number, catalogue: Catalogue): Promise<void> {
  for (const batch of batches(catalogue.vanished().map(({ id }) => id), 200)) {
    await database.transaction(async (tx) => {
      await tx.execute(sql`update document set removed_at = now() where id = any(${textArray(batch)})`)
      await placeEntries(tx, number, batch)
    })
  }
}
