import { sql, type SQL } from 'drizzle-orm'
import { analyze } from '@/lib/analysis'
import { intArray } from '@/lib/database'
import type { PostingList } from '@/lib/indexing'
import { loadPostings } from './search-lexical'
import type { NameView } from './search-names'
import { loadVisible } from './search-visible'

interface PhraseQuery {
  /** A tsquery of lexemes at their distances. */
  readonly query: string
  readonly lexemes: readonly string[]
}

/** A phrase over our lexemes; null when it holds nothing that is indexed. */
function phraseQuery(phrase: string, language: string): PhraseQuery | null {
  const terms = analyze(phrase, language).filter(({ form }) => form !== 'identifier-part')
  const parts: string[] = []
  const lexemes: string[] = []
  let previous: number | null = null
  for (const { lexeme, position } of terms) {
    if (previous !== null) {
      if (position === previous) continue
      parts.push(`<${position - previous}>`)
    }
    parts.push(`'${lexeme.replace(/['\\]/g, (character) => character + character)}'`)
    lexemes.push(lexeme)
    previous = position
  }
  return parts.length === 0 ? null : { query: parts.join(' '), lexemes }
}

export interface PhraseSearch extends NameView {
  readonly languages: readonly string[]
}

/**
 * Conditions of quoted phrases and exclusions on a passage `p`: postings say which passages hold all of a phrase's words,
 * and only of those is the tsvector read for their places. True where nothing is asked.
 */
export async function phraseConditions(phrases: readonly string[], excluded: readonly string[], { database, generation, identity, languages }: PhraseSearch): Promise<SQL> {
  const { maxPassage } = await loadVisible(database, generation, identity, { history: true })
  const anyLanguage = async (phrase: string): Promise<SQL | null> => {
    const decided = languages.filter((language) => language !== 'und').flatMap((language) => phraseQuery(phrase, language) ?? [])
    // `und` has no stop words: of those alone it must not ask for, or refuse, the short notes that hold them.
    if (decided.length === 0) return null
    const undecided = languages.includes('und') ? phraseQuery(phrase, 'und') : null
    const queries = new Map([...decided, ...(undecided === null ? [] : [undecided])].map((query) => [query.query, query]))
    const lists = await loadPostings(database, [...new Set([...queries.values()].flatMap(({ lexemes }) => lexemes))], maxPassage)
    const holding = [...queries.values()].map(({ query, lexemes }) => {
      const passages = intersect(lexemes.map((lexeme) => lists.get(lexeme) ?? []))
      // Of one word, whoever holds it has the phrase.
      return lexemes.length === 1 ? sql`p.id = any(${intArray(passages)})` : sql`(p.id = any(${intArray(passages)}) and p.terms @@ ${query}::tsquery)`
    })
    return sql`(${sql.join(holding, sql` or `)})`
  }
  const required = (await Promise.all(phrases.map(anyLanguage))).filter((condition) => condition !== null)
  const refused = (await Promise.all(excluded.map(anyLanguage))).filter((condition) => condition !== null).map((condition) => sql`not ${condition}`)
  const all = [...required, ...refused]
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

/** Passages that are in every one of these lexemes' lists. */
function intersect(lexemes: readonly (readonly PostingList[])[]): number[] {
  const rarestFirst = lexemes.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  let common: readonly number[] | null = null
  for (const lists of rarestFirst) {
    const holding = lists.flatMap(({ passages }) => [...passages])
    if (common === null) common = holding
    else {
      const known = new Set(holding)
      common = common.filter((passage) => known.has(passage))
    }
  }
  return [...(common ?? [])]
}

function sizeOf(lists: readonly PostingList[]): number {
  return lists.reduce((sum, { passages }) => sum + passages.length, 0)
}
