import { setImmediate as turn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import type { Database } from '@/lib/database'
import { activeGeneration } from '@/lib/indexing'
import type { EmbedderState } from '@/lib/models'
import { foreignQuestions } from './foreign-questions'
import { parseQuery } from './parse-query'
import { weakLimits, type WeakLimits } from './ranking-features'
import { searchArms } from './search-arms'
import { loadVisible } from './search-visible'

interface Calibration {
  readonly limits: WeakLimits
  /** Passages in view when it was made. */
  readonly passages: number
  readonly modelId: number
}
const caches = new WeakMap<Database, LRUCache<string, Calibration>>()

/** For when what a reader may see was put right in place, or a document was purged. */
export function forgetCalibrations(database: Database): void {
  caches.delete(database)
}

/** The limits set for what this identity may see; those measured on public collections while there are none. */
export function limitsFor(database: Database, identity: Identity): WeakLimits {
  return caches.get(database)?.get(scopesKey(identity))?.limits ?? weakLimits
}

/** How far a collection's limits may lie from the measured ones: foreign questions that happen to be at home in it must not silence it. */
const leastScale = 0.9
const mostScale = 1.05
/** Share of foreign questions that are to be called weak. */
const flagged = 0.95
/** A collection that has grown or shrunk by less keeps its limits. */
const sameSize = 0.1

/**
 * Sets the limits of "nothing matches this well" for what an identity may see, without labels: questions that no archive of
 * this kind answers are asked of it, and the limits are moved together until 95 % of them fall below. Gives way to other
 * work between two questions; does nothing without vectors, or where the collection has hardly changed since the last time.
 */
export function calibrateWeak(identity: Identity, services: CalibrationServices): Promise<void> {
  const running = runs.get(services.database) ?? new Map<string, Promise<void>>()
  runs.set(services.database, running)
  const key = scopesKey(identity)
  const begun = running.get(key) ?? calibrate(identity, services).finally(() => running.delete(key))
  running.set(key, begun)
  return begun
}

interface CalibrationServices {
  readonly database: Database
  readonly embedder: EmbedderState
}

/** Those that are under way, by the scopes they are for: whoever asks for one meanwhile waits for it. */
const runs = new WeakMap<Database, Map<string, Promise<void>>>()

async function calibrate(identity: Identity, { database, embedder }: CalibrationServices): Promise<void> {
  const generation = await activeGeneration(database)
  if (generation === null || generation.modelId === null || embedder.state !== 'ready') return
  const cache = caches.get(database) ?? new LRUCache<string, Calibration>({ max: 50 })
  caches.set(database, cache)
  const key = scopesKey(identity)
  const before = cache.get(key)
  const { count: passages } = await loadVisible(database, generation.number, identity, {})
  const { modelId } = generation
  if (passages === 0 || (before?.modelId === modelId && Math.abs(passages - before.passages) <= sameSize * before.passages)) return
  const scales: number[] = []
  for (const question of foreignQuestions) {
    const { lexical, hits, mode } = await searchArms({ identity, request: { query: question }, parsed: parseQuery(question), filters: {}, generation, database, embedder, depth: 5 }, (_stage, work) => work)
    if (mode !== 'hybrid') return
    scales.push(Math.max((hits[0]?.cosine ?? 0) / weakLimits.cosine, lexical.attainable === 0 ? 0 : lexical.best / lexical.attainable / weakLimits.lexical))
    await turn()
  }
  const scale = Math.min(mostScale, Math.max(leastScale, scales.toSorted((a, b) => a - b)[Math.floor(flagged * scales.length)] ?? 1))
  cache.set(key, { limits: { ...weakLimits, cosine: weakLimits.cosine * scale, lexical: weakLimits.lexical * scale }, passages, modelId })
}
