import { analyze, isPastForm, isQuestionWord, stopWords } from '@/lib/analysis'
import { anyMonth } from './months'
import type { SentenceCandidate } from './sentence-candidates'
import type { Question } from './understand-question'

/** The kind of thing that would answer, more finely than a question's type: what a sentence must add to be the answer. */
export type AnswerKind = 'number' | 'time' | 'person' | 'place' | 'reason' | 'manner' | 'identifier' | 'name'

interface Place {
  readonly startOffset: number
  readonly endOffset: number
}

const numberWord = /\b(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?|billions?|once|twice|half|quarter|dozens?|several|a few|a couple|never|every|none|no)\b/gi
/** Not a year's, a version's or an identifier's digits. */
const digits = /(?<![\p{L}\p{N}_-]|\d[.:/])\d[\d.,]*(?![\p{L}_]{2}|[-:/.]\d)/gu
const dated = /\b\d{4}-\d{2}(?:-\d{2})?\b|\b\d{1,2}:\d{2}\b|\b(?:in|since|until|by|of|from|before|after|january|february|march|april|may|june|july|august|september|october|november|december)\s+(?:19|20)\d{2}\b|\b\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)\b/gi
const duration = /^\s*(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms|%|percent)\b/i
const timeWord = /\b\d{4}-\d{2}(-\d{2})?\b|\b(1\d|20)\d{2}s?\b|\b\d{1,2}(st|nd|rd|th) century\b|\b(january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter)\b|\b\d{1,2}:\d{2}\b|\b\d{1,2} ?(?:am|pm)\b|\bo['’]clock\b|\b(?:noon|midnight|half past|quarter past|quarter to)\b|\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|sixty|ninety) (days?|weeks?|months?|years?|hours?|minutes?)\b/gi
/** "Until when?" is answered by what ends it as well as by a day. */
const untilWhen = /\buntil when\b|\bhow long\b|\buntil what\b/i
const untilThen = /\b(?:until|till|only while|as long as|for the lifetime of)\b/gi
const reasonWord = new RegExp(String.raw`\b(because|since(?! (?:before|then|v?\d|${anyMonth}))|so that|so the|due to|in order to|otherwise|therefore|which is why|as a result|reason|to avoid|to keep|to make|caused|led to|meant|cannot|could not|for the sake|in (?:the )?light of|given (?:this|that)|for (?:this|that|these|those) reasons?|(?:this|that) is why)\b`, 'gi')
const mannerWord = /\b(by|through|via|using|with|means of|so that)\b/gi
const roleWord = /\b(operator|owner|engineer|reviewer|approver|author|team|editor|manager|lead|on-call|person|people|group|customer|tenant)\b/gi
/** Who writes may be who is asked for, where they say that they did it: "we built it". */
const writer = /\b(?:i|we)\b(?:\s+(?:have|had|will|would|also|then|do|did|can|must|should))*\s+(\p{L}{3,})/giu
const name = /\p{Lu}[\p{L}\p{N}'’-]*(?:\s+(?:(?:of|the|de|van|von)\s+)?\p{Lu}[\p{L}\p{N}'’-]*)*|\b\p{Lu}\.\s?\p{Lu}\./gu
/** A row as it is stated, "First: petra; Second: tk": names are often written small there. */
const nameInCell = /(?<=: )\p{L}[\p{L}.]{1,19}(?=;|$)/gu
const code = /`[^`]+`/g
const identifier = /`[^`]+`|(?<![\p{L}\p{N}])(?=[\w./-]*(?:\d|_|\p{Ll}\p{Lu}))[\p{L}\d][\w./-]*[\p{L}\d]/gu

/** Whether a sentence says by its own words that it gives a reason. */
export function givesReason(words: string): boolean {
  return match(words, reasonWord).length > 0
}

/** The context of a decision gives its reasons, and no others. */
export const asksOfDecision = /\b(?:decid|decision|chose|choose|chosen|adopt|introduc|replac|add|drop|remov|mov|switch|chang|need|wanted?|stop|abandon|g[iae]ve up|given up|retir|deprecat|delet|reject|archiv|merg|split|rewr|leav|left|turn|creat|migrat|proposed?|no longer|get(?:ting)? rid|got rid)/i

/** Why something is bad, or was ended, is told by what is wrong with it. */
const asksWhyNot = /\b(?:problem|issue|bad|wrong|dangerous|risky|avoid|not|stop|drop|remov|deprecat|replac|retir|abandon|g[iae]ve up|given up|get rid|got rid|reject)/i
const fault = /\b(?:difficult|hard to|impossible|poorly|deprecated|unsupported|end[- ]of[- ]life|insecure|brittle|expensive|slow|confusing|broken|outdated|obsolete|fragile|unreliable|error[- ]prone|misleading|inconsistent|drawbacks?|fails?|no longer)\b/gi

/** Null where nothing about the words says what would answer. */
export function answerKind({ type, text }: Pick<Question, 'type' | 'text'>): AnswerKind | null {
  if (type === 'number' || type === 'time' || type === 'person' || type === 'reason') return type
  const start = text.trim().toLowerCase()
  if (/\bwhere\b|\b(?:what|which) (?:\w+ )?(?:city|cities|country|countries|place|region|state|province|town|continent|area|location|river|street|folder|file|directory)\b/.test(start)) return 'place'
  if (/^(?:and |so |but |please )*how\b/.test(start)) return 'manner'
  if (/\b(?:what|which) (?:[\w-]+ )?(?:decision|adr|rfc|release|version|commit|key|code|error|field|flag|option|command|setting|parameter|header|run|ticket|endpoint)\b/.test(start)) return 'identifier'
  if (/\b(?:what|which) (?:\w+ )?(?:name|title|term|word|organi[sz]ation|company|firm|provider|vendor|supplier|manufacturer|group|language|book|war|battle|team|king|ruler|leader|dynasty|university|act|law|treaty)\b|\b(?:called|named|known as)\b/.test(start)) return 'name'
  return null
}

/**
 * The places in a text that hold something of that kind which the question did not say. A count that is asked for is no
 * number of another unit, except with `anyUnit`.
 */
export function findKind(kind: AnswerKind, words: string, question: Pick<Question, 'text'>, { item }: Pick<SentenceCandidate, 'item'>, { anyUnit = false } = {}): readonly Place[] {
  const heading = item.headingPath.at(-1) ?? item.title
  switch (kind) {
    case 'reason': return [...match(words, reasonWord), ...(asksWhyNot.test(question.text) ? match(words, fault) : []), ...(/reason|why|because|root cause|motivation|rationale/i.test(heading) || (/^(?:context|(?:the )?problems?|background)\b/i.test(heading) && asksOfDecision.test(question.text)) ? [{ startOffset: 0, endOffset: 0 }] : [])]
    case 'manner': return match(words, mannerWord)
    case 'number': return fresh(kind, words, question.text, [...countsIn(words, anyUnit ? '' : question.text), ...match(words, numberWord)])
    case 'time': return fresh(kind, words, question.text, [...match(words, timeWord).filter(({ endOffset }) => !(/\bwill\b/i.test(question.text) && /^\s+ago\b/i.test(words.slice(endOffset)))), ...(untilWhen.test(question.text) ? match(words, untilThen) : [])])
    case 'person': return fresh(kind, words, question.text, [...match(words, name).filter((place) => mayBePerson(words, place)), ...match(words, nameInCell), ...match(words, roleWord), ...writersIn(words, question.text)])
    case 'identifier': return fresh(kind, words, question.text, match(words, identifier))
    case 'place': return fresh(kind, words, question.text, [...match(words, name), ...match(words, code)])
    case 'name': return fresh(kind, words, question.text, match(words, name))
    default: return kind satisfies never
  }
}

function writersIn(words: string, question: string): Place[] {
  const written = [...words.matchAll(writer)]
  const asked = written.length === 0 ? new Set<string>() : new Set(analyze(question, 'en').map(({ lexeme }) => lexeme))
  return written.filter(([, verb = '']) => analyze(verb, 'en').some(({ lexeme }) => asked.has(lexeme))).map(({ index, 0: text }) => ({ startOffset: index, endOffset: index + text.length }))
}

/** What is written in capitals or as code names no person; what opens a sentence may, where it acts: "Petra wrote it", not "Enabling HTTP/3". */
function mayBePerson(words: string, { startOffset, endOffset }: Place): boolean {
  const text = words.slice(startOffset, endOffset)
  const isCode = (words.slice(0, startOffset).match(/`/g) ?? []).length % 2 === 1
  const named = text.split(/\s+/).filter((word) => !/^[\p{Lu}\p{N}]{2,}$/u.test(word))
  if (isCode || named.length === 0) return false
  const opens = /(?:^|[.!?:]\s+|["“(|*]\s*|^\s*[-*+]\s+)$/.test(words.slice(0, startOffset)) && text.startsWith(named[0] ?? '')
  if (!opens || named.length > 1 || /\./.test(text)) return true
  const [next = ''] = words.slice(startOffset + (named[0]?.length ?? 0)).trimStart().split(/\s+/)
  return next === '' || /^(?:[|,;)/&]|['’]s\b|is\b|was\b|has\b|had\b|does\b|did\b|will\b|would\b|can\b|and$|or$|\p{Ll}+s\b)/u.test(next) || isPastForm(next)
}

function match(words: string, pattern: RegExp): Place[] {
  return [...words.matchAll(pattern)].map(({ index, 0: text }) => ({ startOffset: index, endOffset: index + text.length }))
}

/** "How many approvals" is not answered by "72 hours", nor by a date. */
function countsIn(words: string, question: string): Place[] {
  const dates = match(words, dated)
  const counts = /\bhow many (?!(?:\w+ )?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b)/i.test(question)
  // A year counts nothing, but where what it counts follows: "2000 users".
  const isYear = (number: string, after: string) => /^(?:19|20)\d{2}$/.test(number.replace(/[.,]+$/, '')) && !(/^\s+\p{Ll}{3}/u.test(after) && question.toLowerCase().includes(after.trim().split(/\W+/)[0]?.replace(/s$/, '') ?? ' '))
  return match(words, digits).filter(({ startOffset, endOffset }) => !isYear(words.slice(startOffset, endOffset), words.slice(endOffset)) && !dates.some((date) => date.startOffset < endOffset && startOffset < date.endOffset)
    && !(counts && duration.test(words.slice(endOffset))))
}

/** What opens a sentence has a capital whether it is a name or not: function words are none. */
function fresh(kind: AnswerKind, words: string, question: string, places: readonly Place[]): Place[] {
  const said = question.toLowerCase()
  const saidWords = new Set(said.match(/[\p{L}\p{N}]+/gu))
  return places.filter(({ startOffset, endOffset }) => {
    const word = words.slice(startOffset, endOffset).toLowerCase().trim()
    if (kind === 'number' || kind === 'time') return !saidWords.has(word)
    return !(/^[\p{L}\p{N}]+$/u.test(word) ? saidWords.has(word) : said.includes(word)) && !isQuestionWord(word) && !stopWords('en').has(word)
  })
}
