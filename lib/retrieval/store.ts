import { sql } from 'drizzle-orm'
import type { Identity } from '@/lib/access'
import type { DocumentId } from '@/lib/foundation'
import type { ContentType, ContextSpan } from '@/lib/documents'
import { intArray, rows, scopeCondition, textArray, type Database } from '@/lib/database'
import { readPassageTerms, type PassageTerms } from './passage-terms'
import { entryCondition } from './search-visible'
import type { RevisionHead, SearchFilters } from './search'

/** A candidate passage with everything a result shows. */
export interface Candidate extends RevisionHead {
  readonly passage: number
  readonly headingPath: readonly string[]
  readonly current: boolean
  readonly superseded: boolean
  readonly successorId: DocumentId | null
  readonly successorTitle: string | null
  readonly scope: string
  readonly localOnly: boolean
  readonly contentType: ContentType
  readonly startLine: number
  readonly endLine: number
  readonly startOffset: number
  readonly endOffset: number
  readonly context: readonly ContextSpan[]
  readonly text: string
  readonly language: string
  readonly indexDigest: string
  readonly contentDigest: string
  readonly terms: PassageTerms
}

/** Reads candidates under the same condition that found them; a successor is named only where the reader may see it. */
export async function readCandidates(database: Database, generation: number, identity: Identity, filters: SearchFilters, passages: readonly number[]): Promise<ReadonlyMap<number, Candidate>> {
  if (passages.length === 0) return new Map()
  const found = await rows<Omit<Candidate, 'terms'> & { tsvector: string }>(database, sql`
    select e.passage_id as passage, e.document_id as "documentId", e.revision_id as "revisionId", r.number as revision, r.title, e.kind, e.project, e.status,
      e.effective_at::text as "effectiveAt", r.source_path as "sourcePath", p.heading_path as "headingPath", e.current, e.superseded,
      successor.id as "successorId", successor.title as "successorTitle", e.scope, r.local_only as "localOnly", p.content_type as "contentType",
      p.start_line as "startLine", p.end_line as "endLine", p.start_offset as "startOffset", p.end_offset as "endOffset", p.context, p.text, r.language, p.index_digest as "indexDigest", r.content_digest as "contentDigest", p.terms::text as tsvector
    from index_entry e
    join passage p on p.id = e.passage_id
    join revision r on r.id = e.revision_id
    left join lateral (
      select d.id, latest.title from document d join lateral (select title, scope from revision where document_id = d.id order by number desc limit 1) latest on true
      where d.id = e.successor_id and d.removed_at is null and ${scopeCondition(identity, sql`d.scope`)} and ${scopeCondition(identity, sql`latest.scope`)}
    ) successor on true
    where e.passage_id = any(${intArray(passages)}) and ${entryCondition(generation, identity, filters)}`)
  return new Map(found.map(({ tsvector, ...row }) => [row.passage, { ...row, terms: readPassageTerms(tsvector) }]))
}

/** The texts of the candidates' context spans, by passage; only whole documents hold them, so they are read for what is shown alone. */
export async function readContexts(database: Database, candidates: readonly Candidate[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const having = candidates.filter(({ context }) => context.length > 0)
  if (having.length === 0) return new Map()
  const texts = new Map((await rows<{ digest: string; text: string | null }>(database, sql`
    select digest, text from content where digest = any(${textArray([...new Set(having.map(({ contentDigest }) => contentDigest))])})`)).map(({ digest, text }) => [digest, text ?? '']))
  return new Map(having.map(({ passage, context, contentDigest }) => [passage, context.map(({ startOffset, endOffset }) => (texts.get(contentDigest) ?? '').slice(startOffset, endOffset))]))
}

/** Languages of the documents in view, most common first, at most six: a query is stemmed in each. */
export async function readLanguages(database: Database, generation: number, identity: Identity): Promise<readonly string[]> {
  const found = await rows<{ language: string }>(database, sql`
    select r.language, count(*)::int as count from revision r
    where r.id in (select distinct e.revision_id from index_entry e where ${entryCondition(generation, identity, {})}) and r.language <> 'und'
    group by r.language order by count desc, r.language limit 6`)
  return found.length === 0 ? ['en'] : found.map(({ language }) => language)
}

/** Ids of a revision's passages in document order, under the same conditions as a search. */
export async function readPassagesOf(database: Database, generation: number, identity: Identity, filters: SearchFilters, revisionId: string): Promise<readonly number[]> {
  return (await rows<{ id: number }>(database, sql`
    select e.passage_id as id from index_entry e join passage p on p.id = e.passage_id
    where e.revision_id = ${revisionId} and ${entryCondition(generation, identity, filters)} order by p.ordinal`)).map(({ id }) => id)
}

/** The passages in view of these revisions, in document order. */
export async function readPassagesIn(database: Database, generation: number, identity: Identity, filters: SearchFilters, revisionIds: readonly string[], limit: number): Promise<readonly number[]> {
  if (revisionIds.length === 0) return []
  return (await rows<{ id: number }>(database, sql`
    select e.passage_id as id from index_entry e join passage p on p.id = e.passage_id
    where e.revision_id = any(${textArray(revisionIds)}) and ${entryCondition(generation, identity, filters)} order by e.revision_id, p.ordinal limit ${limit}`)).map(({ id }) => id)
}
