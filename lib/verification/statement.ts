import { analyze } from '@/lib/analysis'
import { dateKey, dateKeys, findDates, type FoundDate, type WrittenDate } from './dates'
import { contentlessWords, emptyWords, hedges, irregularForms, measureUnits, negations, numberWords, quantifiers } from './logic-words'

export interface Word {
  /** As written, lower-case, plain apostrophes. */
  readonly lower: string
  /** What a claim's word is looked for by: a stem, a number's digits, an identifier's whole form, a date in one form. */
  readonly key: string
  /** What a word of the evidence is found by: its key, and of a date also its month and year. */
  readonly keys: readonly string[]
  readonly isContent: boolean
  readonly isName: boolean
  /** It denies and says nothing else: "not", "never". */
  readonly isDenial: boolean
  readonly isPossessive: boolean
  /** A comma, semicolon, colon or dash stands before it. */
  readonly opensClause: boolean
  /** Between parentheses or brackets; the sentence goes on behind them. */
  readonly isAside: boolean
  /** 'date', a unit such as '%', 'gb' or the stem of the counted word; null for what is no number. */
  readonly unit: string | null
  /** Whether the unit is one of measure or money, that a number never goes without. */
  readonly isMeasured: boolean
  readonly date: WrittenDate | null
  readonly startOffset: number
  readonly endOffset: number
}

/** A sentence read for comparison: its words in order and the words that turn its meaning. */
export interface Statement {
  readonly words: readonly Word[]
  readonly negationCount: number
  /** In order, as often as they stand there. */
  readonly hedges: readonly Word[]
}

const numberForm = String.raw`(?:(?<![\p{L}\p{N}_.)\-–−])[-−])?(?:\p{Sc}\s?)?\d+(?:[.,:]\d+)*`
const wordPattern = new RegExp(
  String.raw`${numberForm}(?![\p{L}\p{N}_-])(?:\s?(?:%|\p{Sc}(?!\s?\d)))?|[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*(?:[-‑'’./:@#+][\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)*`, 'gu',
)
const number = new RegExp(String.raw`^${numberForm}\s?(?:%|\p{Sc})?$`, 'u')
const attached = new RegExp(String.raw`^(\d+(?:[.,]\d+)*)(\p{L}+)$`, 'u')
const thousands = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
/** Joins a sentence to the one before and says nothing itself. */
const connective = /^[\s•*_>-]*(?:(?:additionally|furthermore|moreover|however|meanwhile|similarly|likewise|specifically|overall|finally|consequently|thus|hence|therefore|in addition|in fact|for example|for instance|as a result|and|but|also),?\s+)?/i
/** A list's number or a reference mark, which a sentence carries and does not say. */
const listNumber = /^\s*(?:[-*+•]\s+)?\d{1,2}[.)]\s+/
const referenceMark = /\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\](?!\()/g
const denial = /^(?:no|not|never|none|nobody|nothing|nowhere|neither|nor|cannot|nicht|kein|keine|keinen|nie)$|n't$/
const article = /^(?:the|an?|i)$/
const yearForm = /^(?:1\d{3}|20\d{2})$/

/** Reads one sentence in an ISO 639-1 language. */
export function readStatement(sentence: string, language: string): Statement {
  const listed = listNumber.exec(sentence)?.[0].length ?? 0
  const said = sentence.replace(referenceMark, (mark) => ' '.repeat(mark.length))
  const joined = listed + (connective.exec(said.slice(listed))?.[0].length ?? 0)
  const words = readWords(said, language).filter((word) => word.startOffset >= joined)
  return {
    words,
    negationCount: words.filter((word) => word.isDenial || negations.has(word.lower)).length,
    hedges: words.filter((word, index) => word.date === null && isHedge(word, words[index + 1])),
  }
}

function isHedge({ lower }: Word, next: Word | undefined): boolean {
  return lower === 'provided' ? next?.lower === 'that' : hedges.has(lower)
}

interface Token {
  readonly text: string
  readonly startOffset: number
  readonly date: WrittenDate | null
}

/** Words in order, each written date as one. */
function tokenize(sentence: string): Token[] {
  const dates = findDates(sentence)
  const words = [...sentence.matchAll(wordPattern)].filter(({ index }) => !dates.some((date) => date.startOffset <= index && index < date.endOffset))
  const tokens = words.flatMap((match): Token[] => splitUnit(match[0], match.index))
  return [...tokens, ...dates.map((date) => dateToken(sentence, date))].sort((one, other) => one.startOffset - other.startOffset)
}

function dateToken(sentence: string, { startOffset, endOffset, date }: FoundDate): Token {
  return { text: sentence.slice(startOffset, endOffset), startOffset, date }
}

/** "3GB" is "3 GB". */
function splitUnit(text: string, startOffset: number): Token[] {
  const [, digits = '', unit = ''] = attached.exec(text) ?? []
  if (!measureUnits.has(unit.toLowerCase())) return [{ text, startOffset, date: null }]
  return [{ text: digits, startOffset, date: null }, { text: unit, startOffset: startOffset + digits.length, date: null }]
}

function readWords(sentence: string, language: string): Word[] {
  const tokens = tokenize(sentence)
  const stems = tokens.map(({ text }) => keyOf(text, language))
  const asides = findAsides(sentence)
  return tokens.map((token, index): Word => {
    const surface = token.text.replace(/['’]s$/, '')
    const lower = surface.toLowerCase().replaceAll('’', "'")
    const digits = token.date === null ? numberOf(lower) : null
    const next = tokens[index + 1]
    const date = token.date ?? (digits !== null && isYear(lower, next) ? { year: Number(digits), month: null, day: null } : null)
    const isName = index > 0 && date === null && /^\p{Lu}/u.test(surface)
    // "Not only" adds instead of denying.
    const isDenial = denial.test(lower) && !(lower === 'not' && /^(?:only|just|merely)$/.test(next?.text ?? ''))
    const unit = date !== null ? 'date' : digits === null ? null : unitOf(lower, stems[index + 1], next?.text.toLowerCase())
    const key = date !== null ? dateKey(date) : (digits ?? stems[index] ?? lower)
    return {
      lower, key,
      keys: date === null ? [key] : dateKeys(date),
      isContent: unit !== null || (!contentlessWords.has(lower) && (quantifiers.has(lower) || (isName && !article.test(lower)) || !(emptyWords.has(lower) || denial.test(lower)))),
      isDenial, isName,
      isPossessive: surface.length < token.text.length || /^['’]s?(?!\p{L})/u.test(sentence.slice(token.startOffset + token.text.length).trimStart()),
      opensClause: index > 0 && /[,;:—–]|\s--?\s/.test(sentence.slice(endOf(tokens[index - 1]), token.startOffset)),
      isAside: asides.some(({ startOffset, endOffset }) => startOffset < token.startOffset && token.startOffset < endOffset),
      unit,
      isMeasured: unit !== null && (unit === '%' || /\p{Sc}/u.test(unit) || measureUnits.has(next?.text.toLowerCase() ?? '')),
      date,
      startOffset: token.startOffset,
      endOffset: endOf(token),
    }
  })
}

function endOf(token: Token | undefined): number {
  return token === undefined ? 0 : token.startOffset + token.text.trimEnd().length
}

/** Spans in parentheses or brackets, the text of a link not among them. */
function findAsides(sentence: string): { readonly startOffset: number; readonly endOffset: number }[] {
  const asides: { startOffset: number; endOffset: number }[] = []
  const open: { readonly mark: string; readonly at: number }[] = []
  for (let at = 0; at < sentence.length; at += 1) {
    const mark = sentence.charAt(at)
    if (mark === '(' || mark === '[') open.push({ mark, at })
    const last = open[open.length - 1]
    if (last === undefined || mark !== (last.mark === '(' ? ')' : ']')) continue
    open.pop()
    const glued = last.at > 0 && /[\p{L}\p{N}_]/u.test(sentence.charAt(last.at - 1))
    if (!glued && !(mark === ']' && sentence.charAt(at + 1) === '(')) asides.push({ startOffset: last.at, endOffset: at })
  }
  return asides
}

function keyOf(surface: string, language: string): string {
  const plain = surface.replaceAll('’', "'").replace(/'s$/, '')
  const word = language === 'en' ? inOneSpelling(plain) : plain
  const [whole] = analyze(word, language)
  return whole?.lexeme ?? word.toLowerCase()
}

/** English words that are one in different clothes: "colour" and "color", "wrote" and "write", "U.S." and "US". */
function inOneSpelling(word: string): string {
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return word.replaceAll('.', '')
  return irregularForms.get(word.toLowerCase()) ?? word.replace(/(?<=\p{L}{3})our(?=(?:s|ed|ing|ite|able|ful|less)?$)/u, 'or').replace(/(?<=\p{L}{4})is(?=(?:e|es|ed|ing|ation|ations)$)/u, 'iz')
}

/** The digits as they are: 1.0 is another version than 1.00, and a comma divides thousands only where it can. */
function numberOf(lower: string): string | null {
  if (!number.test(lower)) return numberWords[lower] ?? null
  const plain = lower.replace(/[\s%]|\p{Sc}/gu, '').replace('−', '-')
  return thousands.test(plain) ? plain.replaceAll(',', '') : plain
}

/** Four digits that count something are no year. */
function isYear(lower: string, next: Token | undefined): boolean {
  const word = next?.text ?? ''
  return yearForm.test(lower) && !measureUnits.has(word.toLowerCase()) && !/^\p{Ll}{3,}s$/u.test(word)
}

function unitOf(lower: string, nextStem: string | undefined, next: string | undefined): string {
  if (lower.includes('%') || next === 'percent' || next === 'per') return '%'
  const currency = /\p{Sc}/u.exec(lower)?.[0]
  if (currency !== undefined) return currency
  return nextStem === undefined || /^\d/.test(nextStem) ? '' : nextStem
}
