import { sql } from 'drizzle-orm'
import { rows, type Database } from '@/lib/database'

/** What a search went through, as the owner's trace shows it. */
export interface SearchPlan {
  readonly generation: number
  readonly mode: 'hybrid' | 'lexical-only'
  /** Passages that the identity may see: what words are counted in. */
  readonly visible: number
  /** Passages that filters, phrases and exclusions leave to be ranked. */
  readonly filtered: number
  /** Passages of these that hold a word of the query. */
  readonly matched: number
  /** How the nearest vectors were found, in words; null in lexical-only mode. */
  readonly vectorScan: string | null
  /** Passages that the vector arm listed. */
  readonly vectorHits: number
  /** Passages whose lists of words are packed, in how many segments; and those that are read one by one. */
  readonly packed: { readonly segments: number; readonly passages: number; readonly tail: number }
  /** Passages that fusion chose to be read and reranked. */
  readonly candidates: number
}

/** How many passages are packed and how many are not, up to the given one. */
export async function readPacked(database: Database, throughPassage: number): Promise<SearchPlan['packed']> {
  const [packed] = await rows<SearchPlan['packed']>(database, sql`
    select (select count(*)::int from segment) as segments,
      (select count(*)::int from passage p join segment s on p.id between s.first_passage and s.last_passage) as passages,
      (select count(*)::int from passage p where p.id > (select coalesce(max(last_passage), 0) from segment) and p.id <= ${throughPassage}) as tail`)
  return packed ?? { segments: 0, passages: 0, tail: 0 }
}
