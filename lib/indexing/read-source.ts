import { digest } from '@/lib/foundation'
import type { Database } from '@/lib/database'
import { recordScan, scanFolder, scanPublished, type FileVersion, type Source, type SourceFile } from '@/lib/sources'
import { Catalogue } from './catalogue'
import { filesPerTransaction, readBatch, removeVanished, type Reading } from './read-batch'
import { readHistory } from './read-history'
import { versionsDigest } from './read-version'
import { emptied, readKnownFiles, recordFailure, recordSeen, recordWaiting, stampOf, type FileRow, type ReadOptions } from './source-files'
import { batches } from './store-versions'

/** One file whose bytes were looked at: its versions' digests, not their bytes, so that a large archive is not held in memory. */
interface OpenedFile {
  readonly file: SourceFile
  readonly digests: readonly string[]
  readonly digest: string
  readonly stamp: string
}

/**
 * Reads what changed in one source into generation `number`. A source that cannot be trusted (missing, suddenly
 * empty, bad rules, out of reach) is recorded as a fault and leaves its documents as they were.
 */
export async function readSource(database: Database, source: Source, number: number, options: ReadOptions): Promise<void> {
  if (source.kind === 'git') return readHistory(database, source, number, options)
  const { onProgress, signal } = options
  const scan = source.kind === 'folder' ? await scanFolder(source.location) : await scanPublished(source.location)
  if (scan.kind === 'fault') return recordScan(database, source.id, scan.reason)
  const known = await readKnownFiles(database, source.id)
  if (scan.files.length === 0 && [...known.values()].some(({ state }) => state === 'indexed')) return recordScan(database, source.id, emptied(source.location))
  await recordSeen(database, source.id, scan.files.map(({ path }) => path), scan.failed)

  const changed: OpenedFile[] = []
  for (const file of scan.files) {
    signal?.throwIfAborted()
    const opened = await openFile(file)
    if ('reason' in opened) await recordFailure(database, source.id, file.path, null, opened.reason)
    else if (known.get(file.path)?.digest !== opened.digest || known.get(file.path)?.stamp !== opened.stamp) changed.push(opened)
  }
  await recordWaiting(database, source.id, changed.map(({ file }) => file.path))
  const catalogue = await Catalogue.load(database, source.id, new Set([...scan.files.filter(({ removed }) => !removed), ...scan.failed].map(({ path }) => path)))
  await readChanged(database, source, number, changed, catalogue, onProgress, signal)
  await removeVanished(database, number, catalogue.vanished())
  await recordScan(database, source.id, null)
}

async function openFile(file: SourceFile): Promise<OpenedFile | { readonly reason: string }> {
  const digests: string[] = []
  for (const version of file.versions) {
    const read = await version.read()
    if (read.kind === 'unreadable') return { reason: read.reason }
    digests.push(digest(read.bytes))
  }
  return { file, digests, digest: versionsDigest(file.versions.map(({ inForceFrom }, at) => ({ digest: digests[at] ?? '', inForceFrom }))), stamp: stampOf(file) }
}

interface VersionToRead {
  readonly opened: OpenedFile
  readonly version: FileVersion
  readonly digest: string
  readonly isLast: boolean
}

async function readChanged(database: Database, source: Source, number: number, changed: readonly OpenedFile[], catalogue: Catalogue, onProgress: ReadOptions['onProgress'], signal: AbortSignal | undefined): Promise<void> {
  const versions = changed.flatMap((opened) => opened.file.versions.map((version, at): VersionToRead => ({ opened, version, digest: opened.digests[at] ?? '', isLast: at === opened.file.versions.length - 1 })))
  const older = versions.filter(({ version }) => version.inForceFrom !== null).sort((a, b) => ((a.version.inForceFrom ?? '') < (b.version.inForceFrom ?? '') ? -1 : 1))
  const now = versions.filter(({ version }) => version.inForceFrom === null)
  let done = 0
  onProgress(done, versions.length)
  for (const batch of [...batches(older, filesPerTransaction), ...batches(now, filesPerTransaction)]) {
    signal?.throwIfAborted()
    const readings: Reading[] = []
    for (const one of batch) {
      const reading = await readAgain(one, catalogue)
      if ('reason' in reading) await recordFailure(database, source.id, one.opened.file.path, null, reading.reason)
      else readings.push(reading)
    }
    await readBatch(database, source.id, number, readings, catalogue)
    done += batch.length
    onProgress(done, versions.length)
  }
}

async function readAgain({ opened, version, digest: expected, isLast }: VersionToRead, catalogue: Catalogue): Promise<Reading | { readonly reason: string }> {
  const { file } = opened
  const read = await version.read()
  if (read.kind === 'unreadable') return { reason: read.reason }
  // Written between the two looks: it is read as it is now, and looked at again next time.
  const row: FileRow = { path: file.path, digest: digest(read.bytes) === expected ? opened.digest : null, stamp: opened.stamp, warnings: [] }
  return {
    path: file.path, rules: file, version, bytes: read.bytes, dated: version.inForceFrom === null ? null : 'revision', row: isLast ? row : null,
    resolve: (parsed, contentDigest) => catalogue.resolve(file.path, parsed.frontmatterId, contentDigest),
  }
}
