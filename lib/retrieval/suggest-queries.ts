import { LRUCache } from 'lru-cache'
import { scopesKey, type Identity } from '@/lib/access'
import { analyze, type QueryTerm } from '@/lib/analysis'
import type { Database } from '@/lib/database'
import { parseQuery } from './parse-query'
import type { SearchFilters, Suggestion } from './search'
import { loadPostings } from './search-lexical'
import { phraseConditions } from './search-phrases'
import { loadVisible } from './search-visible'
import { loadVocabulary, readWritten } from './search-vocabulary'
import { rewriteQuery } from './suggest-rewrite'
import { mistakesBetween, nearLexemes, plain } from './suggest-words'

export interface SuggestionSearch {
  readonly database: Database
  readonly generation: number
  readonly identity: Identity
  /** Whatever narrows the search narrows its suggestions, so that following one finds something. */
  readonly filters: SearchFilters
  readonly query: string
  readonly terms: readonly QueryTerm[]
  readonly languages: readonly string[]
  /** Words of the query, as written, that stand nowhere in what the identity may see. */
  readonly unknown: readonly string[]
}

/** More unknown words than this are no slip of the fingers. */
const mostWords = 4
const lexemesPerWord = 12
const passagesPerLexeme = 3

/** A word of the notes that may be meant by an unknown one. */
interface Meant {
  readonly written: string
  readonly mistakes: number
  readonly sameStart: boolean
  readonly passages: number
}

const caches = new WeakMap<Database, LRUCache<string, readonly Meant[]>>()

/** For when entries of a generation were put right in place, or a document was purged. */
export function forgetSuggestions(database: Database): void {
  caches.delete(database)
}

/**
 * What the query may have meant: for each unknown word the nearest word, as written in a passage that the identity finds
 * under these filters, and a second one where two are equally near. `query` has every unknown word replaced for which
 * there is one. Empty where nothing is near.
 */
export async function suggestQueries(search: SuggestionSearch): Promise<readonly Suggestion[]> {
  const { database, generation, identity, filters, query, unknown } = search
  if (unknown.length === 0) return []
  const cache = caches.get(database) ?? new LRUCache<string, readonly Meant[]>({ max: 500 })
  caches.set(database, cache)
  const meant = new Map<string, readonly Meant[]>()
  for (const word of unknown.slice(0, mostWords)) {
    const key = JSON.stringify([generation, scopesKey(identity), filters, word, search.languages])
    const found = cache.get(key) ?? (await findMeant(search, word))
    cache.set(key, found)
    if (found.length > 0) meant.set(word, found)
  }
  const nearest = new Map([...meant].flatMap(([word, [first]]) => (first === undefined ? [] : [[word.toLowerCase(), first.written] as const])))
  const suggestions = [...meant].flatMap(([word, found]) => found.map(({ written }): Suggestion => ({
    word, instead: written, query: rewriteQuery(query, new Map([...nearest, [word.toLowerCase(), written]])),
  })))
  const finding = await Promise.all(suggestions.map((suggestion) => findsSomething(search, suggestion.query)))
  return suggestions.filter((_, at) => finding[at])
}

async function findMeant({ database, generation, identity, filters, terms }: SuggestionSearch, word: string): Promise<readonly Meant[]> {
  const visible = await loadVisible(database, generation, identity, filters)
  const typed = plain(word)
  const stems = terms.filter(({ surface, form }) => surface.toLowerCase() === word.toLowerCase() && form === 'word').map(({ lexeme }) => lexeme)
  const near = [...new Set((await loadVocabulary(database, visible.maxPassage)).flatMap((vocabulary) => nearLexemes(typed, stems, vocabulary)))]
  if (near.length === 0) return []
  const lists = await loadPostings(database, near, visible.maxPassage)
  // Only now cut off: what is hidden must not take the place of what is not.
  const holding = new Map(near.flatMap((lexeme) => {
    const passages = (lists.get(lexeme) ?? []).flatMap((list) => [...list.passages].filter((passage) => visible.has(passage)))
    return passages.length === 0 ? [] : [[lexeme, passages] as const]
  }).slice(0, lexemesPerWord))
  const texts = await readWritten(database, generation, identity, filters, [...new Set([...holding.values()].flatMap((passages) => passages.slice(0, passagesPerLexeme)))])
  const meant = new Map<string, Meant>()
  for (const { text, language } of texts) for (const { lexeme, startOffset, endOffset } of analyze(text, language)) {
    const passages = holding.get(lexeme)
    if (passages === undefined) continue
    const written = text.slice(startOffset, endOffset)
    const key = plain(written)
    const known = meant.get(key)
    if (known !== undefined) {
      // "Policy" begins a sentence, "policy" is the word.
      if (written === written.toLowerCase()) meant.set(key, { ...known, written })
      continue
    }
    const mistakes = mistakesBetween(typed, key)
    if (mistakes !== null) meant.set(key, { written, mistakes, sameStart: key[0] === typed[0], passages: passages.length })
  }
  const nearest = [...meant.values()].sort((a, b) => a.mistakes - b.mistakes || Number(b.sameStart) - Number(a.sameStart) || b.passages - a.passages || (a.written < b.written ? -1 : 1))
  return nearest.filter(({ mistakes }, at) => at === 0 || (at === 1 && mistakes === nearest[0]?.mistakes))
}

/** A word alone is somewhere; a phrase that holds it may be nowhere, and an exclusion may leave nothing of it. */
async function findsSomething({ database, generation, identity, filters, languages }: SuggestionSearch, query: string): Promise<boolean> {
  const { phrases, excluded } = parseQuery(query)
  if (phrases.length + excluded.length === 0) return true
  const conditions = await phraseConditions(phrases, excluded, { database, generation, identity, languages })
  return (await loadVisible(database, generation, identity, filters, conditions)).count > 0
}
