import { sql } from 'drizzle-orm'
import { createId, type DocumentId, type RevisionId } from '@/lib/foundation'
import { rows, type Database } from '@/lib/database'

/** A document as the index knows it: enough to decide identity and revision without another query. */
export interface KnownDocument {
  readonly id: DocumentId
  identity: string
  path: string
  scope: string
  removed: boolean
  latest: { readonly id: RevisionId; readonly number: number; readonly digest: string; readonly inForceFrom: string } | null
  isNew: boolean
}

/** Which documents a source has, and which one a file is. Changes are made here first and written by the caller. */
export class Catalogue {
  readonly #byIdentity = new Map<string, KnownDocument>()
  readonly #byPath = new Map<string, KnownDocument>()
  readonly #byVanishedDigest = new Map<string, KnownDocument>()
  readonly #byId = new Map<string, KnownDocument>()

  private constructor(readonly livePaths: ReadonlySet<string>) {}

  /** `livePaths`: the paths of this scan whose files exist now. */
  static async load(database: Database, sourceId: string, livePaths: ReadonlySet<string>): Promise<Catalogue> {
    const catalogue = new Catalogue(livePaths)
    const known = await rows<{ id: DocumentId; identity: string; path: string; scope: string; removed: boolean; revisionId: RevisionId | null; number: number; digest: string; inForceFrom: string }>(database, sql`
      select d.id, d.identity, d.path, d.scope, d.removed_at is not null as removed,
        r.id as "revisionId", r.number, r.content_digest as digest, r.in_force_from::text as "inForceFrom"
      from document d
      left join lateral (select * from revision where document_id = d.id order by number desc limit 1) r on true
      where d.source_id = ${sourceId}`)
    for (const { revisionId, number, digest, inForceFrom, ...row } of known) {
      const document: KnownDocument = { ...row, latest: revisionId === null ? null : { id: revisionId, number, digest, inForceFrom }, isNew: false }
      catalogue.#byId.set(document.id, document)
      catalogue.#byIdentity.set(document.identity, document)
      if (document.removed) continue
      catalogue.#byPath.set(document.path, document)
      if (!livePaths.has(document.path) && document.latest !== null) catalogue.#byVanishedDigest.set(document.latest.digest, document)
    }
    return catalogue
  }

  /**
   * The document that the file at `path` is: the one with its declared id, else the one at that path, else one whose
   * last revision has the same digest and whose file vanished (a rename), else one that was removed and has come back,
   * else a new one. A declared id that another live file already holds is not honoured: `duplicateOf` names that file.
   */
  resolve(path: string, declaredId: string | null, contentDigest: string): { readonly document: KnownDocument; readonly duplicateOf: string | null } {
    const wanted = declaredId === null ? null : `id:${declaredId}`
    const holder = wanted === null ? undefined : this.#byIdentity.get(wanted)
    const taken = holder !== undefined && !holder.removed && holder.path !== path && this.livePaths.has(holder.path)
    const identity = wanted !== null && !taken ? wanted : `path:${path}`
    const atPath = this.#byPath.get(path)
    // What stands at this path under another declared id is another document.
    const atPathFits = atPath !== undefined && (atPath.identity === identity || atPath.identity.startsWith('path:') || identity.startsWith('path:'))
    const found = (taken ? undefined : holder) ?? (atPathFits ? atPath : undefined) ?? this.#byVanishedDigest.get(contentDigest) ?? this.#byIdentity.get(identity)
    const document = found ?? { id: createId('doc'), identity, path, scope: 'private', removed: false, latest: null, isNew: true }
    this.#byVanishedDigest.delete(document.latest?.digest ?? '')
    if (document.identity !== identity) this.#byIdentity.delete(document.identity)
    if (document.path !== path && this.#byPath.get(document.path) === document) this.#byPath.delete(document.path)
    document.identity = identity
    document.path = path
    document.removed = false
    this.#byId.set(document.id, document)
    this.#byIdentity.set(identity, document)
    this.#byPath.set(path, document)
    return { document, duplicateOf: taken ? holder.path : null }
  }

  at(path: string): KnownDocument | undefined {
    return this.#byPath.get(path)
  }

  /** Documents that no file of this scan is. */
  vanished(): readonly KnownDocument[] {
    return [...this.#byId.values()].filter((document) => !document.removed && !this.livePaths.has(document.path))
  }
}
