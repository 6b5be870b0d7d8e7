import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Identity } from '@/lib/access'
import { intArray, rows, type Database } from '@/lib/database'
import type { SearchFilters } from './search'
import { entryCondition } from './search-visible'
import { readVocabulary, type Vocabulary } from './suggest-words'

const caches = new WeakMap<Database, LRUCache<string, Vocabulary>>()

/** For when postings were packed anew under the same passages. */
export function forgetVocabulary(database: Database): void {
  caches.delete(database)
}

/** Longer ones are paths and encoded data, which nobody misspells a word of. */
const longest = 40

/**
 * Every lexeme up to a passage id, whoever may see it: which of them an identity may know of is for postings to say. Packed
 * segments are read once and stay for later generations; the few passages above them once for each.
 */
export async function loadVocabulary(database: Database, throughPassage: number): Promise<readonly Vocabulary[]> {
  const cache = caches.get(database) ?? new LRUCache<string, Vocabulary>({ max: 4 })
  caches.set(database, cache)
  const segments = await rows<{ id: number; last: number }>(database, sql`select id, last_passage as last from segment order by first_passage`)
  const after = segments.at(-1)?.last ?? 0
  const load = async (key: string, read: () => Promise<readonly { readonly lexeme: string }[]>): Promise<Vocabulary> => {
    const known = cache.get(key) ?? readVocabulary((await read()).map(({ lexeme }) => lexeme))
    cache.set(key, known)
    return known
  }
  return [
    await load(`packed ${segments.map(({ id }) => id).join(',')}`, () => rows(database, sql`select distinct lexeme from posting where length(lexeme) between 3 and ${longest}`)),
    await load(`tail ${after} ${throughPassage}`, () => rows(database, sql`
      select distinct term.lexeme from passage p, unnest(p.terms) as term where p.id > ${after} and p.id <= ${throughPassage} and length(term.lexeme) between 3 and ${longest}`)),
  ]
}

export interface WrittenPassage {
  readonly passage: number
  readonly language: string
  /** The author's own words: the passage, and what it stands under. */
  readonly text: string
}

/** The words of given passages, of those that the identity may see under these filters. */
export async function readWritten(database: Database, generation: number, identity: Identity, filters: SearchFilters, passages: readonly number[]): Promise<readonly WrittenPassage[]> {
  if (passages.length === 0) return []
  return rows<WrittenPassage>(database, sql`
    select p.id as passage, r.language, concat_ws(E'\n', p.text, r.title, e.project, array_to_string(p.heading_path, E'\n')) as text
    from index_entry e join passage p on p.id = e.passage_id join revision r on r.id = e.revision_id
    where e.passage_id = any(${intArray(passages)}) and ${entryCondition(generation, identity, filters)} order by p.id`)
}
