import { sql, type SQL } from 'drizzle-orm'
import type { Identity } from '@/lib/access'
import { anyScopeCondition, rows, scopeCondition, textArray, type Database } from '@/lib/database'
import type { DateOrigin, DocumentKind, DocumentStatus } from '@/lib/documents'
import type { DocumentId, RevisionId } from '@/lib/foundation'
import { activeGeneration, generationCondition } from '@/lib/indexing'
import { ofExtremeDay, pickChangelogReleases } from './search-changelogs'
import type { RetrievalServices } from './retrieve'
import type { SearchFilters } from './search'
import { findNamedDocuments } from './search-names'
import { entryCondition, supersededFor } from './search-visible'
import { readTelling } from './store-telling'
import type { RankedPassage } from './to-result'

/** What documents must be, by what the index holds of them; null: whatever. */
export interface DocumentConditions {
  readonly kind: DocumentKind | null
  /** Of decisions: those that their id, title, path or folder names RFC, or the others. */
  readonly series: 'rfc' | 'record' | null
  /** A project, or the product in a release's title. */
  readonly of: string | null
  readonly status: DocumentStatus | null
  /** ISO dates, both included. */
  readonly from: string | null
  readonly to: string | null
  /** What is dated: the document itself, or the one that replaces it. */
  readonly dated: 'itself' | 'successor'
  /** The document that goes by a name such as "DEC-0054", or those that stand in a relation to it; null: whatever its name. */
  readonly named: { readonly name: string; readonly relation: 'replaces' | 'is-replaced-by' | null } | null
  /** Of those that meet the rest and are dated by more than their file's time, the ones of the first or the last day. */
  readonly pick: 'earliest' | 'latest' | null
}

/** What replaces a document; its date is null where nothing but its file's time tells one. */
export interface Successor {
  readonly title: string
  readonly effectiveAt: string | null
}

export interface ListedDocument {
  readonly documentId: DocumentId
  readonly revisionId: RevisionId
  readonly title: string
  readonly effectiveAt: string
  readonly effectiveOrigin: DateOrigin
  /** Superseded where something replaces it that the reader may see. */
  readonly status: DocumentStatus | null
  /** What replaces it, where the reader may see that. */
  readonly successor: Successor | null
  /** Those to cite it by, the most telling first. */
  readonly passages: readonly RankedPassage[]
}

export interface DocumentList {
  readonly generation: number
  readonly mode: 'hybrid' | 'lexical-only'
  /** All that match, of which `documents` holds the earliest. */
  readonly total: number
  readonly documents: readonly ListedDocument[]
  /** Of those that match: dated by nothing but their file's time. */
  readonly datedByFile: number
  /** Superseded by what names no document, so that nothing says when; only where successors are dated. */
  readonly undated: number
  /** Titles of documents that each list several releases and are therefore not among those that match; only where releases are asked for. */
  readonly changelogs: readonly string[]
}

const mostListed = 200

/**
 * Documents whose records meet the conditions and the filters, by date, each once with passages to cite: the current
 * revision, superseded documents included, or the one in force on the filters' `asOf`. Nothing that the identity may not
 * see changes anything but the generation's number. Documents without text are not in the index. Null before the first index.
 */
export async function listDocuments(identity: Identity, conditions: DocumentConditions, filters: SearchFilters, { database }: RetrievalServices): Promise<DocumentList | null> {
  const generation = await activeGeneration(database)
  if (generation === null) return null
  const view: View = { database, generation: generation.number, identity, asOf: filters.asOf ?? null }
  const seen = sql`${entryCondition(view.generation, identity, { ...filters, history: true })} and ${filters.asOf === undefined ? sql`e.current` : sql`true`}`
  const isNamed = await whoseName(view, conditions)
  const [found, undated, changelogs, listed] = await Promise.all([
    readDocuments(view, sql`${seen} and ${isNamed} and ${whatIsAsked(view, conditions)} and ${whenItIs(view, conditions)}`, conditions),
    conditions.dated === 'successor' ? countUndated(view, sql`${seen} and ${whatIsAsked(view, conditions)}`) : 0,
    conditions.kind === 'release' && conditions.pick === null ? readChangelogs(view, seen, conditions) : [],
    conditions.kind === 'release' && conditions.pick !== null && conditions.status === null ? pickChangelogReleases(view, seen, isChangelogOf(conditions), conditions) : { total: 0, picked: [] },
  ])
  const passages = await readTelling(view, found.map(({ revisionId }) => revisionId), conditions)
  const documents = found.map(({ documentId, revisionId, title, effectiveAt, effectiveOrigin, status, successorTitle, successorDate }) => ({
    documentId, revisionId, title, effectiveAt, effectiveOrigin, status, passages: passages.get(revisionId) ?? [],
    successor: successorTitle === null ? null : { title: successorTitle, effectiveAt: successorDate },
  }))
  return {
    generation: view.generation, mode: generation.mode, total: (found[0]?.total ?? 0) + listed.total, datedByFile: found[0]?.datedByFile ?? 0, undated, changelogs,
    documents: conditions.pick === null ? documents : ofExtremeDay([...documents, ...listed.picked], conditions.pick),
  }
}

interface View {
  readonly database: Database
  readonly generation: number
  readonly identity: Identity
  readonly asOf: string | null
}

const changelogPath = '(^|/)(change-?log|changes|history|release[-_ ]?notes|news)[.][a-z]+$'
const changelogTitle = '^(changelog|release notes)'
const isChangelog = sql`(held.source_path ~* ${changelogPath} or held.title ~* ${changelogTitle})`
const ofRevision = (condition: SQL) => sql`exists (select 1 from revision held join document home on home.id = held.document_id join source origin on origin.id = home.source_id where held.id = e.revision_id and ${condition})`
const isRfc = ofRevision(sql`(held.declared_id ~* '^rfc' or held.title ~* '^rfc[-_ #]*[0-9]' or held.source_path ~* '(^|/)rfcs?[-_/ 0-9]' or origin.location ~* '(^|[^a-z])rfcs?/*$')`)

function whatIsAsked(view: View, { kind, series, of, status }: DocumentConditions): SQL {
  const asked: SQL[] = [sql`true`]
  if (kind !== null) asked.push(sql`e.kind = ${kind}`)
  if (kind === 'release') asked.push(sql`not ${ofRevision(isChangelog)}`)
  if (series !== null) asked.push(series === 'rfc' ? isRfc : sql`not ${isRfc}`)
  if (of !== null) asked.push(sql`(lower(e.project) = lower(${of}) or (e.kind = 'release' and ${ofRevision(sql`held.title ~* ${`(^|[^[:alnum:]_-])${escaped(of)}($|[^[:alnum:]_-])`}`)}))`)
  // What another document replaces is superseded, whatever its own status line still says.
  if (status !== null) asked.push(sql`(case when ${isSuperseded(view)} then 'superseded' else e.status end) = ${status}`)
  return sql.join(asked, sql` and `)
}

/** Which documents a name means, or stand in the relation to it: the successor that a reader may not see replaces nothing. */
async function whoseName(view: View, { named }: DocumentConditions): Promise<SQL> {
  if (named === null) return sql`true`
  const ids = await findNamedDocuments(view, named.name)
  const isOne = (column: SQL) => sql`${column} = any(${textArray(ids)})`
  switch (named.relation) {
    case null: return isOne(sql`e.document_id`)
    case 'is-replaced-by': return sql`exists (select 1 from unnest(e.successor_ids, e.successor_scopes) as by(id, scope) where ${isOne(sql`by.id`)} and ${scopeCondition(view.identity, sql`by.scope`)})`
    case 'replaces': return sql`e.document_id in (select by.id from (
      select e.* from index_entry e where ${isOne(sql`e.document_id`)} and e.current and ${generationCondition(sql`${view.generation}`)} and ${scopeCondition(view.identity, sql`e.scope`)}
    ) old, unnest(old.successor_ids, old.successor_scopes) as by(id, scope) where ${scopeCondition(view.identity, sql`by.scope`)})`
    default: return named.relation satisfies never
  }
}

/** For a regular expression of the database. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (sign) => `[${sign === '^' || sign === '\\' ? `\\${sign}` : sign}]`)
}

function whenItIs(view: View, { from, to, dated }: DocumentConditions): SQL {
  const within = (column: SQL) => sql`(${from}::date is null or ${column} >= ${from}::date) and (${to}::date is null or ${column} <= ${to}::date)`
  return dated === 'itself' ? within(sql`e.effective_at`) : sql`exists (select 1 from ${successorsOf(view)} where ${within(sql`newer.effective_at`)})`
}

function isSuperseded(view: View): SQL {
  const now = sql`(coalesce(e.status = 'superseded', false) or ${supersededFor(view.identity)})`
  return view.asOf === null ? now : sql`(coalesce(e.status = 'superseded', false) or e.superseded or exists (select 1 from ${successorsOf(view)} where newer.effective_at <= ${view.asOf}::date))`
}

/** What replaces entry `e` and the identity may see, as `newer` with its title, the day it counts from, and its date if it has one. */
function successorsOf({ generation, identity }: View): SQL {
  return sql`unnest(e.successor_ids, e.successor_scopes) with ordinality as named(id, scope, place) join lateral (
    select successor.title, ie.effective_at, case when successor.effective_origin <> 'file-time' then ie.effective_at end as dated from (select e.* from index_entry e where e.document_id = named.id and e.current and ${generationCondition(sql`${generation}`)} and ${scopeCondition(identity, sql`e.scope`)} limit 1) ie
    join revision successor on successor.id = ie.revision_id where ${scopeCondition(identity, sql`named.scope`)}) newer on true`
}

interface FoundDocument {
  readonly documentId: DocumentId
  readonly revisionId: RevisionId
  readonly title: string
  readonly effectiveAt: string
  readonly effectiveOrigin: DateOrigin
  readonly status: DocumentStatus | null
  readonly successorTitle: string | null
  readonly successorDate: string | null
  readonly total: number
  readonly datedByFile: number
}

async function readDocuments(view: View, condition: SQL, { pick }: DocumentConditions): Promise<readonly FoundDocument[]> {
  const found = await rows<FoundDocument>(view.database, sql`
    select matching.document_id as "documentId", r.id as "revisionId", r.title, r.effective_at::text as "effectiveAt", r.effective_origin as "effectiveOrigin", matching.status,
      matching."successorTitle", matching."successorDate",
      count(*) over ()::int as total, (count(*) filter (where r.effective_origin = 'file-time') over ())::int as "datedByFile"
    from (
      select distinct on (e.document_id, e.revision_id) e.document_id, e.revision_id, case when ${isSuperseded(view)} then 'superseded' else e.status end as status, shown.title as "successorTitle", shown.dated::text as "successorDate"
      from index_entry e left join lateral (select newer.title, newer.dated from ${successorsOf(view)} order by named.place limit 1) shown on true
      where ${condition} order by e.document_id, e.revision_id
    ) matching join revision r on r.id = matching.revision_id where ${pick === null ? sql`true` : sql`r.effective_origin <> 'file-time'`}
    order by r.effective_at ${pick === 'latest' ? sql`desc` : sql`asc`}, r.source_path, r.id limit ${mostListed}`)
  return pick === null ? found : ofExtremeDay(found, pick)
}

async function countUndated({ database, identity }: View, condition: SQL): Promise<number> {
  const [row] = await rows<{ count: number }>(database, sql`
    select count(distinct e.document_id)::int as count from index_entry e where ${condition} and not ${anyScopeCondition(identity, sql`e.successor_scopes`)}`)
  return row?.count ?? 0
}

function isChangelogOf({ of }: DocumentConditions): SQL {
  const about = of === null ? sql`true` : sql`(lower(e.project) = lower(${of}) or ${ofRevision(sql`position(lower(${of}) in lower(held.title)) > 0`)} or exists (select 1 from passage said where said.id = e.passage_id and position(lower(${of}) in lower(said.text)) > 0))`
  return sql`e.kind = 'release' and ${about} and ${ofRevision(isChangelog)}`
}

async function readChangelogs({ database }: View, seen: SQL, conditions: DocumentConditions): Promise<readonly string[]> {
  const found = await rows<{ title: string }>(database, sql`
    select distinct r.title, r.id from index_entry e join revision r on r.id = e.revision_id where ${seen} and ${isChangelogOf(conditions)} order by r.title, r.id`)
  return found.map(({ title }) => title)
}

