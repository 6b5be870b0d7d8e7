import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import type { Database } from '@/lib/database'
import { DocumentNames, type Link } from '@/lib/documents'
import type { DocumentId, RevisionId } from '@/lib/foundation'
import { readLinkingDocuments, readLinkStamp } from './store-links'

/** A link to a document, and whose it is. */
interface LinkFrom {
  readonly documentId: DocumentId
  readonly revisionId: RevisionId
  readonly link: Link
}

/** One source's documents by name and by what links to them, as one identity sees it. */
export interface LinkMap {
  readonly names: DocumentNames
  /** The current revision of each document. */
  readonly revisions: ReadonlyMap<string, RevisionId>
  /** By target, in the order of the documents' ids and then of the text; links of a document to itself left out. */
  readonly backlinks: ReadonlyMap<string, readonly LinkFrom[]>
}

/** So many links are looked up in a few milliseconds; then requests that wait have their turn. */
const linksPerTurn = 2000

async function drawMap(database: Database, identity: Identity, sourceId: string): Promise<LinkMap> {
  const documents = await readLinkingDocuments(database, identity, sourceId)
  const names = new DocumentNames(documents)
  const backlinks = new Map<string, LinkFrom[]>()
  let looked = 0
  for (const { id, revisionId, path, links } of documents) {
    for (const link of links) {
      if (++looked % linksPerTurn === 0) await nextTurn()
      if (link.target === '') continue
      const resolution = names.resolve(link, path)
      if (resolution?.state !== 'resolved' || resolution.documentId === id) continue
      const from = { documentId: id, revisionId, link }
      const known = backlinks.get(resolution.documentId)
      if (known === undefined) backlinks.set(resolution.documentId, [from])
      else known.push(from)
    }
  }
  return { names, revisions: new Map(documents.map(({ id, revisionId }) => [id, revisionId])), backlinks }
}

/**
 * Maps by source and scopes, kept while their generation is active. While one is being built documents change one by
 * one, so each map is then drawn anew; and whoever uses one checks that what it names may still be seen.
 */
export class LinkMaps {
  readonly #maps = new LRUCache<string, Promise<LinkMap>>({ max: 4 })

  constructor(readonly database: Database) {}

  async read(identity: Identity, sourceId: string): Promise<LinkMap> {
    const { active, building } = await readLinkStamp(this.database)
    if (building) return drawMap(this.database, identity, sourceId)
    const key = `${active} ${sourceId} ${scopesKey(identity)}`
    const known = this.#maps.get(key)
    if (known !== undefined) return known
    const map = drawMap(this.database, identity, sourceId)
    this.#maps.set(key, map)
    map.catch(() => { if (this.#maps.peek(key) === map) this.#maps.delete(key) })
    return map
  }

  /** For when documents were changed in place. */
  clear(): void {
    this.#maps.clear()
  }
}
