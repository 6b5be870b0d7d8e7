import { sql } from 'drizzle-orm'
import { createId, digest, type RevisionId } from '@/lib/foundation'
import { rows, schema, textArray, type Database } from '@/lib/database'
import type { ParsedDocument } from '@/lib/documents'
import type { KnownDocument } from './catalogue'
import { readWith } from './configuration'
import { readPassages } from './read-version'

/** One version of a file, read and given to a document. */
export interface ReadVersion {
  readonly document: KnownDocument
  readonly parsed: ParsedDocument
  readonly sourcePath: string
  readonly scope: string
  readonly project: string | null
  readonly localOnly: boolean
  /** The day the source says this version came into force; null for the file as it is. */
  readonly inForceFrom: string | null
  /** Versions come in the order of a repository's commits: a text that comes back is a revision again. */
  readonly inOrder: boolean
  readonly modifiedAt: Date
}

interface NewRevision {
  readonly id: RevisionId
  readonly version: ReadVersion
  readonly contentDigest: string
}

/**
 * Stores documents, and a revision where the digest differs from the document's last, with sections and passages for
 * this reading. Order is the order in which the versions came into force. One transaction, bulk statements.
 */
export async function storeVersions(tx: Database, sourceId: string, versions: readonly ReadVersion[]): Promise<ReadonlyMap<ReadVersion, RevisionId>> {
  await storeDocuments(tx, sourceId, versions)
  const stored = new Map<ReadVersion, RevisionId>()
  const toRead: NewRevision[] = []
  for (const version of versions) {
    const contentDigest = digest(version.parsed.text)
    const { document } = version
    if (document.latest?.digest === contentDigest || (version.inForceFrom !== null && !version.inOrder && (await knows(tx, document.id, contentDigest)))) {
      const id = document.latest?.digest === contentDigest ? document.latest.id : null
      if (id === null) continue
      await updateReading(tx, id, version)
      stored.set(version, id)
      toRead.push({ id, version, contentDigest })
      continue
    }
    const id = await addRevision(tx, version, contentDigest)
    stored.set(version, id)
    toRead.push({ id, version, contentDigest })
  }
  await storeReadings(tx, toRead)
  return stored
}

async function storeDocuments(tx: Database, sourceId: string, versions: readonly ReadVersion[]): Promise<void> {
  const documents = new Map(versions.map(({ document, scope }) => [document, scope] as const))
  for (const [document, scope] of documents) {
    document.scope = scope
    await tx.execute(sql`insert into document (id, source_id, identity, path, scope) values (${document.id}, ${sourceId}, ${document.identity}, ${document.path}, ${scope})
      on conflict (id) do update set identity = excluded.identity, path = excluded.path, scope = excluded.scope, removed_at = null`)
    document.isNew = false
  }
}

async function knows(tx: Database, documentId: string, contentDigest: string): Promise<boolean> {
  return (await rows(tx, sql`select 1 from revision where document_id = ${documentId} and content_digest = ${contentDigest} limit 1`)).length > 0
}

function readingColumns({ parsed, project, scope, localOnly, sourcePath }: ReadVersion) {
  return {
    sourcePath, scope, localOnly,
    title: parsed.title, kind: parsed.kind, project: parsed.project ?? project, status: parsed.status,
    effectiveAt: parsed.effectiveAt.date, effectiveOrigin: parsed.effectiveAt.origin,
    declaredId: parsed.declaredId, tags: [...parsed.tags], aliases: [...parsed.aliases], links: parsed.links,
    supersedes: [...parsed.supersedes], supersededBy: [...parsed.supersededBy], language: parsed.language, warnings: parsed.warnings,
  }
}

/** The same text read by a newer parser or under changed folder rules. */
async function updateReading(tx: Database, id: RevisionId, version: ReadVersion): Promise<void> {
  await tx.update(schema.revision).set(readingColumns(version)).where(sql`id = ${id}`)
}

async function addRevision(tx: Database, version: ReadVersion, contentDigest: string): Promise<RevisionId> {
  const { document, parsed } = version
  const id = createId('rev')
  const number = (document.latest?.number ?? 0) + 1
  const inForceFrom = decideInForceFrom(version)
  await tx.insert(schema.content).values({ digest: contentDigest, text: parsed.text, byteLength: Buffer.byteLength(parsed.text) })
    .onConflictDoUpdate({ target: schema.content.digest, set: { text: parsed.text, purgedAt: null } })
  await tx.execute(sql`update revision set in_force_to = ${inForceFrom} where document_id = ${document.id} and in_force_to is null`)
  await tx.insert(schema.revision).values({ id, documentId: document.id, number, contentDigest, inForceFrom, ...readingColumns(version) })
  document.latest = { id, number, digest: contentDigest, inForceFrom }
  return id
}

/** A later revision never comes into force before the one it follows. */
function decideInForceFrom({ document, parsed, inForceFrom, modifiedAt }: ReadVersion): string {
  if (inForceFrom !== null) return inForceFrom
  const { date, origin } = parsed.effectiveAt
  const previous = document.latest?.inForceFrom ?? null
  if (previous === null) return date
  if (origin !== 'file-time' && date > previous) return date
  const modified = modifiedAt.toISOString().slice(0, 10)
  return modified > previous ? modified : previous
}

/** Stores the sections and passages of revisions that have none of this reading yet. */
export async function storeReadings(tx: Database, revisions: readonly { readonly id: RevisionId; readonly version: Pick<ReadVersion, 'parsed'> }[]): Promise<void> {
  if (revisions.length === 0) return
  const stamp = readWith()
  const read = new Set((await rows<{ id: string }>(tx, sql`
    select id from revision r where id = any(${textArray(revisions.map(({ id }) => id))})
      and exists (select 1 from section where revision_id = r.id and read_with = ${stamp})`)).map(({ id }) => id))
  const fresh = revisions.filter(({ id }, at) => !read.has(id) && revisions.findIndex((other) => other.id === id) === at)
  const sections = fresh.flatMap(({ id, version }) => version.parsed.sections.map((section) => ({
    revisionId: id, readWith: stamp, ordinal: section.ordinal, level: section.level, heading: section.heading, headingPath: [...section.headingPath], parent: section.parent,
    startOffset: section.startOffset, endOffset: section.endOffset, startLine: section.startLine, endLine: section.endLine,
  })))
  const passages = fresh.flatMap(({ id, version }) => readPassages(version.parsed).map(({ passage, text, headingPath, indexDigest, length, tokens, terms }) => ({
    revisionId: id, readWith: stamp, section: passage.section, headingPath: [...headingPath], ordinal: passage.ordinal, contentType: passage.contentType,
    startOffset: passage.startOffset, endOffset: passage.endOffset, startLine: passage.startLine, endLine: passage.endLine,
    context: passage.context, text, prefix: passage.prefix, indexedText: passage.indexedText === text ? null : passage.indexedText, indexDigest, length, tokens, terms,
  })))
  // A statement holds at most 65,535 parameters; small ones also keep the database free for searches in between.
  for (const batch of batches(sections, 500)) await tx.insert(schema.section).values(batch)
  for (const batch of batches(passages, 200)) await tx.insert(schema.passage).values(batch).onConflictDoNothing()
}

/** Consecutive slices of at most `size`. */
export function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
