import type { Term } from './term'

/** A text's terms under the tsvector weight its place in the document has (A for a title, D for a body). */
export interface WeightedTerms {
  readonly terms: readonly Term[]
  readonly weight: 'A' | 'B' | 'C' | 'D'
}

// PostgreSQL's own limits for tsvector.
const lastPosition = 16_383
const mostPositions = 255
const longestLexemeBytes = 2_000
/** Wider than any distance a phrase query uses, so that no phrase spans two groups. */
const groupGap = 8

/**
 * The text form of a PostgreSQL tsvector over groups of terms: each group's positions follow the previous ones after a gap of 8.
 * Positions beyond 16383 count there, each lexeme keeps its first 255, and lexemes over 2000 bytes are left out; no terms give ''.
 */
export function toTsvector(groups: readonly WeightedTerms[]): string {
  const entries = new Map<string, Entry>()
  let base = 0
  for (const { terms, weight } of groups) {
    const mark = weight === 'D' ? '' : weight
    let last = base
    for (const term of terms) {
      const position = Math.min(base + term.position, lastPosition)
      last = Math.max(last, base + term.position)
      const entry = entries.get(term.lexeme)
      if (entry === undefined) {
        if (term.lexeme !== '' && Buffer.byteLength(term.lexeme) <= longestLexemeBytes) entries.set(term.lexeme, { positions: `${position}${mark}`, last: position, count: 1 })
      } else if (entry.count < mostPositions && entry.last < position) {
        entry.positions += `,${position}${mark}`
        entry.last = position
        entry.count++
      }
    }
    if (terms.length > 0) base = last + groupGap
  }
  return Array.from(entries, ([lexeme, { positions }]) => `'${lexeme.replace(/['\\]/g, (character) => character + character)}':${positions}`).join(' ')
}

interface Entry {
  positions: string
  /** Terms come in reading order, so a position that is not beyond it is there already. */
  last: number
  count: number
}
