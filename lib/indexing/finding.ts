/** One kind of drift that a reconciliation found. */
export interface Finding {
  readonly kind: 'files' | 'revisions' | 'texts' | 'citations' | 'passages' | 'terms' | 'supersession' | 'entries' | 'embeddings' | 'segments' | 'leftovers'
  readonly count: number
  /** What is wrong, in a sentence with its count. */
  readonly message: string
  /** Some of the places, at most five. */
  readonly examples: readonly string[]
  /** Whether it is right again. */
  readonly repaired: boolean
}

const shown = 5

/** A finding about these places, or nothing when there are none. `words` gets the count with its noun's ending decided. */
export function findingOf(kind: Finding['kind'], places: readonly string[], words: (count: number) => string, repaired: boolean): readonly Finding[] {
  return places.length === 0 ? [] : [{ kind, count: places.length, message: words(places.length), examples: [...new Set(places)].slice(0, shown), repaired }]
}

/** "1 passage", "2 passages". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
