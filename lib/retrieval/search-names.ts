import { sql, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import { rows, scopeCondition, type Database } from '@/lib/database'
import { generationCondition } from '@/lib/indexing'
import { beginningAsked, beginningsOf, namesAsked, namesOf, type NamedRevision, type Names } from './document-names'
import { supersededFor } from './search-visible'

export interface FoundRevision extends NamedRevision {
  readonly revisionId: string
  readonly documentId: string
  readonly revision: number
  readonly current: boolean
}

/** Whose names are looked up, in which generation. */
export interface NameView {
  readonly database: Database
  readonly generation: number
  readonly identity: Identity
}

interface KnownNames {
  readonly leftOut: LRUCache<string, readonly { readonly revision: FoundRevision; readonly names: Names }[]>
  readonly shown: LRUCache<string, Bearers>
}

/** Revisions by the names they bear, as `Names` has them. */
export interface Bearers {
  readonly words: ReadonlyMap<string, readonly string[]>
  readonly tokens: ReadonlyMap<string, readonly string[]>
  /** Of their file names. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>
}
const caches = new WeakMap<Database, KnownNames>()

/** For when entries of a generation were put right in place, or a document was purged. */
export function forgetNames(database: Database): void {
  caches.delete(database)
}

function knownNames(database: Database): KnownNames {
  const known = caches.get(database) ?? { leftOut: new LRUCache({ max: 12 }), shown: new LRUCache({ max: 4 }) }
  caches.set(database, known)
  return known
}

function keyOf({ generation, identity }: NameView): string {
  return `${generation} ${scopesKey(identity)}`
}

/** Revisions that default search leaves out. An older one that goes by what its document goes by now is none to be told from it, so it is not read. */
export async function namesLeftOut(view: NameView) {
  const { leftOut } = knownNames(view.database)
  const known = leftOut.get(keyOf(view))
  if (known !== undefined) return known
  const read = await readNamed(view, sql`((e.current and e.superseded) or (not e.current and not exists (
    select 1 from revision latest where latest.document_id = r.document_id and latest.in_force_to is null
      and (latest.title, latest.source_path, latest.declared_id, latest.aliases) is not distinct from (r.title, r.source_path, r.declared_id, r.aliases))))`)
  const names = read.map((revision) => ({ revision, names: namesOf(revision) }))
  leftOut.set(keyOf(view), names)
  return names
}

/** Names of what default search shows without filters, each with the revisions that bear it: who asks for one of them means what holds now. */
export async function namesShown(view: NameView): Promise<Bearers> {
  const { shown } = knownNames(view.database)
  const known = shown.get(keyOf(view))
  if (known !== undefined) return known
  const words = new Map<string, string[]>()
  const tokens = new Map<string, string[]>()
  const beginnings = new Map<string, string[]>()
  const bear = (bearers: Map<string, string[]>, names: Iterable<string>, revisionId: string) => {
    for (const name of names) bearers.set(name, [...(bearers.get(name) ?? []), revisionId])
  }
  for (const revision of await readNamed(view, sql`e.current and not e.superseded`)) {
    const names = namesOf(revision)
    bear(words, names.words, revision.revisionId)
    bear(tokens, names.tokens, revision.revisionId)
    bear(beginnings, beginningsOf(revision.sourcePath), revision.revisionId)
  }
  shown.set(keyOf(view), { words, tokens, beginnings })
  return { words, tokens, beginnings }
}

/** A name that more documents bear names none of them. */
const mostBearers = 5

/** Revisions in view that go by the whole query or a phrase of it (all), or by a word of it (among). Where none does, the query may be how their files' names begin. */
export async function findBearers(view: NameView, text: string, phrases: readonly string[]): Promise<ReadonlyMap<string, 'all' | 'among'>> {
  const shown = await namesShown(view)
  const { words, tokens } = namesAsked(text, phrases)
  const bearers = new Map<string, 'all' | 'among'>()
  for (const [names, known, how] of [[tokens, shown.tokens, 'among'], [words, shown.words, 'all']] as const) {
    for (const name of names) {
      const found = known.get(name) ?? []
      if (found.length <= mostBearers) for (const revisionId of found) bearers.set(revisionId, how)
    }
  }
  const beginning = bearers.size > 0 ? null : beginningAsked(text)
  const begun = beginning === null ? [] : (shown.beginnings.get(beginning) ?? [])
  return begun.length === 0 || begun.length > mostBearers ? bearers : new Map(begun.map((revisionId) => [revisionId, 'all']))
}

/** Documents in view that go by a name such as "ADR 3" now, superseded ones included. */
export async function findNamedDocuments(view: NameView, name: string): Promise<readonly string[]> {
  const { tokens } = namesAsked(name, [])
  const read = await readNamed(view, sql`e.current`)
  return [...new Set(read.filter((revision) => { const names = namesOf(revision); return [...tokens].some((token) => names.tokens.has(token)) }).map(({ documentId }) => documentId))]
}

function readNamed({ database, generation, identity }: NameView, condition: SQL): Promise<readonly FoundRevision[]> {
  return rows<FoundRevision>(database, sql`
    select r.id as "revisionId", r.document_id as "documentId", r.number as revision, e.current, r.title, r.source_path as "sourcePath", r.declared_id as "declaredId", r.aliases, r.kind
    from (select distinct e.revision_id, e.current, ${supersededFor(identity)} as superseded from index_entry e where ${generationCondition(sql`${generation}`)} and ${scopeCondition(identity, sql`e.scope`)}) e
    join revision r on r.id = e.revision_id join document d on d.id = r.document_id where d.removed_at is null and ${condition} order by r.id`)
}
