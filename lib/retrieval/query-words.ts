import type { QueryTerm } from '@/lib/analysis'

/** A word of the query with every stem it is looked up by: one for each language in view. */
export interface QueryWord {
  readonly lexemes: readonly string[]
  readonly weight: number
}

/** By their query: every candidate is asked for the words of the same one. */
const known = new WeakMap<readonly QueryTerm[], readonly QueryWord[]>()

/** The query's words in their order; identifiers count whole, their parts not at all. */
export function queryWords(query: readonly QueryTerm[]): readonly QueryWord[] {
  const words = known.get(query) ?? readWords(query)
  known.set(query, words)
  return words
}

function readWords(query: readonly QueryTerm[]): readonly QueryWord[] {
  const words = new Map<string, { readonly lexemes: string[]; readonly weight: number }>()
  for (const term of query) {
    if (term.form === 'identifier-part') continue
    const word = words.get(wordOf(term))
    if (word === undefined) words.set(wordOf(term), { lexemes: [term.lexeme], weight: term.weight })
    else word.lexemes.push(term.lexeme)
  }
  return [...words.values()]
}

/** Names the word a term belongs to: stems of one word share it. */
export function wordOf({ form, surface, lexeme }: QueryTerm): string {
  return form === 'word' ? `word ${surface.toLowerCase()}` : `${form} ${lexeme}`
}
