import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import type { Database } from '@/lib/database'
import type { Slices } from './runtime'
import { readSlices } from './store'

const none: Slices = { project: [], kind: [], scope: [], time: [] }

/** Slices by generation and scopes: status is asked for twice a second while a build runs, and measuring reads every text. */
export class SliceCache {
  readonly #slices = new LRUCache<string, Slices>({ max: 8 })

  constructor(readonly database: Database) {}

  async read(identity: Identity, generation: number | null): Promise<Slices> {
    if (generation === null) return none
    const key = `${generation} ${scopesKey(identity)}`
    const known = this.#slices.get(key)
    if (known !== undefined) return known
    const slices = await readSlices(this.database, identity, generation)
    this.#slices.set(key, slices)
    return slices
  }

  /** For when a generation was changed in place. */
  clear(): void {
    this.#slices.clear()
  }
}
