import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { EvidenceSetId } from '@/lib/foundation'
import { mayRead, type Identity } from '@/lib/access'
import { isoMoment, rows, schema, type Database } from '@/lib/database'
import type { EvidenceItem, EvidenceSet, ExcludedItem } from './evidence-set'

const items = <T extends EvidenceItem>() => z.array(z.custom<T>((item) => typeof item === 'object' && item !== null && 'evidenceId' in item && 'passage' in item))
/**
 * What the column `items` holds: evidence, what a person took out of it with the reason, and what a model read besides. Sets
 * stored before there were revisions of them are the list of evidence alone.
 */
const storedSchema = z.union([
  z.object({ items: items(), excluded: items<ExcludedItem>(), rest: items(), strategyReason: z.string(), base: z.number().int().nullable() }),
  items().transform((list) => ({ items: list, excluded: [] as readonly ExcludedItem[], rest: [] as readonly EvidenceItem[], strategyReason: '', base: null })),
])

/** Stores one immutable revision of a set. False when that revision is there already. */
export async function insertEvidenceSet(database: Database, set: EvidenceSet, identity: Identity): Promise<boolean> {
  const { items: evidence, excluded, rest, strategyReason, base } = set
  const stored = await database.insert(schema.evidenceSet).values({
    id: set.evidenceSetId, revision: set.revision, question: set.question, request: set.request, identity: identity.name,
    scopes: identity.scopes === 'all' ? ['*'] : [...identity.scopes], generation: set.generation, mode: set.mode, weak: set.weak,
    strategy: set.strategy, tokens: set.tokens, items: { items: evidence, excluded, rest, strategyReason, base }, cause: set.cause, createdAt: set.createdAt,
  }).onConflictDoNothing().returning({ revision: schema.evidenceSet.revision })
  return stored.length === 1
}

const mostAttempts = 50

/** Stores a changed set as the next revision: concurrent changes get distinct ones, in the order in which the database takes them. */
export async function insertNextRevision(database: Database, set: Omit<EvidenceSet, 'revision'>, identity: Identity): Promise<EvidenceSet> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const [newest] = await rows<{ next: number }>(database, sql`select max(revision)::int + 1 as next from evidence_set where id = ${set.evidenceSetId}`)
    const next: EvidenceSet = { ...set, revision: newest?.next ?? 1 }
    if (await insertEvidenceSet(database, next, identity)) return next
  }
  throw new Error(`no free revision of ${set.evidenceSetId} in ${mostAttempts} attempts`)
}

/** A set with whose it is. */
export interface StoredSet {
  readonly set: EvidenceSet
  /** The name of the identity that made it. */
  readonly ownedBy: string
}

type SetRow = Omit<EvidenceSet, 'evidenceSetId' | 'items' | 'excluded' | 'rest' | 'strategyReason' | 'base'> & { readonly items: unknown; readonly ownedBy: string }

/** As `readEvidenceSet`, with whose set it is. */
export async function readStoredSet(database: Database, identity: Identity, id: EvidenceSetId, revision: number | null): Promise<StoredSet | null> {
  const [row] = await rows<SetRow>(database, sql`
    select revision, question, request, generation, mode, weak, strategy, tokens, items, cause, identity as "ownedBy", ${isoMoment(sql`created_at`)} as "createdAt"
    from evidence_set where id = ${id} and (${revision}::int is null or revision = ${revision}::int) order by revision desc limit 1`)
  if (row === undefined) return null
  const { ownedBy, items: column, ...head } = row
  const stored = storedSchema.parse(column)
  const everything = [...stored.items, ...stored.excluded, ...stored.rest]
  if (identity.scopes !== 'all' && (ownedBy !== identity.name || !everything.every(({ scope }) => mayRead(identity, scope)))) return null
  const ids = new Set(stored.items.map(({ evidenceId }) => evidenceId))
  const shown = <T extends EvidenceItem>(list: readonly T[]): readonly T[] => list.map((item) => ({
    ...item, relations: item.relations.filter(({ evidenceId }) => ids.has(evidenceId)),
    ...(item.alsoIn === undefined ? {} : { alsoIn: item.alsoIn.filter(({ scope }) => mayRead(identity, scope)) }),
  }))
  return { ownedBy, set: { ...head, ...stored, evidenceSetId: id, items: shown(stored.items), excluded: shown(stored.excluded), rest: shown(stored.rest) } }
}

/**
 * Reads a set as it was stored; the newest revision where `revision` is null. Null when there is none, or when it was
 * made with scopes that this identity does not have or holds a passage that it may not read.
 */
export async function readEvidenceSet(database: Database, identity: Identity, id: EvidenceSetId, revision: number | null): Promise<EvidenceSet | null> {
  return (await readStoredSet(database, identity, id, revision))?.set ?? null
}

/** What a set went through. */
export interface EvidenceHistory {
  /** Whether this identity may change it. */
  readonly editable: boolean
  /** Oldest first. `base`: the revision that was changed; null where it was assembled. */
  readonly revisions: readonly { readonly revision: number; readonly cause: string; readonly base: number | null; readonly createdAt: string }[]
}

/** Every revision of a set that this identity may read, with what made it; null when there is none. */
export async function readEvidenceHistory(database: Database, identity: Identity, id: EvidenceSetId): Promise<EvidenceHistory | null> {
  const found = await rows<EvidenceHistory['revisions'][number] & { ownedBy: string }>(database, sql`
    select revision, cause, case when jsonb_typeof(items) = 'object' then (items ->> 'base')::int end as base, identity as "ownedBy", ${isoMoment(sql`created_at`)} as "createdAt"
    from evidence_set where id = ${id} and (${identity.scopes === 'all'} or identity = ${identity.name}) order by revision`)
  if (found.length === 0) return null
  return { editable: found.every(({ ownedBy }) => mayChange(identity, ownedBy)), revisions: found.map(({ ownedBy: _ownedBy, ...revision }) => revision) }
}

/** Everybody changes their own sets only. Strangers share one name, so that none of them has a set of their own. */
export function mayChange(identity: Identity, ownedBy: string): boolean {
  return identity.name === ownedBy && identity.name !== 'public'
}
