/** One lexeme's occurrences in a run of passages: ascending passage ids and how often it stands in each (1 to 255). */
export interface PostingList {
  readonly passages: Uint32Array
  readonly frequencies: Uint8Array
}

/** A segment covers at most this many consecutive passage ids, so that an offset fits 16 bits. */
export const maxSegmentSpan = 65_536

/** Packs a list as n little-endian 16-bit offsets from `firstPassage`, then n 8-bit frequencies. */
export function packPostings(list: PostingList, firstPassage: number): Uint8Array {
  const count = list.passages.length
  const bytes = new Uint8Array(count * 3)
  list.passages.forEach((passage, at) => {
    const offset = passage - firstPassage
    bytes[at * 2] = offset & 0xff
    bytes[at * 2 + 1] = offset >> 8
    bytes[count * 2 + at] = list.frequencies[at] ?? 1
  })
  return bytes
}

/** The inverse of packPostings. */
export function unpackPostings(bytes: Uint8Array, firstPassage: number): PostingList {
  const count = bytes.length / 3
  const passages = new Uint32Array(count)
  for (let at = 0; at < count; at++) passages[at] = firstPassage + ((bytes[at * 2] ?? 0) | ((bytes[at * 2 + 1] ?? 0) << 8))
  return { passages, frequencies: bytes.slice(count * 2) }
}

/** Lexemes of a tsvector's text form with their number of positions: `'a':1B,4 'it''s':2` gives a → 2, it's → 1. */
export function readTsvector(text: string): Map<string, number> {
  const frequencies = new Map<string, number>()
  const entry = /'((?:[^'\\]|''|\\\\)*)':([0-9A-D,]+)/g
  for (let match = entry.exec(text); match !== null; match = entry.exec(text)) {
    const lexeme = (match[1] ?? '').replace(/''/g, "'").replace(/\\\\/g, '\\')
    const positions = match[2] ?? ''
    let count = 1
    for (let at = positions.indexOf(','); at >= 0; at = positions.indexOf(',', at + 1)) count++
    frequencies.set(lexeme, Math.min(255, count))
  }
  return frequencies
}
