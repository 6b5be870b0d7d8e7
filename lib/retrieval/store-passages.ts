import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { ContentType, ContextSpan } from '@/lib/documents'
import { intArray, type Database } from '@/lib/database'
import { readRows } from './store-rows'

/** Of a passage what no generation and no reader changes. Whether somebody may see it is not known here. */
export interface StoredPassage {
  readonly id: number
  readonly ordinal: number
  readonly readWith: string
  readonly headingPath: readonly string[]
  readonly contentType: ContentType
  readonly startLine: number
  readonly endLine: number
  readonly startOffset: number
  readonly endOffset: number
  readonly context: readonly ContextSpan[]
  readonly indexDigest: string
  /** In its text form, which takes a fifth of the memory of the terms read from it. */
  readonly tsvector: string
}

/** Of so many passages: about three kilobytes each, ten megabytes in all. */
const kept = 3_000

/** Passages that are read or on their way; undefined: there is none of that id. */
const caches = new WeakMap<Database, LRUCache<number, Promise<StoredPassage | undefined>>>()

/** For when passages were purged, or put right in place. */
export function forgetStored(database: Database): void {
  caches.delete(database)
}

/** These passages, each once and in no particular order, from memory as far as it has them. Only for passages that a visible set holds. */
export async function readStored(database: Database, passages: readonly number[]): Promise<readonly StoredPassage[]> {
  const cache = caches.get(database) ?? new LRUCache<number, Promise<StoredPassage | undefined>>({ max: kept })
  caches.set(database, cache)
  const known = passages.flatMap((id) => cache.get(id) ?? [])
  const missing = passages.filter((id) => !cache.has(id))
  if (missing.length === 0) return (await Promise.all(known)).flatMap((passage) => passage ?? [])
  const reading = readRows<StoredPassage>(database, sql`
    select id, ordinal, read_with as "readWith", heading_path as "headingPath", content_type as "contentType", start_line as "startLine", end_line as "endLine",
      start_offset as "startOffset", end_offset as "endOffset", context, index_digest as "indexDigest", terms::text as tsvector
    from passage where id = any(${intArray(missing)})`)
  const byId = reading.then((read) => new Map(read.map((passage) => [passage.id, passage])))
  for (const id of missing) {
    const passage = byId.then((found) => found.get(id))
    cache.set(id, passage)
    passage.catch(() => cache.delete(id)) // whoever asks next tries again
  }
  return [...(await Promise.all(known)).flatMap((passage) => passage ?? []), ...(await reading)]
}
