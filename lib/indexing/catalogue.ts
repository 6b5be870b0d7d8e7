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
}

/** Which documents a source has, and which one a file is. Changes are made here first and written by the caller. */
export class Catalogue {
  readonly #byIdentity = new Map<string, KnownDocument>()
  readonly #byPath = new Map<string, KnownDocument>()
  readonly #byVanishedDigest = new Map<string, KnownDocument[]>()
  readonly #byId = new Map<string, KnownDocument>()
  #displaced: KnownDocument[] = []
  #ousted: KnownDocument[] = []
  #expected: ReadonlyMap<string, string | null> = new Map()
  #expectedIds: ReadonlySet<string> = new Set()

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
      const document: KnownDocument = { ...row, latest: revisionId === null ? null : { id: revisionId, number, digest, inForceFrom } }
      catalogue.#byId.set(document.id, document)
      catalogue.#byIdentity.set(document.identity, document)
      if (document.removed) continue
      catalogue.#byPath.set(document.path, document)
      if (!livePaths.has(document.path) && document.latest !== null) {
        catalogue.#byVanishedDigest.set(document.latest.digest, [...(catalogue.#byVanishedDigest.get(document.latest.digest) ?? []), document])
      }
    }
    return catalogue
  }

  /** Which ids the files that are about to be resolved declare, by path: an id follows its file wherever that comes in the order. */
  expect(declaredIds: ReadonlyMap<string, string | null>): void {
    this.#expected = declaredIds
    this.#expectedIds = new Set([...declaredIds.values()].map((declaredId) => `id:${declaredId ?? ''}`))
  }

  /** Whether another file that is about to be resolved declares this id and the one at `path` does not. */
  #movesAway(identity: string, path: string): boolean {
    if (!identity.startsWith('id:') || `id:${this.#expected.get(path) ?? ''}` === identity) return false
    return this.#expected.has(path) && this.#expectedIds.has(identity)
  }

  /**
   * The document that the file at `path` is: the one with its declared id, else the one at that path, else one whose
   * last revision has the same digest and whose file vanished (a rename), else one that was removed and has come back,
   * else a new one. A declared id that another live file already holds is not honoured: `duplicateOf` names that file.
   */
  resolve(path: string, declaredId: string | null, contentDigest: string): { readonly document: KnownDocument; readonly duplicateOf: string | null } {
    const wanted = declaredId === null ? null : `id:${declaredId}`
    const holder = wanted === null ? undefined : this.#byIdentity.get(wanted)
    const atPath = this.#byPath.get(path)
    // A text that is only read again stays what it is, even if the id it declares in vain has become free.
    const isReadAgain = holder !== undefined && atPath !== undefined && holder !== atPath && atPath.latest?.digest === contentDigest
    const isHeld = holder !== undefined && !holder.removed && holder.path !== path && this.livePaths.has(holder.path) && !this.#movesAway(holder.identity, holder.path)
    const taken = isHeld || isReadAgain
    const identity = wanted !== null && !taken ? wanted : `path:${path}`
    // What stands at this path under another declared id is another document, and so is one whose id is now another file's.
    const atPathFits = atPath !== undefined && (atPath.identity === identity || atPath.identity.startsWith('path:') || identity.startsWith('path:')) && !this.#movesAway(atPath.identity, path)
    const found = (taken ? undefined : holder) ?? (atPathFits ? atPath : undefined) ?? this.#vanishedWith(contentDigest, path) ?? this.#byIdentity.get(identity)
    const document = found ?? this.#create(identity, path)
    if (atPath !== undefined && atPath !== document) {
      this.end(atPath)
      this.#ousted.push(atPath)
    }
    this.#place(document, identity, path)
    return { document, duplicateOf: isHeld ? holder.path : null }
  }

  /**
   * The document of a file whose life the source itself has followed: `document` where it is known, else the one that
   * its declared id or (where it comes back to `returnsTo`) its path names, if that one had ended by the day `since`; else
   * a new one. It is given its last path at once. `ended`: no file is left of it, so it takes no path from a living one.
   */
  follow(document: KnownDocument | null, file: { readonly path: string; readonly declaredId: string | null; readonly since: string; readonly returnsTo: string | null; readonly ended: boolean }): { readonly document: KnownDocument; readonly duplicateOf: string | null } {
    const { path, declaredId, since, returnsTo, ended } = file
    const wanted = declaredId === null ? null : `id:${declaredId}`
    const holder = wanted === null ? undefined : this.#byIdentity.get(wanted)
    const returning = returnsTo === null ? undefined : this.#byIdentity.get(`path:${returnsTo}`)
    const hadEnded = (candidate: KnownDocument | undefined) => candidate !== undefined && candidate.removed && (candidate.latest?.inForceFrom ?? '') <= since
    const found = document ?? (hadEnded(holder) ? holder : undefined) ?? (hadEnded(returning) ? returning : undefined)
    const taken = holder !== undefined && holder !== found && !holder.removed
    let identity = wanted !== null && !taken ? wanted : `path:${path}`
    const occupant = this.#byIdentity.get(identity)
    const followed = found ?? this.#create(identity, path)
    if (ended && occupant !== undefined && occupant !== followed && !occupant.removed) identity = former(followed)
    this.#place(followed, identity, path)
    return { document: followed, duplicateOf: taken ? holder.path : null }
  }

  /** The last file of a document is gone. */
  end(document: KnownDocument): void {
    document.removed = true
    if (this.#byPath.get(document.path) === document) this.#byPath.delete(document.path)
  }

  /** Documents whose identity went to another since the last call: theirs must be stored before the other's. */
  takeDisplaced(): readonly KnownDocument[] {
    const displaced = this.#displaced
    this.#displaced = []
    return displaced
  }

  /** Documents whose path went to another since the last call: until a file turns out to be theirs, they are gone. */
  takeOusted(): readonly KnownDocument[] {
    const ousted = this.#ousted
    this.#ousted = []
    return ousted
  }

  /** Of several vanished files with this text, the one that had this file's name, else the first. */
  #vanishedWith(contentDigest: string, path: string): KnownDocument | undefined {
    const vanished = this.#byVanishedDigest.get(contentDigest) ?? []
    return vanished.find((document) => document.path.split('/').at(-1) === path.split('/').at(-1)) ?? vanished[0]
  }

  #create(identity: string, path: string): KnownDocument {
    return { id: createId('doc'), identity, path, scope: 'private', removed: false, latest: null }
  }

  #place(document: KnownDocument, identity: string, path: string): void {
    const vanished = this.#byVanishedDigest.get(document.latest?.digest ?? '')
    if (vanished?.includes(document) === true) this.#byVanishedDigest.set(document.latest?.digest ?? '', vanished.filter((other) => other !== document))
    if (this.#byIdentity.get(document.identity) === document) this.#byIdentity.delete(document.identity)
    if (document.path !== path && this.#byPath.get(document.path) === document) this.#byPath.delete(document.path)
    const occupant = this.#byIdentity.get(identity)
    if (occupant !== undefined && occupant !== document) {
      occupant.identity = former(occupant)
      this.#byIdentity.set(occupant.identity, occupant)
      this.#displaced.push(occupant)
    }
    document.identity = identity
    document.path = path
    document.removed = false
    this.#byId.set(document.id, document)
    this.#byIdentity.set(identity, document)
    this.#byPath.set(path, document)
  }

  /** Every document of the source, removed ones too. */
  all(): readonly KnownDocument[] {
    return [...this.#byId.values()]
  }

  at(path: string): KnownDocument | undefined {
    return this.#byPath.get(path)
  }

  /** The document at this path, else the one that stood there when it was removed. */
  lastAt(path: string): KnownDocument | undefined {
    return this.#byPath.get(path) ?? this.all().findLast((document) => document.removed && document.path === path && document.identity !== former(document))
  }

  /** Documents that no file of this scan is. */
  vanished(): readonly KnownDocument[] {
    return [...this.#byId.values()].filter((document) => !document.removed && !this.livePaths.has(document.path))
  }
}

/** The identity of a document whose own is now another's. */
function former({ id }: KnownDocument): string {
  return `former:${id}`
}
