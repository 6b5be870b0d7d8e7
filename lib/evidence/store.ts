import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { EvidenceSetId } from '@/lib/foundation'
import { mayRead, type Identity } from '@/lib/access'
import { rows, schema, type Database } from '@/lib/database'
import type { EvidenceItem, EvidenceSet } from './evidence-set'

/** Stores one immutable revision of a set. */
export async function insertEvidenceSet(database: Database, set: EvidenceSet, identity: Identity, cause: string): Promise<void> {
  await database.insert(schema.evidenceSet).values({
    id: set.evidenceSetId, revision: set.revision, question: set.question, request: set.request, identity: identity.name,
    scopes: identity.scopes === 'all' ? ['*'] : [...identity.scopes], generation: set.generation, mode: set.mode, weak: set.weak,
    strategy: set.strategy, tokens: set.tokens, items: set.items, cause, createdAt: set.createdAt,
  })
}

const storedItems = z.array(z.custom<EvidenceItem>((item) => typeof item === 'object' && item !== null && 'evidenceId' in item && 'passage' in item))

/**
 * Reads a set as it was stored; the newest revision where `revision` is null. Null when there is none, or when it was
 * made with scopes that this identity does not have or holds a passage that it may not read.
 */
export async function readEvidenceSet(database: Database, identity: Identity, id: EvidenceSetId, revision: number | null): Promise<EvidenceSet | null> {
  const [row] = await rows<Omit<EvidenceSet, 'evidenceSetId' | 'items'> & { items: unknown; owner: string }>(database, sql`
    select revision, question, request, generation, mode, weak, strategy, tokens, items, identity as owner, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"
    from evidence_set where id = ${id} and (${revision}::int is null or revision = ${revision}::int) order by revision desc limit 1`)
  if (row === undefined) return null
  const items = storedItems.parse(row.items)
  if (identity.scopes !== 'all' && (row.owner !== identity.name || !items.every(({ scope }) => mayRead(identity, scope)))) return null
  const { owner: _owner, ...set } = row
  return { ...set, evidenceSetId: id, items }
}
