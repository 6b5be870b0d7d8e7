/** A passage's indexed terms as its tsvector holds them. */
export interface PassageTerms {
  /** Positions, ascending, of each lexeme in the passage's own text with the table headers and introductions indexed with it. */
  readonly own: ReadonlyMap<string, readonly number[]>
  /** Lexemes of the prefix: title, project, headings, content type. */
  readonly prefix: ReadonlySet<string>
}

/** Reads a tsvector's text form, in which the prefix has weight B and the own text none: `'a':1B,9 'it''s':10`. */
export function readPassageTerms(tsvector: string): PassageTerms {
  const own = new Map<string, number[]>()
  const prefix = new Set<string>()
  const entry = /'((?:[^'\\]|''|\\\\)*)':([0-9A-D,]+)/g
  for (let match = entry.exec(tsvector); match !== null; match = entry.exec(tsvector)) {
    const raw = match[1] ?? ''
    const lexeme = raw.includes("'") || raw.includes('\\') ? raw.replace(/''/g, "'").replace(/\\\\/g, '\\') : raw
    const positions: number[] = []
    for (const place of (match[2] ?? '').split(',')) {
      if (place.endsWith('B')) prefix.add(lexeme)
      else positions.push(Number(place))
    }
    if (positions.length > 0) own.set(lexeme, positions)
  }
  return { own, prefix }
}
