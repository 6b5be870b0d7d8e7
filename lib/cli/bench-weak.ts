import type { RetrievalSet } from '@/lib/evaluation'
import { seededIntegers } from '@/lib/foundation'

/** How often a collection says "nothing matches this well": n of m queries, each kind apart. */
export interface WeakFigures {
  readonly name: string
  /** Its own queries that are not called weak. */
  readonly kept: { readonly n: number; readonly of: number }
  /** Queries of the other collections that are called weak; all of them together. */
  readonly foreign: { readonly n: number; readonly of: number }
  readonly gibberish: { readonly n: number; readonly of: number }
}

/** Queries taken of each other collection. */
const ofEach = 100

export async function measureWeak({ set, others, weakOf }: { readonly set: RetrievalSet; readonly others: readonly RetrievalSet[]; readonly weakOf: (text: string) => Promise<boolean> }): Promise<WeakFigures> {
  const count = async (texts: readonly string[], wanted: boolean) => {
    let n = 0
    for (const text of texts) if ((await weakOf(text)) === wanted) n++
    return { n, of: texts.length }
  }
  return {
    name: set.name,
    kept: await count(set.queries.map(({ text }) => text), false),
    foreign: await count(others.flatMap(({ queries }) => queries.slice(0, ofEach).map(({ text }) => text)), true),
    gibberish: await count(gibberish(100), true),
  }
}

/** Words of random letters, as a cat on a keyboard or a pasted token makes them. */
function gibberish(count: number): readonly string[] {
  const next = seededIntegers(7)
  const pick = (letters: string) => letters[next() % letters.length] ?? 'x'
  return Array.from({ length: count }, () => Array.from({ length: 2 + (next() % 4) }, () => Array.from({ length: 3 + (next() % 8) }, () => pick('abcdefghijklmnopqrstuvwxyz')).join('')).join(' '))
}
