import { sql } from 'drizzle-orm'
import { passageId, type AnswerId, type DocumentId, type PassageId, type RevisionId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { isoMoment, rows, scopeCondition, type Database } from '@/lib/database'
import type { DateOrigin } from '@/lib/documents'
import { generationCondition, heldCondition } from './conditions'

/** Where a passage or a revision comes from and what depends on it, from the file to the citations. */
export interface Lineage {
  /** `location` and the file's state are the owner's to know. */
  readonly source: { readonly id: string; readonly kind: string; readonly location: string | null; readonly sample: boolean; readonly removedAt: string | null }
  readonly file: { readonly path: string; readonly state: string; readonly digest: string | null } | null
  readonly document: { readonly documentId: DocumentId; readonly title: string; readonly removedAt: string | null }
  readonly revision: {
    readonly revisionId: RevisionId
    readonly revision: number
    readonly sourcePath: string
    readonly contentDigest: string
    readonly byteLength: number
    readonly effectiveAt: string
    readonly effectiveOrigin: DateOrigin
    readonly inForceFrom: string
    readonly inForceTo: string | null
    readonly firstSeenAt: string
    readonly purgedAt: string | null
  }
  readonly section: { readonly ordinal: number; readonly headingPath: readonly string[]; readonly startLine: number; readonly endLine: number; readonly startOffset: number; readonly endOffset: number } | null
  /** Null where the lineage of a whole revision was asked for. */
  readonly passage: (PassagePlace & { readonly readWith: string; readonly indexDigest: string; readonly terms: number; readonly tokens: number }) | null
  /** The revision's passages in document order. */
  readonly passages: readonly PassagePlace[]
  /** Models that have embedded the passage's text. */
  readonly embeddings: readonly { readonly model: string; readonly version: string; readonly dimensions: number }[]
  /** Index generations that hold the passage (or a passage of the revision), oldest first. */
  readonly generations: readonly { readonly number: number; readonly state: string; readonly mode: string; readonly fingerprint: string; readonly activatedAt: string | null }[]
  /** Answers that cite the passage (or the revision): all of them for the owner, else the one asked about. */
  readonly citations: readonly CitationOrigin[]
}

export interface PassagePlace {
  readonly id: PassageId
  readonly ordinal: number
  readonly startLine: number
  readonly endLine: number
  readonly startOffset: number
  readonly endOffset: number
}

export interface CitationOrigin {
  readonly answerId: AnswerId
  readonly revision: number
  readonly number: number
  readonly claimId: string
  readonly generation: number
  readonly startOffset: number
  readonly endOffset: number
}

export type LineageTarget =
  | { readonly kind: 'passage'; readonly passage: PassageId }
  /** `revision` null: the newest that may be seen. */
  | { readonly kind: 'revision'; readonly documentId: DocumentId; readonly revision: number | null }

/**
 * The chain source → file → revision → section → passage → embeddings → generations → citations. Null where there is no
 * such passage or revision for this identity. Of answers a reader who is not the owner sees the one of `through` only.
 */
export async function readLineage(database: Database, identity: Identity, target: LineageTarget, through: { readonly answerId: AnswerId; readonly revision: number } | null = null): Promise<Lineage | null> {
  const asked = target.kind === 'passage' ? await findPassage(database, target.passage) : null
  if (target.kind === 'passage' && asked === null) return null
  const isOwner = identity.scopes === 'all'
  const visible = isOwner ? sql`true` : sql`${heldCondition} and ${scopeCondition(identity, sql`d.scope`)} and ${scopeCondition(identity, sql`r.scope`)}`
  const wanted = target.kind === 'passage'
    ? sql`r.id = (select revision_id from passage where id = ${asked})`
    : sql`d.id = ${target.documentId} and (${target.revision}::int is null or r.number = ${target.revision}::int)`
  const [row] = await rows<{ source: Lineage['source']; document: Lineage['document']; revision: Lineage['revision']; file: Lineage['file'] }>(database, sql`
    select json_build_object('id', s.id, 'kind', s.kind, 'location', ${isOwner ? sql`s.location` : sql`null`}, 'sample', s.sample, 'removedAt', ${isoMoment(sql`s.removed_at`)}) as source,
      json_build_object('documentId', d.id, 'title', r.title, 'removedAt', ${isoMoment(sql`d.removed_at`)}) as document,
      json_build_object('revisionId', r.id, 'revision', r.number, 'sourcePath', r.source_path, 'contentDigest', r.content_digest, 'byteLength', c.byte_length, 'effectiveAt', r.effective_at::text, 'effectiveOrigin', r.effective_origin,
        'inForceFrom', r.in_force_from::text, 'inForceTo', r.in_force_to::text, 'firstSeenAt', ${isoMoment(sql`r.first_seen_at`)}, 'purgedAt', ${isoMoment(sql`c.purged_at`)}) as revision,
      case when ${isOwner} and f.path is not null then json_build_object('path', f.path, 'state', f.state, 'digest', f.digest) end as file
    from revision r join document d on d.id = r.document_id join source s on s.id = d.source_id join content c on c.digest = r.content_digest
    left join source_file f on f.source_id = d.source_id and f.path = d.path
    where ${wanted} and ${visible} order by r.number desc limit 1`)
  if (row === undefined) return null
  const ofPassages = asked !== null ? sql`p.id = ${asked}` : sql`p.revision_id = ${row.revision.revisionId}`
  const passages = (await rows<Omit<PassagePlace, 'id'> & { readWith: string }>(database, sql`
    select ordinal, start_line as "startLine", end_line as "endLine", start_offset as "startOffset", end_offset as "endOffset", read_with as "readWith" from passage p
    where revision_id = ${row.revision.revisionId} and read_with = coalesce((select read_with from passage where id = ${asked}::int), (select read_with from revision where id = ${row.revision.revisionId})) order by ordinal`))
    .map(({ readWith, ...place }): PassagePlace => ({ id: passageId(row.revision.revisionId, place.ordinal, readWith), ...place }))
  const own = asked === null ? null : await readPassage(database, asked)
  return {
    ...row, passages, section: own?.section ?? null,
    passage: own === null ? null : { ...own.place, id: passageId(row.revision.revisionId, own.place.ordinal, own.place.readWith) },
    embeddings: await rows(database, sql`
      select distinct m.name as model, m.version, m.dimensions from passage p join embedding v on v.index_digest = p.index_digest join embedding_model m on m.id = v.model_id where ${ofPassages} order by 1, 2`),
    generations: await rows(database, sql`
      select g.number, g.state, g.mode, g.fingerprint, ${isoMoment(sql`g.activated_at`)} as "activatedAt" from generation g
      where g.state <> 'building' and exists (select 1 from index_entry e join passage p on p.id = e.passage_id where ${ofPassages} and ${generationCondition(sql`g.number`)}) order by g.number`),
    citations: await rows(database, sql`
      select c.answer_id as "answerId", c.answer_revision as revision, c.number, c.claim_id as "claimId", a.generation, c.start_offset as "startOffset", c.end_offset as "endOffset"
      from answer_citation c join passage p on p.id = c.passage_id join answer_revision a on a.answer_id = c.answer_id and a.revision = c.answer_revision
      where ${ofPassages} and (${isOwner} or (c.answer_id = ${through?.answerId ?? null} and c.answer_revision = ${through?.revision ?? null}::int)) order by a.created_at, c.number, c.claim_id`),
  }
}

async function findPassage(database: Database, id: PassageId): Promise<number | null> {
  const [, revision, ordinal] = /^psg_([0-9a-z]+)_(\d{1,9})_/.exec(id) ?? []
  if (revision === undefined || ordinal === undefined) return null
  const revisionId: RevisionId = `rev_${revision}`
  const found = await rows<{ id: number; readWith: string }>(database, sql`select id, read_with as "readWith" from passage where revision_id = ${revisionId} and ordinal = ${Number(ordinal)}`)
  return found.find(({ readWith }) => passageId(revisionId, Number(ordinal), readWith) === id)?.id ?? null
}

async function readPassage(database: Database, id: number): Promise<{ readonly place: Omit<NonNullable<Lineage['passage']>, 'id'>; readonly section: Lineage['section'] } | null> {
  const [row] = await rows<{ place: Omit<NonNullable<Lineage['passage']>, 'id'>; section: Lineage['section'] }>(database, sql`
    select json_build_object('ordinal', p.ordinal, 'startLine', p.start_line, 'endLine', p.end_line, 'startOffset', p.start_offset, 'endOffset', p.end_offset,
        'readWith', p.read_with, 'indexDigest', p.index_digest, 'terms', p.length, 'tokens', p.tokens) as place,
      case when s.ordinal is not null then json_build_object('ordinal', s.ordinal, 'headingPath', s.heading_path, 'startLine', s.start_line, 'endLine', s.end_line, 'startOffset', s.start_offset, 'endOffset', s.end_offset) end as section
    from passage p left join section s on s.revision_id = p.revision_id and s.read_with = p.read_with and s.ordinal = p.section where p.id = ${id}`)
  return row ?? null
}

/** The passage that a citation of an answer refers to; null when the answer has no such citation. Who may see the answer is the caller's to ask. */
export async function findCitedPassage(database: Database, answerId: AnswerId, revision: number, number: number): Promise<PassageId | null> {
  const [row] = await rows<{ revisionId: RevisionId; ordinal: number; readWith: string }>(database, sql`
    select p.revision_id as "revisionId", p.ordinal, p.read_with as "readWith" from answer_citation c join passage p on p.id = c.passage_id
    where c.answer_id = ${answerId} and c.answer_revision = ${revision} and c.number = ${number} limit 1`)
  return row === undefined ? null : passageId(row.revisionId, row.ordinal, row.readWith)
}
