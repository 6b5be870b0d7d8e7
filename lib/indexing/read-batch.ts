import { sql } from 'drizzle-orm'
import { textArray, type Database } from '@/lib/database'
import type { ParsedDocument } from '@/lib/documents'
import type { FileVersion, PathRules } from '@/lib/sources'
import type { Catalogue, KnownDocument } from './catalogue'
import type { DocumentReader, UnreadText } from './document-reader'
import { placeEntries } from './place-entries'
import type { ReadText } from './read-text'
import { decideScope } from './read-version'
import { recordFailure, recordRead, type FileRead, type FileRow } from './source-files'
import { batches, storeVersions, type ReadVersion } from './store-versions'

/** Files parsed and stored in one transaction: small, so that an embedded database answers searches in between. */
export const filesPerTransaction = 20

/** A unit of reading: one version of one file. Units of a document come in the order in which they came into force. */
export interface Reading {
  /** Path of this version. */
  readonly path: string
  readonly rules: PathRules
  readonly version: FileVersion
  readonly byteLength: number
  /** On its way since `startReading`. */
  readonly text: Promise<ReadText | UnreadText>
  /** git: it follows the document's last revision whatever it says. revision: an overlay, whose texts are each taken once. null: the file as it is. */
  readonly dated: 'git' | 'revision' | null
  /** Set on the newest version of a file. */
  readonly row: FileRow | null
  resolve(parsed: ParsedDocument, contentDigest: string): { readonly document: KnownDocument; readonly duplicateOf: string | null }
}

/** Hands a version's bytes to the reader; the result is awaited when its batch is stored. */
export function startReading(reader: DocumentReader, file: { readonly path: string; readonly bytes: Uint8Array; readonly version: FileVersion; readonly rules: PathRules }): Pick<Reading, 'byteLength' | 'text'> {
  const { path, bytes, version, rules } = file
  const text = reader.read({ path, bytes, modifiedAt: version.modifiedAt, project: rules.project })
  // A batch given up for another reason awaits nothing any more.
  text.catch(() => undefined)
  return { byteLength: bytes.byteLength, text }
}

interface Outcome {
  readonly reading: Reading
  readonly version: ReadVersion | null
  readonly reason: string | null
  /** Whether the same file would give the same. */
  readonly isFinal: boolean
  readonly warnings: ParsedDocument['warnings']
}

/** The last text of a document as this batch leaves it, before it is stored. */
interface LastText {
  readonly digest: string
  readonly day: string
}

/** Gives each of these versions to its document and stores them with their entries in one transaction. */
export async function readBatch(database: Database, sourceId: string, number: number, batch: readonly Reading[], catalogue: Catalogue): Promise<void> {
  const last = new Map<KnownDocument, LastText>()
  const texts = await Promise.all(batch.map(({ text }) => text))
  const outcomes = batch.map((reading, at) => decideOne(reading, texts[at] ?? { reason: 'The file was not read.' }, last))
  const versions = outcomes.flatMap(({ version }) => (version === null ? [] : [version]))
  const displaced = catalogue.takeDisplaced()
  const ousted = catalogue.takeOusted().map(({ id }) => id)
  const newDocuments = new Set(versions.flatMap(({ document }) => (document.latest === null ? [document.id] : [])))
  const before = new Map(versions.flatMap(({ document }) => (document.latest === null ? [] : [[document, document.latest.id] as const])))
  await database.transaction(async (tx) => {
    await renameDisplaced(tx, displaced)
    if (ousted.length > 0) await markRemoved(tx, ousted)
    const stored = await storeVersions(tx, sourceId, versions)
    // A file that ended and came back with the text it had is that revision again.
    const again = [...before].filter(([document, id]) => document.latest?.id === id).map(([, id]) => id)
    if (again.length > 0) await tx.execute(sql`update revision r set in_force_to = null where r.in_force_to is not null and r.id = any(${textArray(again)})`)
    await placeEntries(tx, number, [...new Set([...ousted, ...versions.map(({ document }) => document.id)])], newDocuments)
    const read: FileRead[] = []
    for (const { reading: { row, byteLength }, version, reason, isFinal, warnings } of outcomes) {
      if (row === null) continue // the file's state is its newest version's
      if (reason !== null) await recordFailure(tx, sourceId, row.path, isFinal ? row : null, reason)
      else read.push({ row, byteLength, documentId: version?.document.id ?? null, revisionId: version === null ? null : (stored.get(version) ?? null), warnings })
    }
    await recordRead(tx, sourceId, read)
  })
}

function decideOne(reading: Reading, text: ReadText | UnreadText, last: Map<KnownDocument, LastText>): Outcome {
  const { path, rules, version: at, dated } = reading
  if ('reason' in text) return { reading, version: null, reason: text.reason, isFinal: text.worthAnotherTry !== true, warnings: [] }
  const { parsed: read, contentDigest } = text
  const { document, duplicateOf } = reading.resolve(read, contentDigest)
  const before = last.get(document) ?? (document.latest === null ? null : { digest: document.latest.digest, day: document.latest.inForceFrom })
  // In a repository the order is that of the commits; an author's clock may have gone back, a document's dates do not.
  const day = at.inForceFrom === null ? null : dated === 'git' && before !== null && before.day > at.inForceFrom ? before.day : at.inForceFrom
  const sameText = before?.digest === contentDigest
  if (!sameText) last.set(document, { digest: contentDigest, day: day ?? before?.day ?? '' })
  const version: ReadVersion = {
    document, text, parsed: withDate(read, dated, sameText ? before.day : day), sourcePath: path, scope: decideScope(read.declaredScope, rules.scope), project: rules.project,
    localOnly: read.localOnly || rules.localOnly, inForceFrom: day, inOrder: dated === 'git', modifiedAt: at.modifiedAt,
  }
  const duplicate = duplicateOf === null ? [] : [{ message: `The id “${read.frontmatterId ?? ''}” is already used by ${duplicateOf}; this file is kept apart under its path.`, line: 1 }]
  return { reading, version, reason: null, isFinal: true, warnings: [...read.warnings, ...duplicate] }
}

/** Where the text itself says no date, the source's is better than the file's time. */
function withDate(parsed: ParsedDocument, dated: Reading['dated'], day: string | null): ParsedDocument {
  return dated === null || day === null || parsed.effectiveAt.origin !== 'file-time' ? parsed : { ...parsed, effectiveAt: { date: day, origin: dated } }
}

/** Gives displaced documents the identities that the catalogue has given them. */
async function renameDisplaced(tx: Database, displaced: readonly KnownDocument[]): Promise<void> {
  if (displaced.length === 0) return
  await tx.execute(sql`update document d set identity = displaced.identity
    from unnest(${textArray(displaced.map(({ id }) => id))}, ${textArray(displaced.map(({ identity }) => identity))}) as displaced(id, identity) where d.id = displaced.id`)
}

async function markRemoved(tx: Database, documentIds: readonly string[]): Promise<void> {
  await tx.execute(sql`update document set removed_at = now(), ended_on = null where id = any(${textArray(documentIds)})`)
}

/** Takes documents out that no file of the source is any more. */
export async function removeVanished(database: Database, number: number, documents: readonly KnownDocument[]): Promise<void> {
  for (const batch of batches(documents.map(({ id }) => id), 200)) {
    await database.transaction(async (tx) => {
      await markRemoved(tx, batch)
      await placeEntries(tx, number, batch)
    })
  }
}
