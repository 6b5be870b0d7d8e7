import { sql } from 'drizzle-orm'
import type { Identity } from '@/lib/access'
import { passageId, type DocumentId, type PassageId } from '@/lib/foundation'
import { intArray, rows, scopeCondition, textArray, type Database } from '@/lib/database'
import { readPassageTerms, type PassageTerms } from './passage-terms'
import { readRows } from './store-rows'
import { entryCondition, isNoteHead, supersededFor } from './search-visible'
import type { RevisionHead, SearchFilters } from './search'
import { readStored, type StoredPassage } from './store-passages'

/** A candidate passage with everything a result shows. */
export interface Candidate extends Omit<RevisionHead, 'undated'>, Omit<StoredPassage, 'id' | 'ordinal' | 'readWith' | 'tsvector'> {
  /** The database's own number, which no door shows. */
  readonly passage: number
  readonly passageId: PassageId
  /** Nothing but its file's time tells a date. */
  readonly undated: boolean
  readonly current: boolean
  readonly superseded: boolean
  readonly successorId: DocumentId | null
  readonly successorTitle: string | null
  readonly scope: string
  readonly localOnly: boolean
  readonly language: string
  readonly contentDigest: string
  readonly terms: PassageTerms
}

/** Of a candidate what its entry in a generation, its revision and the reader decide. */
type Entry = Omit<Candidate, keyof StoredPassage | 'passageId' | 'terms'>

/** Reads candidates under the same condition that found them; a successor is named only where the reader may see it. */
export async function readCandidates(database: Database, generation: number, identity: Identity, filters: SearchFilters, passages: readonly number[]): Promise<ReadonlyMap<number, Candidate>> {
  if (passages.length === 0) return new Map()
  const [entries, stored] = await Promise.all([readEntries(database, generation, identity, filters, passages), readStored(database, passages)])
  const byId = new Map(stored.map((passage) => [passage.id, passage]))
  return new Map(entries.flatMap((entry) => {
    const found = byId.get(entry.passage)
    if (found === undefined) return []
    const { id: _id, ordinal, readWith, tsvector, ...passage } = found
    return [[entry.passage, { ...entry, ...passage, passageId: passageId(entry.revisionId, ordinal, readWith), terms: readPassageTerms(tsvector) }]]
  }))
}

async function readEntries(database: Database, generation: number, identity: Identity, filters: SearchFilters, passages: readonly number[]): Promise<readonly Entry[]> {
  // The limits change nothing but the plan: without them all revisions are read to join sixty of them.
  return readRows(database, sql`
    select e.passage_id as passage, e.document_id as "documentId", e.revision_id as "revisionId", r.number as revision, r.title, e.kind, e.project, e.status,
      e.effective_at::text as "effectiveAt", r.effective_origin = 'file-time' as undated, r.source_path as "sourcePath", e.current, ${supersededFor(identity)} as superseded,
      successor.id as "successorId", successor.title as "successorTitle", e.scope, r.local_only as "localOnly", r.language, r.content_digest as "contentDigest"
    from index_entry e
    join lateral (select * from revision where id = e.revision_id limit 1) r on true
    left join lateral (
      select d.id, latest.title from unnest(e.successor_ids, e.successor_scopes) with ordinality as s(id, scope, place) join document d on d.id = s.id
      join lateral (select title, scope from revision where document_id = d.id order by number desc limit 1) latest on true
      where d.removed_at is null and ${scopeCondition(identity, sql`s.scope`)} and ${scopeCondition(identity, sql`d.scope`)} and ${scopeCondition(identity, sql`latest.scope`)}
      order by s.place limit 1
    ) successor on true
    where e.passage_id = any(${intArray(passages)}) and ${entryCondition(generation, identity, filters)}`)
}

/** What a person reads of a passage. */
export interface PassageTexts {
  readonly text: string
  /** Of its context spans, in their order. */
  readonly context: readonly string[]
}

export const noTexts: PassageTexts = { text: '', context: [] }

/** The texts of what is shown, by passage; ranking needs none, and the texts of context spans lie in whole documents. */
export async function readTexts(database: Database, candidates: readonly Candidate[]): Promise<ReadonlyMap<number, PassageTexts>> {
  const [own, contexts] = await Promise.all([
    rows<{ id: number; text: string }>(database, sql`select id, text from passage where id = any(${intArray(candidates.map(({ passage }) => passage))})`),
    readContexts(database, candidates.filter(({ context }) => context.length > 0)),
  ])
  return new Map(own.map(({ id, text }) => [id, { text, context: contexts.get(id) ?? [] }]))
}

async function readContexts(database: Database, having: readonly Candidate[]): Promise<ReadonlyMap<number, readonly string[]>> {
  if (having.length === 0) return new Map()
  const texts = new Map((await rows<{ digest: string; text: string | null }>(database, sql`
    select digest, text from content where digest = any(${textArray([...new Set(having.map(({ contentDigest }) => contentDigest))])})`)).map(({ digest, text }) => [digest, text ?? '']))
  return new Map(having.map(({ passage, context, contentDigest }) => [passage, context.map(({ startOffset, endOffset }) => (texts.get(contentDigest) ?? '').slice(startOffset, endOffset))]))
}

/**
 * Languages of the documents in view, most common first, at most six: a query is stemmed in each. English where none is decided;
 * `und` last, where a document is too short to tell.
 */
export async function readLanguages(database: Database, generation: number, identity: Identity): Promise<readonly string[]> {
  const found = (await rows<{ language: string }>(database, sql`
    select r.language from revision r
    where r.id in (select distinct e.revision_id from index_entry e where ${entryCondition(generation, identity, {})})
    group by r.language order by count(*) desc, r.language`)).map(({ language }) => language)
  const decided = found.filter((language) => language !== 'und').slice(0, 6)
  return [...(decided.length === 0 ? ['en'] : decided), ...(found.includes('und') ? ['und'] : [])]
}

/** Ids of these revisions' passages, each in document order, under the same conditions as a search; `limit` of them at most. */
export async function readPassagesOf(database: Database, generation: number, identity: Identity, filters: SearchFilters, revisionIds: readonly string[], limit: number | null = null): Promise<readonly number[]> {
  if (revisionIds.length === 0) return []
  return (await rows<{ id: number }>(database, sql`
    select e.passage_id as id from passage p join index_entry e on e.passage_id = p.id
    where p.revision_id = any(${textArray(revisionIds)}) and ${entryCondition(generation, identity, filters)} order by e.revision_id, p.ordinal limit ${limit}`)).map(({ id }) => id)
}

/** Ids of the passages that hold the properties at the head of these revisions' notes, under the same conditions as a search. */
export async function readPropertiesOf(database: Database, generation: number, identity: Identity, filters: SearchFilters, revisionIds: readonly string[]): Promise<readonly number[]> {
  if (revisionIds.length === 0) return []
  return (await rows<{ id: number }>(database, sql`
    select e.passage_id as id from passage p join index_entry e on e.passage_id = p.id join revision r on r.id = p.revision_id
    where p.revision_id = any(${textArray(revisionIds)}) and ${isNoteHead} and ${entryCondition(generation, identity, filters)} order by array_position(${textArray(revisionIds)}, p.revision_id), p.ordinal`)).map(({ id }) => id)
}

interface Place {
  readonly revisionId: string
  readonly passage: { readonly startOffset: number; readonly endOffset: number }
}

/**
 * Ids of the tables and lists at most `around` places from a passage in its section, and of the document's lists introduced by a line
 * with one of these words (letters and digits), under the same conditions as a search; in document order, twelve at most.
 */
export async function readBesideOf(database: Database, generation: number, identity: Identity, filters: SearchFilters, { revisionId, passage: { startOffset, endOffset } }: Place, { around, introducedBy }: { readonly around: number; readonly introducedBy: readonly string[] }): Promise<readonly number[]> {
  const introduced = introducedBy.length === 0 ? sql`false` : sql`p.text ~* ${String.raw`\m(?:${introducedBy.join('|')})\M[^\n]*:[*_]*[ \t]*\r?\n\s*(?:[-*+]|\d{1,2}[.)])\s`}`
  return (await rows<{ id: number }>(database, sql`
    select e.passage_id as id from passage best
      join passage p on p.revision_id = best.revision_id and p.read_with = best.read_with and p.id <> best.id
      join index_entry e on e.passage_id = p.id
    where best.revision_id = ${revisionId} and best.start_offset = ${startOffset} and best.end_offset = ${endOffset}
      and ((p.section = best.section and p.content_type in ('table', 'list') and abs(p.ordinal - best.ordinal) <= ${around}) or ${introduced})
      and ${entryCondition(generation, identity, filters)}
    order by p.ordinal limit 12`)).map(({ id }) => id)
}
