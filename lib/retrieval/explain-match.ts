import type { QueryTerm, Term } from '@/lib/analysis'

export interface MatchedStretch {
  readonly startOffset: number
  readonly endOffset: number
}

/** Where the query's words stand in a text: ascending, not overlapping. */
export function findMatches(query: readonly QueryTerm[], terms: readonly Term[]): MatchedStretch[] {
  const wanted = new Set(query.map(({ lexeme }) => lexeme))
  const found = terms.filter(({ lexeme }) => wanted.has(lexeme)).map(({ startOffset, endOffset }) => ({ startOffset, endOffset }))
  found.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const merged: MatchedStretch[] = []
  for (const stretch of found) {
    const last = merged.at(-1)
    if (last !== undefined && stretch.startOffset < last.endOffset) merged[merged.length - 1] = { startOffset: last.startOffset, endOffset: Math.max(last.endOffset, stretch.endOffset) }
    else merged.push(stretch)
  }
  return merged
}

interface Grounds {
  /** Why it is shown although default search leaves it out, as a clause; null where it does not. */
  readonly leftOut: string | null
  /** Its document goes by the very words of the query. */
  readonly named: boolean
  readonly words: readonly string[]
  readonly queryWords: number
  readonly headingWords: readonly string[]
  readonly phrase: boolean
  /** Null in lexical-only mode. */
  readonly cosine: number | null
  readonly vectorRank: number | null
}

/** Why a passage matched, in one sentence: what a person can check against the text. */
export function explainMatch({ leftOut, named, words, queryWords, headingWords, phrase, cosine, vectorRank }: Grounds): string {
  const lead = leftOut ?? (named ? 'In the document of that name' : null)
  const parts: string[] = []
  const quoted = words.slice(0, 4).map((word) => `“${word}”`)
  if (words.length > 0) {
    const list = quoted.length < words.length ? `${quoted.join(', ')} and ${words.length - quoted.length} more` : joinWords(quoted)
    parts.push(words.length === queryWords && queryWords > 1 ? `Holds every word: ${list}` : `Holds ${list}`)
    if (phrase) parts.push('next to each other')
  }
  if (headingWords.length > 0) parts.push(words.length === 0 ? `Under a heading or title with ${joinWords(headingWords.map((word) => `“${word}”`))}` : 'under a heading or title that names it')
  const close = vectorRank !== null && vectorRank <= 10 ? 'close in meaning' : cosine !== null && cosine >= 0.5 ? 'near in meaning' : null
  if (close !== null) parts.push(parts.length === 0 ? `${close.charAt(0).toUpperCase()}${close.slice(1)}; shares no word` : close)
  const match = parts.length === 0 ? 'Distantly related in meaning.' : `${parts.join('; ').replace('; next to', ', next to').replace('; under', ', under')}.`
  return lead === null ? match : parts.length === 0 ? `${lead}.` : `${lead}. ${match}`
}

function joinWords(words: readonly string[]): string {
  return words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
