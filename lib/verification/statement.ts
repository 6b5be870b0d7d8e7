import { analyze } from '@/lib/analysis'
import { emptyWords, hedges, months, negations, numberWords, quantifiers } from './logic-words'

export interface Word {
  /** As written, lower-case, plain apostrophes. */
  readonly lower: string
  /** What two words are compared by: a stem, a number's digits, an identifier's whole form. */
  readonly key: string
  readonly isContent: boolean
  readonly isName: boolean
  /** It denies and says nothing else: "not", "never". */
  readonly isDenial: boolean
  /** 'year', 'month', a unit such as '%' or the stem of the counted word; null for what is no number. */
  readonly unit: string | null
  readonly startOffset: number
  readonly endOffset: number
}

/** A sentence read for comparison: its words in order and the words that turn its meaning. */
export interface Statement {
  readonly words: readonly Word[]
  readonly negationCount: number
  /** In order, as often as they stand there. */
  readonly hedges: readonly string[]
}

const wordPattern = /\p{Sc}?\d+(?:[.,:]\d+)*(?![\p{L}\p{N}_-])(?:\s?%)?|[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*(?:[-'’./:@#+][\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)*/gu
const number = /^\p{Sc}?\d+(?:[.,:]\d+)*\s?%?$/u
/** Joins a sentence to the one before and says nothing itself. */
const connective = /^[\s•*_>-]*(?:additionally|furthermore|moreover|however|meanwhile|similarly|likewise|specifically|overall|finally|consequently|thus|hence|therefore|in addition|in fact|for example|for instance|as a result|and|but|also),?\s+/i
const denial = /^(?:no|not|never|none|nobody|nothing|nowhere|neither|nor|cannot|nicht|kein|keine|keinen|nie)$|n't$/
const article = /^(?:the|an?|i)$/
const year = /^(?:1\d{3}|20\d{2})$/

/** Reads one sentence in an ISO 639-1 language. */
export function readStatement(sentence: string, language: string): Statement {
  const joined = connective.exec(sentence)?.[0].length ?? 0
  const words = readWords(sentence, language).filter((word) => word.startOffset >= joined)
  return {
    words,
    negationCount: words.filter((word) => word.isDenial || negations.has(word.lower)).length,
    hedges: words.filter((word) => hedges.has(word.lower) && word.unit !== 'month').map((word) => word.lower),
  }
}

function readWords(sentence: string, language: string): Word[] {
  const matches = [...sentence.matchAll(wordPattern)]
  const keys = matches.map((match) => keyOf(match[0], language))
  return matches.map((match, index) => {
    const surface = match[0].replace(/['’]s$/, '')
    const lower = surface.toLowerCase().replaceAll('’', "'")
    const digits = numberOf(lower)
    const beside = [matches[index - 1], matches[index + 1]].map((near) => near?.[0].toLowerCase() ?? '')
    const isName = index > 0 && /^\p{Lu}/u.test(surface)
    // "Not only" adds instead of denying.
    const isDenial = denial.test(lower) && !(lower === 'not' && /^(?:only|just|merely)$/.test(matches[index + 1]?.[0] ?? ''))
    return {
      lower,
      key: digits ?? keys[index] ?? lower,
      isContent: digits !== null || quantifiers.has(lower) || (isName && !article.test(lower)) || !(emptyWords.has(lower) || denial.test(lower)),
      isDenial,
      isName,
      unit: digits === null ? (months.has(lower) || (isName && lower === 'may') ? 'month' : null) : unitOf(lower, digits, keys[index + 1], beside),
      startOffset: match.index,
      endOffset: match.index + match[0].trimEnd().length,
    }
  })
}

function keyOf(surface: string, language: string): string {
  const [whole] = analyze(surface, language)
  return whole?.lexeme ?? surface.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')
}

function numberOf(lower: string): string | null {
  if (number.test(lower)) return lower.replace(/[\s,%]|\p{Sc}/gu, '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  return numberWords[lower] ?? null
}

function unitOf(lower: string, digits: string, next: string | undefined, beside: readonly string[]): string {
  if (lower.includes('%') || next === 'percent' || next === 'per') return '%'
  const currency = /\p{Sc}/u.exec(lower)?.[0]
  if (currency !== undefined) return currency
  if (year.test(digits) && digits === lower) return 'year'
  // Days compare within their month only.
  const month = beside.find((word) => months.has(word) || word === 'may')
  if (month !== undefined && digits.length <= 2) return `day of ${month}`
  return next === undefined || /^\d/.test(next) ? '' : next
}
