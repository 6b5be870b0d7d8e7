import { sql } from 'drizzle-orm'
import { digest } from '@/lib/foundation'
import { rows, type Database } from '@/lib/database'
import { decodeText } from '@/lib/documents'
import { readHead, recordScan, scanRepository, type HistoryScan, type Lineage, type LineageChange, type Source, type SourceFile } from '@/lib/sources'
import { firstNewText, matchLineages, type KnownHistory } from './align-history'
import { Catalogue, type KnownDocument } from './catalogue'
import { readWith } from './configuration'
import type { DocumentReader } from './document-reader'
import { placeEntries } from './place-entries'
import { filesPerTransaction, readBatch, removeVanished, startReading, type Reading } from './read-batch'
import { reviewEnded } from './review-ended'
import { emptied, readKnownFiles, recordFailure, recordSeen, recordWaiting, stampOf, type FileRow, type KnownFile, type ReadOptions } from './source-files'

type Repository = Extract<HistoryScan, { readonly kind: 'history' }>

/** One file whose history is to be taken in: its document, where it has one, and what is new of it. */
interface Job {
  readonly lineage: Lineage
  readonly document: KnownDocument | null
  readonly changes: readonly LineageChange[]
  /** Path at which a document that ended may go on; null where that is already decided. */
  readonly returnsTo: string | null
}

/**
 * Takes a repository's history into generation `number`: each file's committed texts as revisions with the author's
 * dates, from the commit on that the last reading ended at. What a file row's digest holds is that commit. A history
 * that no longer contains it, or a reading that was broken off, is gone through whole: what is known is left alone.
 */
export async function readHistory(database: Database, source: Source, number: number, options: ReadOptions): Promise<void> {
  const known = await readKnownFiles(database, source.id)
  const base = commitOf(known)
  if (base !== null && wasReadWhole(known) && (await readHead(source.location)) === base) return recordScan(database, source.id, null)
  let scan = await scanRepository(source.location, base)
  // A note that was never read although the commit was: the rules have changed, and its history is wanted too.
  if (scan.kind === 'history' && scan.base !== null && lacksHistory(scan, known)) {
    await scan.close()
    scan = await scanRepository(source.location, null)
  }
  if (scan.kind === 'fault') return recordScan(database, source.id, scan.reason)
  try {
    const isEmptied = scan.files.length === 0 && [...known.values()].some(({ state }) => state === 'indexed')
    if (!isEmptied) await takeIn(database, source, number, scan, known, options)
    await recordScan(database, source.id, isEmptied ? emptied(source.location) : null)
  } finally {
    await scan.close()
  }
}

const commitMark = 'git:'

/** The commit that every file of the source was read at; null when there is none. */
function commitOf(known: ReadonlyMap<string, KnownFile>): string | null {
  const marks = new Set([...known.values()].map(({ digest: mark }) => mark))
  const [mark] = marks
  return marks.size === 1 && mark?.startsWith(commitMark) === true ? mark.slice(commitMark.length) : null
}

/** Whether another look at the same commit could find nothing: what failed there would fail again. */
function wasReadWhole(known: ReadonlyMap<string, KnownFile>): boolean {
  return [...known.values()].every(({ state, stamp }) => state === 'failed' || (state !== 'waiting' && stamp?.startsWith(`${readWith()}/`) === true))
}

function lacksHistory({ files, lineages }: Repository, known: ReadonlyMap<string, KnownFile>): boolean {
  const followed = new Set(lineages.filter(({ ended }) => !ended).map(({ path }) => path))
  return files.some(({ path }) => !known.has(path) && !followed.has(path))
}

async function takeIn(database: Database, source: Source, number: number, scan: Repository, known: ReadonlyMap<string, KnownFile>, options: ReadOptions): Promise<void> {
  await recordSeen(database, source.id, scan.files.map(({ path }) => path), scan.failed)
  const catalogue = await Catalogue.load(database, source.id, new Set([...scan.files, ...scan.failed].map(({ path }) => path)))
  const jobs = scan.base === null ? await compareAll(database, source.id, scan, catalogue) : followOn(scan, catalogue)
  const read = new Set(jobs.filter(({ lineage, changes }) => !lineage.ended && changes.some(({ kind }) => kind === 'text')).map(({ lineage }) => lineage.path))
  const stale = scan.files.filter((file) => !read.has(file.path) && known.get(file.path)?.stamp !== stampOf(file))
  await recordWaiting(database, source.id, [...read, ...stale.map(({ path }) => path)])

  const total = jobs.reduce((sum, { changes }) => sum + changes.length, stale.length)
  let done = 0
  options.onProgress(done, total)
  let batch: Reading[] = []
  const flush = async () => {
    if (batch.length > 0) await readBatch(database, source.id, number, batch, catalogue)
    batch = []
    options.onProgress(done, total)
  }
  const add = async (reading: Reading | null) => {
    options.signal?.throwIfAborted()
    done++
    if (reading !== null) batch.push(reading)
    if (batch.length >= filesPerTransaction) await flush()
  }
  const documents = new Map(jobs.filter(({ lineage }) => !lineage.ended).map(({ lineage, document }) => [lineage.path, document]))
  for (const job of jobs) await readJob(database, source, number, job, catalogue, { add, flush, reader: options.reader })
  const lastDays = new Map(scan.lineages.filter(({ ended }) => !ended).map(({ path, changes }) => [path, changes.findLast((change) => change.kind === 'text')?.version.inForceFrom ?? null]))
  for (const file of stale) await add(await readStale(database, source, file, documents.get(file.path) ?? null, { catalogue, reader: options.reader, day: lastDays.get(file.path) ?? null }))
  await flush()
  await removeVanished(database, number, catalogue.vanished())
  await reviewEnded(database, source.id, number, scan, options.reader)
  // Not before everything is taken in: a file alone cannot say that the others have been read up to its commit.
  const mark = `${commitMark}${scan.head}`
  await database.execute(sql`update source_file set digest = ${mark} where source_id = ${source.id} and digest is distinct from ${mark}`)
}

/** What the commits since the last reading did, file by file. */
function followOn({ lineages }: Repository, catalogue: Catalogue): Job[] {
  return lineages.map((lineage) => ({
    lineage, document: lineage.startedAs === null ? null : (catalogue.lastAt(lineage.startedAs) ?? null), changes: lineage.changes,
    returnsTo: lineage.startedAs === null ? (lineage.paths[0] ?? null) : null,
  }))
}

/** What a whole history holds beyond the revisions that its files' documents have. */
async function compareAll(database: Database, sourceId: string, { lineages }: Repository, catalogue: Catalogue): Promise<Job[]> {
  const documents = catalogue.all().filter(({ latest }) => latest !== null)
  if (documents.length === 0) return lineages.map((lineage) => ({ lineage, document: null, changes: lineage.changes, returnsTo: null }))
  const digestsOf = new Map((await rows<{ id: string; digests: string[] }>(database, sql`
    select d.id, array_agg(r.content_digest order by r.number) as digests from document d join revision r on r.document_id = d.id where d.source_id = ${sourceId} group by d.id`)).map(({ id, digests }) => [id, digests]))
  const histories = documents.map(({ id, path }): KnownHistory => ({ documentId: id, path, digests: digestsOf.get(id) ?? [] }))
  const texts: (string | null)[][] = []
  for (const { changes } of lineages) {
    const digests: (string | null)[] = []
    for (const change of changes) if (change.kind === 'text') digests.push(await textDigest(change))
    texts.push(digests)
  }
  const matched = matchLineages(lineages.map(({ paths, path }, at) => ({ paths, path, digests: texts[at] ?? [] })), histories)
  return lineages.map((lineage, at) => {
    const index = matched[at] ?? null
    const matchedDocument = index === null ? null : (documents[index] ?? null)
    const known = index === null ? [] : (histories[index]?.digests ?? [])
    // What was purged stays forgotten: of such a file only what came after is taken in, as another document.
    const document = matchedDocument?.identity.startsWith('purged:') === true ? null : matchedDocument
    return { lineage, document, returnsTo: null, changes: newChanges(lineage, firstNewText(texts[at] ?? [], known, !lineage.ended), document) }
  })
}

/** The digest that a revision of this text would have; null for what cannot be a document. */
async function textDigest({ version }: Extract<LineageChange, { readonly kind: 'text' }>): Promise<string | null> {
  const read = await version.read()
  const decoded = read.kind === 'unreadable' ? read : decodeText(read.bytes)
  return 'reason' in decoded ? null : digest(decoded.text)
}

function newChanges({ changes, ended }: Lineage, firstText: number, document: KnownDocument | null): readonly LineageChange[] {
  const textsAt = changes.flatMap(({ kind }, at) => (kind === 'text' ? [at] : []))
  let from = textsAt[firstText]
  if (from !== undefined) {
    // That it ended before this text came may be what the reading was broken off at.
    while (document !== null && changes[from - 1]?.kind === 'ended') from--
    return changes.slice(from)
  }
  return ended && document !== null && !document.removed ? changes.slice(-1) : []
}

interface Sink {
  readonly reader: DocumentReader
  add(reading: Reading | null): Promise<void>
  flush(): Promise<void>
}

async function readJob(database: Database, source: Source, number: number, job: Job, catalogue: Catalogue, { add, flush, reader }: Sink): Promise<void> {
  const { lineage, changes, returnsTo } = job
  let document = job.document
  const warnings: { message: string; line: null }[] = []
  const lastText = changes.findLastIndex(({ kind }) => kind === 'text')
  for (const [at, change] of changes.entries()) {
    if (change.kind === 'ended') {
      await flush()
      await add(null)
      if (document !== null) await endDocument(database, number, document, change.day, change.at, catalogue)
      continue
    }
    const isNow = !lineage.ended && at === lastText
    const bytes = await change.version.read()
    const row: FileRow | null = isNow ? { path: lineage.path, digest: null, stamp: stampOf({ ...lineage, removed: false }), warnings } : null
    if (bytes.kind === 'unreadable') {
      await add(null)
      if (row !== null) await recordFailure(database, source.id, row.path, row, bytes.reason)
      else warnings.push({ message: `Its text of ${change.version.inForceFrom ?? 'an earlier day'} cannot be read: ${bytes.reason}`, line: null })
      continue
    }
    await add({
      path: change.path, rules: lineage, version: change.version, ...startReading(reader, { path: change.path, bytes: bytes.bytes, version: change.version, rules: lineage }), dated: 'git', row,
      resolve: (parsed) => {
        const followed = catalogue.follow(document, { path: lineage.path, declaredId: parsed.frontmatterId, since: change.version.inForceFrom ?? '', returnsTo, ended: lineage.ended })
        document = followed.document
        return followed
      },
    })
  }
  if (lineage.ended) await flush()
}

/** A file whose text is the one that was read, under other rules or by another parser: its newest revision is read again. */
async function readStale(database: Database, source: Source, file: SourceFile, document: KnownDocument | null, { catalogue, reader, day: lastDay }: { readonly catalogue: Catalogue; readonly reader: DocumentReader; readonly day: string | null }): Promise<Reading | null> {
  const [version] = file.versions
  const read = await version?.read()
  const row: FileRow = { path: file.path, digest: null, stamp: stampOf(file), warnings: [] }
  if (version === undefined || read === undefined || read.kind === 'unreadable') {
    await recordFailure(database, source.id, file.path, row, read?.kind === 'unreadable' ? read.reason : 'This version cannot be read.')
    return null
  }
  const known = document ?? catalogue.lastAt(file.path) ?? null
  const day = known?.latest?.inForceFrom ?? lastDay ?? new Date().toISOString().slice(0, 10)
  return {
    path: file.path, rules: file, version: { ...version, inForceFrom: day }, ...startReading(reader, { path: file.path, bytes: read.bytes, version, rules: file }), dated: 'git', row,
    resolve: (parsed) => catalogue.follow(known, { path: file.path, declaredId: parsed.frontmatterId, since: day, returnsTo: file.path, ended: false }),
  }
}

/** The file was deleted that day: what it said is in force no longer. */
async function endDocument(database: Database, number: number, document: KnownDocument, day: string, at: Date, catalogue: Catalogue): Promise<void> {
  catalogue.end(document)
  await database.transaction(async (tx) => {
    await tx.execute(sql`update document set removed_at = ${at.toISOString()}, ended_on = ${day} where id = ${document.id}`)
    await tx.execute(sql`update revision set in_force_to = greatest(in_force_from, ${day}::date) where document_id = ${document.id} and in_force_to is null`)
    await placeEntries(tx, number, [document.id])
  })
}
