export interface EditDistances {
  /** From the whole of the one to the whole of the other. */
  readonly whole: number
  /** From the whole of the first to that beginning of the second which is nearest. */
  readonly prefix: number
}

type Rows = [Uint16Array, Uint16Array, Uint16Array]
const rowsOf = (width: number): Rows => [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)]
/** A word is held against tens of thousands, and none of these calls waits for another. */
const scratch = rowsOf(64)

/**
 * Letters added, left out, changed, or swapped with their neighbour: Damerau and Levenshtein's distance as optimal string
 * alignment (no stretch is edited twice), in UTF-16 units.
 */
export function editDistances(from: string, to: string): EditDistances {
  const width = to.length + 1
  let [beforeLast, last, row] = width <= scratch[0].length ? scratch : rowsOf(width)
  for (let at = 0; at < width; at++) last[at] = at
  for (let i = 1; i <= from.length; i++) {
    row[0] = i
    for (let j = 1; j < width; j++) {
      const same = from[i - 1] === to[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      row[j] = least
    }
    [beforeLast, last, row] = [last, row, beforeLast]
  }
  let prefix = Infinity
  for (let at = 0; at < width; at++) prefix = Math.min(prefix, last[at] ?? Infinity)
  return { whole: last[to.length] ?? 0, prefix }
}
