import type { Identity } from '@/lib/access'
import type { Database } from '@/lib/database'
import { findFragment, locateLinks, sentenceAt, type FragmentPlace, type LinkResolution, type LocatedLink } from '@/lib/documents'
import type { DocumentId } from '@/lib/foundation'
import type { LinkMap, LinkMaps } from './link-map'
import type { Backlink, DocumentLink, DocumentView, LinkedDocument } from './runtime'
import type { StoredDocument } from './store'
import { readHeadings, readLinkedDocuments, readLinksOf, readTexts } from './store-links'

interface ResolvedLink {
  readonly link: LocatedLink
  readonly resolution: LinkResolution
}

/** What a shown revision links to and what links to its document, in what the identity may see. */
export async function readLinks(database: Database, maps: LinkMaps, identity: Identity, document: StoredDocument): Promise<Pick<DocumentView, 'links' | 'backlinks'>> {
  if (document.text === null) return { links: [], backlinks: [] }
  const { sourceId, path, links } = await readLinksOf(database, document.revisionId)
  const map = await maps.read(identity, sourceId)
  const resolved = locateLinks(document.text, links).flatMap((link): readonly ResolvedLink[] => {
    const resolution = link.target === '' ? { state: 'resolved' as const, documentId: document.documentId } : map.names.resolve(link, path)
    return resolution === null ? [] : [{ link, resolution }]
  })
  return { links: await toLinks(database, identity, document, map, resolved), backlinks: await readBacklinks(database, identity, map, document.documentId) }
}

function candidatesOf(resolution: LinkResolution): readonly string[] {
  return resolution.state === 'resolved' ? [resolution.documentId] : resolution.state === 'ambiguous' ? resolution.documentIds : []
}

async function toLinks(database: Database, identity: Identity, document: StoredDocument, map: LinkMap, resolved: readonly ResolvedLink[]): Promise<readonly DocumentLink[]> {
  const ids = new Set(resolved.flatMap(({ resolution }) => candidatesOf(resolution)))
  const seen = new Map<string, LinkedDocument>(await readLinkedDocuments(database, identity, [...ids].flatMap((id) => map.revisions.get(id) ?? [])))
  // A document that was removed still has its own places.
  if (!seen.has(document.documentId)) seen.set(document.documentId, { documentId: document.documentId, title: document.title, path: document.sourcePath })
  const places = await placesOf(database, document, map, resolved)
  return resolved.flatMap(({ link, resolution }): readonly DocumentLink[] => {
    const documents = candidatesOf(resolution).flatMap((id) => seen.get(id) ?? [])
    const state = resolution.state === 'attachment' ? 'attachment' : documents.length === 0 ? 'broken' : documents.length === 1 ? 'resolved' : 'ambiguous'
    // To a reader, a link to what is not theirs to see and one to nothing at all are words.
    if (state === 'broken' && identity.scopes !== 'all') return []
    const place = places.get(link) ?? null
    // `#top` and the like are places of a rendered page, not of the text.
    if (link.form === 'path' && link.target === '' && place === null) return []
    const { form, target, fragment, embed, startOffset, written, line } = link
    return [{ form, target, fragment, embed, startOffset, written, line, state, documents, place: state === 'resolved' ? place : null }]
  })
}

/** Where the headings and blocks stand that the links name; what a link says of the document it stands in, in the shown revision. */
async function placesOf(database: Database, document: StoredDocument, map: LinkMap, resolved: readonly ResolvedLink[]): Promise<ReadonlyMap<LocatedLink, FragmentPlace>> {
  const named = resolved.flatMap(({ link, resolution }) => {
    if (link.fragment === null || resolution.state !== 'resolved') return []
    const own = resolution.documentId === document.documentId
    const revisionId = own ? document.revisionId : map.revisions.get(resolution.documentId)
    return revisionId === undefined ? [] : [{ link, fragment: link.fragment, revisionId }]
  })
  const revisions = [...new Set(named.map(({ revisionId }) => revisionId))]
  const [texts, headings] = await Promise.all([readTexts(database, revisions), readHeadings(database, revisions)])
  const places = new Map<LocatedLink, FragmentPlace>()
  for (const { link, fragment, revisionId } of named) {
    const place = findFragment(fragment, texts.get(revisionId) ?? '', headings.get(revisionId) ?? [])
    if (place !== null) places.set(link, place)
  }
  return places
}

async function readBacklinks(database: Database, identity: Identity, map: LinkMap, documentId: DocumentId): Promise<readonly Backlink[]> {
  const found = map.backlinks.get(documentId) ?? []
  const revisions = [...new Set(found.map(({ revisionId }) => revisionId))]
  const [documents, texts] = await Promise.all([readLinkedDocuments(database, identity, revisions), readTexts(database, revisions)])
  const backlinks = revisions.flatMap((revisionId): readonly Backlink[] => {
    const own = found.filter((from) => from.revisionId === revisionId)
    const document = documents.get(own[0]?.documentId ?? documentId)
    const text = texts.get(revisionId)
    if (document === undefined || text === undefined) return []
    return [{ ...document, places: locateLinks(text, own.map(({ link }) => link)).map(({ line, startOffset }) => ({ line, startOffset, sentence: sentenceAt(text, startOffset) })) }]
  })
  return backlinks.sort((a, b) => a.title.localeCompare(b.title, 'en') || (a.path < b.path ? -1 : 1))
}
