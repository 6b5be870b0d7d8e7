import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@/lib/database'
import { activeGeneration, type IndexGeneration } from '@/lib/indexing'

/** The generation that answered last. */
const lastActive = new WeakMap<Database, IndexGeneration>()

/**
 * Works with the active generation; null before the first one. The work begins with the generation that answered last while
 * the database is asked which one is active, and begins anew where it is another: nothing is ever given of any but that one.
 */
export async function withActiveGeneration<T>(database: Database, work: (generation: IndexGeneration) => Promise<T>): Promise<{ readonly generation: IndexGeneration; readonly result: T } | null> {
  const asked = activeGeneration(database)
  const last = lastActive.get(database)
  const begun = last === undefined ? null : work(last)
  begun?.catch(() => undefined) // what a generation that is gone makes fail, nobody waits for
  const generation = await asked
  if (generation === null) return null
  lastActive.set(database, generation)
  return { generation, result: await (begun !== null && isDeepStrictEqual(last, generation) ? begun : work(generation)) }
}
