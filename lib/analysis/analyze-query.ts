import { analyze } from './analyze'
import { foldAccents, normaliseCase } from './fold'
import { isQuestionWord } from './question-words'
import { stopWords } from './stop-words'
import type { QueryTerm } from './term'

const halfWeight = 0.5

/**
 * A query's distinct lexemes over the given ISO 639-1 languages (English when none is given), in reading order; words that only phrase
 * a question and the parts of an identifier weigh ½, everything else 1. The stop words of the language the query seems to be in
 * are left out in every language. A query without words has no terms.
 */
export function analyzeQuery(text: string, languages: readonly string[]): QueryTerm[] {
  const searched = languages.length > 0 ? [...new Set(languages)] : ['en']
  const own = likeliestLanguage(text, searched)
  const others = searched.filter((language) => language !== own)
  const found = new Map<string, QueryTerm & { readonly startOffset: number }>()
  for (const language of [own, ...others]) {
    for (const { lexeme, form, startOffset, endOffset } of analyze(text, language)) {
      const surface = text.slice(startOffset, endOffset)
      const word = foldAccents(normaliseCase(surface))
      if (form === 'word' && stopWords(own).has(word)) continue
      // "war" and "die" are words here and articles there: half, because the other language's texts do not index them.
      const half = form === 'identifier-part' || isQuestionWord(word) || others.some((other) => stopWords(other).has(word))
      const weight = half ? halfWeight : 1
      const known = found.get(lexeme)
      if (!known || known.weight < weight) found.set(lexeme, { lexeme, weight, surface, form, startOffset })
    }
  }
  return [...found.values()]
    .sort((one, other) => one.startOffset - other.startOffset)
    .map(({ lexeme, weight, surface, form }) => ({ lexeme, weight, surface, form }))
}

function likeliestLanguage(text: string, languages: readonly string[]): string {
  const words = foldAccents(normaliseCase(text)).split(/[^\p{L}\p{N}']+/u)
  let best = languages[0] ?? 'en'
  let most = -1
  for (const language of languages) {
    const stops = stopWords(language)
    const count = words.filter((word) => stops.has(word)).length
    if (count > most) [best, most] = [language, count]
  }
  return best
}
