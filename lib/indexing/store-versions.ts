import { sql } from 'drizzle-orm'
import { createId, type RevisionId } from '@/lib/foundation'
import { rows, schema, textArray, type Database } from '@/lib/database'
import type { ParsedDocument } from '@/lib/documents'
import type { KnownDocument } from './catalogue'
import { readingOf } from './configuration'
import type { ReadText } from './read-text'

/** One version of a file, read and given to a document. */
export interface ReadVersion {
  readonly document: KnownDocument
  readonly text: ReadText
  /** The text's own, with the date that holds here. */
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
  readonly number: number
  readonly inForceFrom: string
  readonly stamp: string
  /** The day the next version of this batch came into force; null when there is none. */
  inForceTo: string | null
  readonly version: ReadVersion
}

/**
 * Stores documents, and a revision where the digest differs from the document's last, with sections and passages for
 * this reading. Order is the order in which the versions came into force. One transaction, bulk statements.
 */
export async function storeVersions(tx: Database, sourceId: string, versions: readonly ReadVersion[]): Promise<ReadonlyMap<ReadVersion, RevisionId>> {
  await storeDocuments(tx, sourceId, versions)
  const stored = new Map<ReadVersion, RevisionId>()
  const added: NewRevision[] = []
  const readAgain: ReadVersion[] = []
  for (const version of versions) {
    const { document, text: { contentDigest } } = version
    if (document.latest?.digest === contentDigest) {
      stored.set(version, document.latest.id)
      readAgain.push(version)
      continue
    }
    if (version.inForceFrom !== null && !version.inOrder && (await knows(tx, added, document.id, contentDigest))) continue
    const revision = followOn(version, added.findLast((other) => other.version.document === document) ?? null)
    added.push(revision)
    stored.set(version, revision.id)
  }
  await storeRevisions(tx, added)
  for (const version of readAgain) await updateReading(tx, stored.get(version) ?? '', version)
  await storeReadings(tx, [...stored].map(([version, id]) => ({ id, text: version.text })), new Map(added.map(({ id, stamp }) => [id, stamp])))
  return stored
}

async function storeDocuments(tx: Database, sourceId: string, versions: readonly ReadVersion[]): Promise<void> {
  const documents = new Map(versions.map(({ document, scope }) => [document, scope] as const))
  for (const [document, scope] of documents) document.scope = scope
  const all = [...documents.keys()]
  await tx.execute(sql`insert into document (id, source_id, identity, path, scope)
    select id, ${sourceId}, identity, path, scope
    from unnest(${textArray(all.map(({ id }) => id))}, ${textArray(all.map(({ identity }) => identity))}, ${textArray(all.map(({ path }) => path))}, ${textArray(all.map(({ scope }) => scope))}) as read(id, identity, path, scope)
    on conflict (id) do update set identity = excluded.identity, path = excluded.path, scope = excluded.scope, removed_at = null, ended_on = null`)
}

async function knows(tx: Database, added: readonly NewRevision[], documentId: string, contentDigest: string): Promise<boolean> {
  if (added.some(({ version }) => version.document.id === documentId && version.text.contentDigest === contentDigest)) return true
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
async function updateReading(tx: Database, id: string, version: ReadVersion): Promise<void> {
  await tx.update(schema.revision).set(readingColumns(version)).where(sql`id = ${id}`)
}

/** The document's next revision; `before` is its last of this batch. */
function followOn(version: ReadVersion, before: NewRevision | null): NewRevision {
  const { document, text: { contentDigest } } = version
  const revision: NewRevision = { id: createId('rev'), number: (document.latest?.number ?? 0) + 1, inForceFrom: decideInForceFrom(version), stamp: readingOf(version.text.parsed), inForceTo: null, version }
  if (before !== null) before.inForceTo = revision.inForceFrom
  document.latest = { id: revision.id, number: revision.number, digest: contentDigest, inForceFrom: revision.inForceFrom }
  return revision
}

async function storeRevisions(tx: Database, added: readonly NewRevision[]): Promise<void> {
  if (added.length === 0) return
  const contents = new Map(added.map(({ version: { text: { contentDigest, byteLength, parsed } } }) => [contentDigest, { digest: contentDigest, text: parsed.text, byteLength }]))
  await tx.insert(schema.content).values([...contents.values()])
    .onConflictDoUpdate({ target: schema.content.digest, set: { text: sql`excluded.text`, purgedAt: null } })
  const firsts = [...new Map(added.toReversed().map((revision) => [revision.version.document.id, revision]))].flatMap(([id, { number, inForceFrom }]) => (number > 1 ? [[id, inForceFrom] as const] : []))
  if (firsts.length > 0) await tx.execute(sql`update revision set in_force_to = next.day::date
    from unnest(${textArray(firsts.map(([id]) => id))}, ${textArray(firsts.map(([, day]) => day))}) as next(document_id, day)
    where revision.document_id = next.document_id and revision.in_force_to is null`)
  await tx.insert(schema.revision).values(added.map(({ id, number, inForceFrom, stamp, inForceTo, version }) => ({
    id, readWith: stamp, documentId: version.document.id, number, contentDigest: version.text.contentDigest, inForceFrom, inForceTo, ...readingColumns(version),
  })))
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

/**
 * Makes these readings the ones in force of their revisions (of several for one revision the last) and stores the
 * sections and passages of those that are not there yet. `added`: revisions that were stored with this reading just now.
 */
export async function storeReadings(tx: Database, revisions: readonly { readonly id: RevisionId; readonly text: Pick<ReadText, 'parsed' | 'passages'> }[], added: ReadonlyMap<RevisionId, string> = new Map()): Promise<void> {
  if (revisions.length === 0) return
  const readings = [...new Map(revisions.map(({ id, text }) => [id, { id, text, stamp: readingOf(text.parsed) }])).values()]
  const isAdded = ({ id, stamp }: FreshReading) => added.get(id) === stamp
  const missing = await findUnstored(tx, readings.filter((reading) => !isAdded(reading)))
  await insertReadings(tx, readings.filter((reading) => isAdded(reading) || missing.has(reading.id)))
}

/** Puts readings in force of revisions that were there before, and tells which of them are not stored whole. */
async function findUnstored(tx: Database, readings: readonly FreshReading[]): Promise<ReadonlySet<RevisionId>> {
  if (readings.length === 0) return new Set()
  const wanted = sql`unnest(${textArray(readings.map(({ id }) => id))}, ${textArray(readings.map(({ stamp }) => stamp))}) as wanted(id, stamp)`
  await tx.execute(sql`update revision set read_with = wanted.stamp from ${wanted} where revision.id = wanted.id and revision.read_with is distinct from wanted.stamp`)
  // Of an older reading that comes back, only what is cited may be left.
  const stored = new Map((await rows<{ id: string; passages: number }>(tx, sql`
    select wanted.id, (select count(*)::int from passage p where p.revision_id = wanted.id and p.read_with = wanted.stamp) as passages
    from ${wanted} where exists (select 1 from section s where s.revision_id = wanted.id and s.read_with = wanted.stamp)`)).map(({ id, passages }) => [id, passages]))
  return new Set(readings.filter(({ id, text }) => stored.get(id) !== text.passages.length).map(({ id }) => id))
}

async function insertReadings(tx: Database, fresh: readonly FreshReading[]): Promise<void> {
  // Small statements keep the database free for searches in between.
  for (const batch of batches(fresh.flatMap(sectionRows), 500)) {
    await tx.execute(sql`insert into section (${sectionColumns}) select ${sectionColumns} from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
      as read(revision_id text, read_with text, ordinal int, level smallint, heading text, heading_path text[], parent int, start_offset int, end_offset int, start_line int, end_line int) on conflict do nothing`)
  }
  for (const batch of batches(fresh.flatMap(passageRows), 200)) {
    await tx.execute(sql`insert into passage (${passageColumns}) select ${passageColumns} from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
      as read(revision_id text, read_with text, section int, heading_path text[], ordinal int, content_type text, start_offset int, end_offset int, start_line int, end_line int,
        context jsonb, text text, prefix text, indexed_text text, index_digest text, length int, tokens int, terms tsvector) on conflict do nothing`)
  }
}

// One JSON parameter a statement: with one parameter a value, serialising them took longer than storing them.
const sectionColumns = sql.raw('revision_id, read_with, ordinal, level, heading, heading_path, parent, start_offset, end_offset, start_line, end_line')
const passageColumns = sql.raw('revision_id, read_with, section, heading_path, ordinal, content_type, start_offset, end_offset, start_line, end_line, context, text, prefix, indexed_text, index_digest, length, tokens, terms')

interface FreshReading {
  readonly id: RevisionId
  readonly stamp: string
  readonly text: Pick<ReadText, 'parsed' | 'passages'>
}

function sectionRows({ id, stamp, text: { parsed } }: FreshReading) {
  return parsed.sections.map(({ ordinal, level, heading, headingPath, parent, startOffset, endOffset, startLine, endLine }) => ({
    revision_id: id, read_with: stamp, ordinal, level, heading, heading_path: headingPath, parent, start_offset: startOffset, end_offset: endOffset, start_line: startLine, end_line: endLine,
  }))
}

function passageRows({ id, stamp, text: { passages } }: FreshReading) {
  return passages.map(({ passage, text, headingPath, indexDigest, length, tokens, terms }) => ({
    revision_id: id, read_with: stamp, section: passage.section, heading_path: headingPath, ordinal: passage.ordinal, content_type: passage.contentType,
    start_offset: passage.startOffset, end_offset: passage.endOffset, start_line: passage.startLine, end_line: passage.endLine,
    context: passage.context, text, prefix: passage.prefix, indexed_text: passage.indexedText === text ? null : passage.indexedText, index_digest: indexDigest, length, tokens, terms,
  }))
}

/** Consecutive slices of at most `size`. */
export function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
