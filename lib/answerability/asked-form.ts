import { analyze } from '@/lib/analysis'
import { introducesSuch, numbersInWords, severalAsked } from '@/lib/evidence'
import { anyMonth } from './months'
import type { SentenceCandidate } from './sentence-candidates'

/** A fact that has a form of its own: the words that ask for it, and what it looks like where it stands. */
interface Form {
  /** What a sentence lacks, in words. */
  readonly what: string
  readonly asks: RegExp
  readonly holds: RegExp
}

const forms: readonly Form[] = [
  { what: 'a commit', asks: /\b(?:which|what) (?:commit|revision hash)\b|\bcommit hash\b/i, holds: /\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/i },
  { what: 'an address', asks: /\b(?:what|which) (?:is |was )?(?:the )?(?:web |e-?mail |ip(?:v[46])? )?(?:address|url)\b/i, holds: /https?:\/\/\S+|[\w.+-]+@[\w-]+\.\w+|\b[\w-]+(?:\.[\w-]+){2,}\b|\b[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/i },
  { what: 'a version', asks: /\b(?:what|which) version\b/i, holds: /\d/ },
  { what: 'an amount of money', asks: /\b(?:what|how much)\b[^?]*\b(?:(?<!in )charges?|charged|costs?|price|fee|pays?|paid|salary|earns?|earned|bills?|billed|refunds?|postage)\b/i, holds: /[€$£]\s?\d|\d[\d.,]*\s?(?:€|\$|£|eur\b|euros?\b|usd\b|dollars?\b|pln\b|zł|cents?\b|gbp\b|pounds?\b)|\bfree of charge\b|\bnothing\b/i },
  { what: 'a percentage', asks: /\bin per ?cent\b|\b(?:what|which) (?:percentage|share)\b/i, holds: /\d\s?%|\bper ?cent\b|\b(?:half|thirds?|quarters?) of\b|\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten) (?:out of|in|of) (?:every )?(?:\d+|ten|hundred|five|four|three)\b/i },
  { what: 'a weekday', asks: /\b(?:which|what) (?:weekday|day of the week)\b/i, holds: /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i },
  { what: 'a time of day', asks: /\b(?:at )?(?:which|what) (?:hours?|time of (?:the )?day)\b|\bat what time\b/i, holds: /\b\d{1,2}[:.]\d{2}\b|\b\d{1,2}\s?(?:am|pm)\b|\bo['’]clock\b|\b(?:noon|midnight)\b/i },
  { what: 'a date', asks: /\b(?:on )?(?:which|what) (?:day|date)\b(?! of the week)/i, holds: new RegExp(`\\d{4}-\\d{2}-\\d{2}|\\b\\d{1,2}(?:st|nd|rd|th)? (?:${anyMonth})\\b|\\b(?:${anyMonth}) \\d{1,2}(?:st|nd|rd|th)?\\b|days?\\b`, 'i') },
  { what: 'how often', asks: /\bhow (?:often|frequently)\b/i, holds: /\bevery\b|\beach (?:second|minute|hour|day|night|morning|evening|week|month|quarter|year|time|release|build|run)\b|\b(?:once|twice|thrice|never|daily|weekly|fortnightly|monthly|quarterly|hourly|nightly|yearly|annual(?:ly)?)\b|\b(?:a|an|per) (?:second|minute|hour|day|night|week|fortnight|month|quarter|year)\b|\btimes\b|\d+ (?:out )?of (?:the )?[\d,]+/i },
  { what: 'by how much', asks: /\bby how much\b|\bhow much (?:faster|slower|quicker|bigger|larger|smaller|cheaper|heavier|lighter)\b/i, holds: /\d[\d.,]*\s?(?:%|per ?cent|x\b|×|(?:milli|micro)?seconds?\b|[mµ]?s\b|minutes?\b|hours?\b|days?\b|[kmg]i?b\b|times\b|(?!weeks|months|years)[a-z]+s\b)|[€$£]\s?\d|\b(?:twice|thrice|half|third|quarter|doubl\w*|halv\w*|tripl\w*|\w+fold|order of magnitude)\b/i },
  { what: 'a place', asks: /^\s*(?:and )?where\b(?!\s+(?:does|do|did|can)\b)/i, holds: /\b(?:in|at|on|under|inside|into|behind|beside|near|from|within|next to|to)\s+\S/i },
]

/** Forms that the question asks for; none for most questions. */
export function formsAsked(question: string): readonly string[] {
  return forms.filter(({ asks }) => asks.test(question)).map(({ what }) => what)
}

/** "These four applications" are named elsewhere. */
const spokenOf = new RegExp(String.raw`\b(?:these|those|all) (?:${numbersInWords.join('|')}|\d{1,2}) (?:\p{L}+ )?\p{L}+s\b`, 'iu')

/** "Which eleven titles …" wants them by name: a sentence that says the noun must list something after it; what it does not list, in words. */
export function listLacking(question: string, sentence: string): string | null {
  const noun = severalAsked(question)?.noun
  if (noun === undefined) return null
  const spoken = spokenOf.exec(sentence)
  const at = spoken === null ? sentence.toLowerCase().indexOf(noun.toLowerCase()) : spoken.index + spoken[0].length - noun.length
  return at < 0 || /(?:,|:|;|\band\b|\bor\b).*\p{L}/iu.test(sentence.slice(at + noun.length)) ? null : `the ${noun} by name`
}

/** Whether a whole list has as many items as "which four apps" wants, and is introduced as such things. */
export function listsAsked(question: string, { text, listItems }: Pick<SentenceCandidate, 'text' | 'listItems'>): boolean {
  const several = severalAsked(question)
  return several !== null && listItems === several.count && introducesSuch(text.slice(0, text.indexOf('\n')), several.noun)
}

/** The first form that is asked for and that the sentence does not hold; null where it lacks none. */
export function formLacking(question: string, sentence: string): string | null {
  return forms.find(({ asks, holds }) => asks.test(question) && !holds.test(sentence))?.what ?? null
}

const stopsNoun = /^(?:is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would|in|on|at|of|for|to|by|with|per|from|during|after|before|since|until|there|it|they|we|i|you|he|she|the|an?|of|each|every|one|that|which|who|among)$/i
/** Words for lengths of time answer one another: "how many days" is answered by "three weeks". */
const duration = /^(?:second|minute|hour|day|week|month|quarter|year|night)s?$/i
const measure = /^(?:ms|s|min|h|seconds?|minutes?|hours?|days?|weeks?|months?|years?|nights?|evenings?|%|per ?cent|[km]b|gb|eur|euros?|usd|pln|characters?|letters?|pixels?|px)$/i

/** The noun that "how many …" counts, as its lexemes; null where nothing is counted. "How many times" counts what follows. */
export function countedNoun(question: string): { readonly words: string; readonly lexemes: ReadonlySet<string>; readonly isDuration: boolean } | null {
  const [, after] = /\bhow many\s+(.+)$/is.exec(question) ?? []
  if (after === undefined) return null
  const words: string[] = []
  for (const word of after.replace(/[?,.;].*$/s, '').split(/\s+/)) {
    if (stopsNoun.test(word) || words.length >= 3) break
    words.push(word)
  }
  const last = words.at(-1)
  if (last === undefined || words.some((word) => /^(?:times|more|fewer|less)$/i.test(word))) return null
  return { words: words.join(' '), lexemes: new Set(analyze(words.join(' '), 'en').map(({ lexeme }) => lexeme)), isDuration: words.some((word) => duration.test(word)) }
}

const numberWords = 'zero|no|none|nobody|never|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|once|twice|dozen|single|both|every|all|half'
const numbers = new RegExp(`(?<![\\p{L}\\p{N}.:-])(\\d+(?:[.,]\\d+)*|${numberWords})(?![\\p{L}\\p{N}])(?:\\s+([\\p{L}%]+))?`, 'giu')

/**
 * Whether a sentence counts what is counted: it (with its heading) holds the noun, and a number that is not that of
 * another measure or a year. "An approval expires after 72 hours" counts no approvals.
 */
export function holdsCount({ lexemes, isDuration }: { readonly lexemes: ReadonlySet<string>; readonly isDuration: boolean }, sentence: string, heading: string): boolean {
  const held = new Set(analyze(`${sentence}\n${heading}`, 'en').map(({ lexeme }) => lexeme))
  if (!isDuration && ![...lexemes].some((lexeme) => held.has(lexeme))) return false
  for (const { index, 1: value = '', 2: unit = '' } of sentence.matchAll(numbers)) {
    if (/^(?:19|20)\d{2}$/.test(value) && !lexemes.has(unit)) continue
    // "No longer" and "all of it" count nothing; "no approvals" does.
    if (/^(?:no|all|every|both|single|half)$/i.test(value) && !analyze(unit, 'en').some(({ lexeme }) => lexemes.has(lexeme))) continue
    // Something every five minutes takes no five minutes.
    if (isDuration && /\bevery\s+$/i.test(sentence.slice(0, index))) continue
    if (isDuration ? duration.test(unit) : !measure.test(unit) || analyze(unit, 'en').some(({ lexeme }) => lexemes.has(lexeme))) return true
    if (isDuration && unit !== '' && !measure.test(unit) && /^\p{L}+$/u.test(unit) && new RegExp(`${unit} (?:second|minute|hour|day|week|month|year|night)s?\\b`, 'i').test(sentence)) return true
  }
  return false
}
