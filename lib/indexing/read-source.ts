import { digest } from '@/lib/foundation'
import type { Database } from '@/lib/database'
import { readDeclaredId } from '@/lib/documents'
import { readValidators, recordScan, recordValidators, scanFolder, scanPublished, type FileVersion, type Source, type SourceFile } from '@/lib/sources'
import { Catalogue } from './catalogue'
import type { DocumentReader } from './document-reader'
import type { LookedFiles } from './looked-files'
import { filesPerTransaction, readBatch, removeVanished, startReading, type Reading } from './read-batch'
import { readHistory } from './read-history'
import { lookAt } from './read-version'
import { refreshStatistics } from './refresh-statistics'
import { emptied, readKnownFiles, recordFailure, recordSeen, recordWaiting, stampOf, type FileRow, type KnownFile, type ReadOptions } from './source-files'
import { batches } from './store-versions'
import { segmentSize, writeSegments } from './write-segments'

/** One file whose bytes were looked at: its versions' digests, not their bytes, so that a large archive is not held in memory. */
interface OpenedFile {
  readonly file: SourceFile
  readonly digests: readonly string[]
  readonly digest: string
  readonly stamp: string
  /** Of one that changed: the id that its newest version declares. */
  readonly declaredId: string | null
}

/**
 * Reads what changed in one source into generation `number`. A source that cannot be trusted (missing, suddenly
 * empty, bad rules, out of reach) is recorded as a fault and leaves its documents as they were.
 */
export async function readSource(database: Database, source: Source, number: number, options: ReadOptions): Promise<void> {
  if (source.kind === 'git') return readHistory(database, source, number, options)
  const { signal, looked } = options
  const known = await readKnownFiles(database, source.id)
  // All its files will be read, and listing them takes as long as the reader's start.
  if (known.size === 0) options.reader.prepare()
  const published = source.kind === 'folder' ? null : await scanPublished(source.location, wasReadWhole(known) ? await readValidators(database, source.id) : null)
  if (published?.kind === 'unchanged') return recordScan(database, source.id, null)
  const scan = published ?? (await scanFolder(source.location))
  if (scan.kind === 'fault') return recordScan(database, source.id, scan.reason)
  if (scan.files.length === 0 && [...known.values()].some(({ state }) => state === 'indexed')) return recordScan(database, source.id, emptied(source.location))
  await recordSeen(database, source.id, scan.files.map(({ path }) => path), scan.failed)

  const changed: OpenedFile[] = []
  for (const batch of batches(scan.files, openAtOnce)) {
    signal?.throwIfAborted()
    const opened = await Promise.all(batch.map((file) => openFile(source.id, file, known.get(file.path), looked)))
    for (const [at, one] of opened.entries()) {
      if (one === null) continue
      if ('reason' in one) await recordFailure(database, source.id, batch[at]?.path ?? '', null, one.reason)
      else changed.push(one)
    }
  }
  await recordWaiting(database, source.id, changed.map(({ file }) => file.path))
  const catalogue = await Catalogue.load(database, source.id, new Set([...scan.files.filter(({ removed }) => !removed), ...scan.failed].map(({ path }) => path)))
  catalogue.expect(new Map(changed.map(({ file, declaredId }) => [file.path, declaredId])))
  await readChanged(database, source, number, changed, catalogue, options)
  await removeVanished(database, number, catalogue.vanished())
  if (published?.kind === 'scan') await recordValidators(database, source.id, published.validators)
  await recordScan(database, source.id, null)
}

/** Most of a look goes into waiting for the file system; of this many files the bytes are in memory together. */
const openAtOnce = 8

const plainRules = { scope: null, project: null, localOnly: false, removed: false }

/** Whether all that a published text held before is read, as this parser reads it: only then may its server say that it is unchanged. */
function wasReadWhole(known: ReadonlyMap<string, KnownFile>): boolean {
  return known.size > 0 && [...known.values()].every(({ digest: whole, stamp, state }) => whole !== null && stamp === stampOf(plainRules) && state !== 'waiting' && state !== 'failed')
}

/** Null where the file is what is known of it. */
async function openFile(sourceId: string, file: SourceFile, known: KnownFile | undefined, looked: LookedFiles | undefined): Promise<OpenedFile | { readonly reason: string } | null> {
  const stamp = stampOf(file)
  if (known?.stamp === stamp && known.digest !== null && known.digest === looked?.digestOf(sourceId, file)) return null
  const seen = await lookAt(file.versions)
  if ('reason' in seen) return seen
  const { digests, whole, newest } = seen
  looked?.remember(sourceId, file, whole)
  return known?.digest === whole && known.stamp === stamp ? null : { file, digests, digest: whole, stamp, declaredId: readDeclaredId({ path: file.path, bytes: newest }) }
}

/** Batches that are open at once: the one that is stored, and those that are parsed meanwhile. */
const batchesAhead = 3
const firstBatches = 8
/** Of a large source, full segments are packed while the next batches are parsed, not all at the end. */
const batchesPerSegment = 16

interface VersionToRead {
  readonly opened: OpenedFile
  readonly version: FileVersion
  readonly digest: string
  readonly isLast: boolean
}

async function readChanged(database: Database, source: Source, number: number, changed: readonly OpenedFile[], catalogue: Catalogue, { onProgress, reader, signal }: ReadOptions): Promise<void> {
  const versions = changed.flatMap((opened) => opened.file.versions.map((version, at): VersionToRead => ({ opened, version, digest: opened.digests[at] ?? '', isLast: at === opened.file.versions.length - 1 })))
  const older = versions.filter(({ version }) => version.inForceFrom !== null).sort((a, b) => ((a.version.inForceFrom ?? '') < (b.version.inForceFrom ?? '') ? -1 : 1))
  const now = versions.filter(({ version }) => version.inForceFrom === null)
  const open = (batch: readonly VersionToRead[] = []) => Promise.all(batch.map((one) => openAgain(one, reader, catalogue)))
  const all = [...batches(older, filesPerTransaction), ...batches(now, filesPerTransaction)]
  let done = 0
  onProgress(done, versions.length)
  // While one batch is stored, the next ones are parsed.
  const ahead: ReturnType<typeof open>[] = []
  for (const [at, batch] of all.entries()) {
    signal?.throwIfAborted()
    while (ahead.length < batchesAhead && all[at + ahead.length] !== undefined) {
      const opening = open(all[at + ahead.length])
      opening.catch(() => undefined) // awaited in its own round, unless one before it fails
      ahead.push(opening)
    }
    const opened = (await ahead.shift()) ?? []
    for (const [index, one] of opened.entries()) if ('reason' in one) await recordFailure(database, source.id, batch[index]?.opened.file.path ?? '', null, one.reason)
    await readBatch(database, source.id, number, opened.flatMap((one) => ('reason' in one ? [] : [one])), catalogue)
    done += batch.length
    onProgress(done, versions.length)
    // The first batches find empty tables; what the rest finds should not be planned for them.
    if (at === firstBatches) await refreshStatistics(database)
    if (at % batchesPerSegment === batchesPerSegment - 1) await writeSegments(database, undefined, segmentSize)
  }
}

async function openAgain({ opened, version, digest: expected, isLast }: VersionToRead, reader: DocumentReader, catalogue: Catalogue): Promise<Reading | { readonly reason: string }> {
  const { file } = opened
  const read = await version.read()
  if (read.kind === 'unreadable') return { reason: read.reason }
  // Written between the two looks: it is read as it is now, and looked at again next time.
  const row: FileRow = { path: file.path, digest: digest(read.bytes) === expected ? opened.digest : null, stamp: opened.stamp, warnings: [] }
  return {
    path: file.path, rules: file, version, ...startReading(reader, { path: file.path, bytes: read.bytes, version, rules: file }), dated: version.inForceFrom === null ? null : 'revision', row: isLast ? row : null,
    resolve: (parsed, contentDigest) => catalogue.resolve(file.path, parsed.frontmatterId, contentDigest),
  }
}
