import { sql } from 'drizzle-orm'
import type { DocumentId, RevisionId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { rows, scopeCondition, textArray, type Database } from '@/lib/database'
import type { Link, NamedDocument, Section } from '@/lib/documents'
import type { LinkedDocument } from './runtime'

/** Links as revisions hold them; what was stored before links told their form has none. */
type StoredLink = Omit<Link, 'form'> & { readonly form?: Link['form'] }

/** The current revision of a document that is there, with its names and links. */
export interface LinkingDocument extends NamedDocument {
  readonly id: DocumentId
  readonly revisionId: RevisionId
  readonly links: readonly Link[]
}

/** Whose index this is and whether its documents stay as they are until the next generation. */
export async function readLinkStamp(database: Database): Promise<{ readonly active: number | null; readonly building: boolean }> {
  const [row] = await rows<{ active: number | null; building: boolean }>(database, sql`
    select max(number) filter (where state = 'active')::int as active, coalesce(bool_or(state = 'building'), false) as building from generation`)
  return row ?? { active: null, building: false }
}

/** What an identity may see of a source: every document's current revision, in a stable order. */
export async function readLinkingDocuments(database: Database, identity: Identity, sourceId: string): Promise<readonly LinkingDocument[]> {
  const found = await rows<Omit<LinkingDocument, 'links'> & { links: readonly StoredLink[] }>(database, sql`
    select d.id, r.id as "revisionId", d.path, r.title, r.declared_id as "declaredId", r.aliases, r.links
    from document d join revision r on r.document_id = d.id and r.number = (select max(number) from revision where document_id = d.id)
    where d.source_id = ${sourceId} and d.removed_at is null and ${scopeCondition(identity, sql`d.scope`)} and ${scopeCondition(identity, sql`r.scope`)} order by d.id`)
  return found.map((document) => ({ ...document, links: document.links.map(withForm) }))
}

/** The links of one revision and where they are looked up from. */
export async function readLinksOf(database: Database, revisionId: RevisionId): Promise<{ readonly sourceId: string; readonly path: string; readonly links: readonly Link[] }> {
  const [row] = await rows<{ sourceId: string; path: string; links: readonly StoredLink[] }>(database, sql`
    select d.source_id as "sourceId", d.path, r.links from revision r join document d on d.id = r.document_id where r.id = ${revisionId}`)
  return row === undefined ? { sourceId: '', path: '', links: [] } : { ...row, links: row.links.map(withForm) }
}

function withForm(link: StoredLink): Link {
  return { ...link, form: link.form ?? (link.alias === null && /\.(?:md|markdown|ya?ml|json)$/i.test(link.target) ? 'path' : 'wikilink') }
}

/** The documents of these revisions by document, as long as the identity may see them now. */
export async function readLinkedDocuments(database: Database, identity: Identity, revisionIds: readonly RevisionId[]): Promise<ReadonlyMap<DocumentId, LinkedDocument>> {
  const found = await rows<LinkedDocument>(database, sql`
    select d.id as "documentId", r.title, d.path from revision r join document d on d.id = r.document_id
    where r.id = any(${textArray(revisionIds)}) and d.removed_at is null and ${scopeCondition(identity, sql`d.scope`)} and ${scopeCondition(identity, sql`r.scope`)}`)
  return new Map(found.map((document) => [document.documentId, document]))
}

/** The texts of revisions; none where it was purged. */
export async function readTexts(database: Database, revisionIds: readonly RevisionId[]): Promise<ReadonlyMap<RevisionId, string>> {
  const found = await rows<{ id: RevisionId; text: string }>(database, sql`
    select r.id, c.text from revision r join content c on c.digest = r.content_digest where c.text is not null and r.id = any(${textArray(revisionIds)})`)
  return new Map(found.map(({ id, text }) => [id, text]))
}

type Heading = Pick<Section, 'heading' | 'level' | 'startLine' | 'startOffset'>

/** The headings of revisions in their reading, in order. */
export async function readHeadings(database: Database, revisionIds: readonly RevisionId[]): Promise<ReadonlyMap<RevisionId, readonly Heading[]>> {
  const found = await rows<Heading & { revisionId: RevisionId }>(database, sql`
    select s.revision_id as "revisionId", s.heading, s.level, s.start_line as "startLine", s.start_offset as "startOffset"
    from section s join revision r on r.id = s.revision_id where s.revision_id = any(${textArray(revisionIds)}) and s.heading is not null
      and s.read_with = coalesce(r.read_with, (select max(read_with) from section where revision_id = r.id)) order by s.revision_id, s.ordinal`)
  const headings = new Map<RevisionId, Heading[]>()
  for (const { revisionId, ...heading } of found) headings.set(revisionId, [...(headings.get(revisionId) ?? []), heading])
  return headings
}
