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
  const places = new Map<string, Map<number, string>>()
  let base = 0
  for (const { terms, weight } of groups) {
    let last = base
    for (const term of terms) {
      const position = Math.min(base + term.position, lastPosition)
      last = Math.max(last, base + term.position)
      let positions = places.get(term.lexeme)
      if (!positions) {
        if (term.lexeme === '' || Buffer.byteLength(term.lexeme) > longestLexemeBytes) continue
        positions = new Map()
        places.set(term.lexeme, positions)
      }
      if (positions.size < mostPositions && !positions.has(position)) positions.set(position, weight === 'D' ? '' : weight)
    }
    if (terms.length > 0) base = last + groupGap
  }
  const entries: string[] = []
  for (const [lexeme, positions] of places) {
    const quoted = lexeme.replace(/['\\]/g, (character) => character + character)
    entries.push(`'${quoted}':${Array.from(positions, ([position, weight]) => `${position}${weight}`).join(',')}`)
  }
  return entries.join(' ')
}
