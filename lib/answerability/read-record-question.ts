import type { DocumentStatus } from '@/lib/documents'
import { splitQuestion } from '@/lib/evidence'
import type { DocumentConditions } from '@/lib/retrieval'
import { anyMonth, months } from './months'
import { readFactQuestion } from './read-fact-question'

/** What is asked of the record of one numbered document. */
export interface RecordFact {
  readonly asks: 'date' | 'status' | 'successor' | 'predecessor'
  /** As the question writes it: "DEC-0054". */
  readonly name: string
  /** The statuses that the question takes for granted (of a date) or asks about (of a status); null where it says none. */
  readonly status: readonly DocumentStatus[] | null
}

/**
 * A question that the records of documents answer: how many there are, or which, of what kind, project, status and time; the
 * first or the latest of them; or a fact of one that is named.
 */
export interface RecordQuestion {
  readonly asks: 'count' | 'list' | RecordFact['asks']
  readonly conditions: DocumentConditions
  readonly fact: RecordFact | null
}

const openings: readonly (readonly [RegExp, 'count' | 'list'])[] = [
  [/^(?:how many(?: of)?|what (?:is|was) the number of|count)\b/i, 'count'],
  [/^(?:please )?(?:(?:list|show|name|give)(?: me| us)?(?: a list of| all of)?|which|what are|what were|what)\b/i, 'list'],
]

const nouns: readonly (readonly [RegExp, Pick<DocumentConditions, 'kind' | 'series'>])[] = [
  [/\brfcs\b/i, { kind: 'decision', series: 'rfc' }],
  [/\b(?:(?:architecture )?decision records|adrs)\b/i, { kind: 'decision', series: 'record' }],
  [/\bdecisions\b/i, { kind: 'decision', series: null }],
  [/\b(?:incidents|incident (?:notes|reports)|post-?mortems)\b/i, { kind: 'incident', series: null }],
  [/\b(?:releases|release (?:notes|manifests))\b/i, { kind: 'release', series: null }],
  [/\bcase studies\b/i, { kind: 'case-study', series: null }],
  [/\breferences\b/i, { kind: 'reference', series: null }],
  [/\bprojects\b/i, { kind: 'project', series: null }],
  [/\b(?:notes|documents|files)\b/i, { kind: null, series: null }],
]

const statuses = ['draft', 'proposed', 'accepted', 'active', 'superseded', 'deprecated', 'rejected', 'withdrawn', 'archived'] as const
const statusWord = new RegExp(`\\b(?:${[...statuses, 'replaced', 'drafts?'].join('|')})\\b`, 'i')
/** A record's date is that of its decision; of when it was withdrawn or archived it says nothing. */
const datedByStatus: readonly string[] = ['accepted', 'rejected']

/** Words that say nothing of which documents are meant. Whatever else is left over makes it another question. */
const fillers = new Set(('are were was is there have has been do does did exist the all my our me us we i you a an in of for from project still currently now today so far total altogether overall'
  + ' that which whose with status state marked as dated written made happened occurred recorded every each please').split(' '))
/** Only a release is dated by the day it came out. */
const cameOut = /^(?:released|published|shipped)$/i
const aboutCollection = /\b(?:in|from|of|among) (?:the|my|our|these|this) (?:notes|collection|archive|index|corpus)\b/i

/**
 * Reads a question for the records; null where it asks for anything else, or says one word more than is understood here:
 * a condition is never dropped. `today` is what "this year" and "last year" are read by.
 */
export function readRecordQuestion(question: string, today: Date = new Date()): RecordQuestion | null {
  const { parts, context } = splitQuestion(question)
  if (parts.length !== 1 || context !== null) return null
  const fact = readFactQuestion(question)
  if (fact !== null) {
    const relation = fact.asks === 'successor' ? 'replaces' : fact.asks === 'predecessor' ? 'is-replaced-by' : null
    return { asks: fact.asks, fact, conditions: { ...unconditional, named: { name: fact.name, relation } } }
  }
  return readPick(question, today) ?? readCount(question, today)
}

const unconditional: DocumentConditions = { kind: null, series: null, of: null, status: null, from: null, to: null, dated: 'itself', named: null, pick: null }

const superlative = /^(?:what|which|when) (?:is|was|were|did) (?:the |my |our )(?:very )?(latest|newest|most recent|last|first|oldest|earliest)\b/i
const singulars: readonly (readonly [RegExp, string])[] = [
  [/\brfc\b/i, 'RFCs'], [/\b(?:(?:architecture )?decision record|adr)\b/i, 'ADRs'], [/\bdecision\b/i, 'decisions'], [/\b(?:incident(?: note| report)?|post-?mortem|outage)\b/i, 'incidents'],
  [/\b(?:release|version)\b/i, 'releases'], [/\bcase study\b/i, 'case studies'], [/\bnote\b/i, 'notes'],
]

/** "When was the last incident of Z29C?": the one of a list of records that comes first or last by date. */
function readPick(question: string, today: Date): RecordQuestion | null {
  const text = question.trim().replace(/[?.!\s]+$/, '')
  const [opening, which] = superlative.exec(text) ?? []
  if (opening === undefined || which === undefined) return null
  const rest = text.slice(opening.length)
  const noun = singulars.find(([singular]) => singular.test(rest))
  if (noun === undefined) return null
  // What is said of one is read as what would be said of them all; "happen" and "come out" add nothing to its date.
  const listed = readCount(`List the ${rest.replace(noun[0], noun[1]).replace(/\b(?:happen|occur|come out|take place|get published|get released)\s*$/i, '')}`, today)
  return listed === null ? null : { ...listed, conditions: { ...listed.conditions, pick: /^(?:first|oldest|earliest)$/i.test(which) ? 'earliest' : 'latest' } }
}

function readCount(question: string, today: Date): RecordQuestion | null {
  const rest = new Unread(question.trim().replace(/[?.!\s]+$/, ''))
  const opening = openings.find(([words]) => rest.holds(words))
  if (opening === undefined) return null
  rest.take(opening[0])
  rest.take(aboutCollection)
  const status = rest.take(statusWord)
  const noun = nouns.map(([words, kind]) => ({ kind, at: rest.take(words)?.at ?? null })).filter(({ at }) => at !== null)
  const drafts = noun.length === 0 && status !== null && /^drafts$/i.test(status.words)
  const named = drafts ? { kind: { kind: null, series: null }, at: status.at } : noun[0]
  if (named === undefined || noun.length > 1) return null
  const { kind, at: nounAt } = named
  const period = takePeriod(rest, today)
  if (period === 'unclear' || rest.holds(statusWord)) return null
  const of = takeSubject(rest, nounAt ?? 0, kind.kind)
  const left = rest.words().filter((word) => !fillers.has(word.toLowerCase()) && !(kind.kind === 'release' && cameOut.test(word)))
  if (left.length > 0) return null
  const state = status === null ? null : readStatus(status.words)
  const isPast = /\b(?:was|were|had)\b/i.test(question)
  if (isPast && /\bstill\b/i.test(question)) return null
  // "Decisions of 2022 that were withdrawn" dates the decisions; "withdrawn in 2022" what happened to them.
  const happened = status !== null && period !== null && nounAt !== null && nounAt < status.at && status.at < period.at
  if (happened && state !== 'superseded' && !datedByStatus.includes(state ?? '')) return null
  if (opening[1] === 'list' && /^wh/i.test(question.trim()) && state === null && period === null && of === null && !/\bthere\b|\bexist\b|\bhave\b/i.test(question)) return null
  return { asks: opening[1], fact: null, conditions: { ...unconditional, ...kind, of, status: state, from: period?.from ?? null, to: period?.to ?? null, dated: happened && state === 'superseded' ? 'successor' : 'itself' } }
}

function readStatus(words: string): DocumentConditions['status'] {
  const word = words.toLowerCase()
  return word === 'replaced' ? 'superseded' : word === 'drafts' ? 'draft' : (statuses.find((status) => status === word) ?? null)
}

/** A text of which stretches are taken away, each keeping its place. */
class Unread {
  constructor(private text: string) {}
  holds(pattern: RegExp): boolean { return pattern.test(this.text) }
  take(pattern: RegExp, before = Infinity): { readonly words: string; readonly groups: readonly (string | undefined)[]; readonly at: number } | null {
    const match = pattern.exec(this.text)
    if (match === null || match.index >= before) return null
    this.text = `${this.text.slice(0, match.index)}${' '.repeat(match[0].length)}${this.text.slice(match.index + match[0].length)}`
    return { words: match[0], groups: match.slice(1), at: match.index }
  }
  words(): readonly string[] { return this.text.match(/[^\s,;:()]+/g) ?? [] }
}

/** A project or product: after "of" and "for", after "in" where it is a code, or before the noun as a code ("Z29C's incidents"). */
function takeSubject(rest: Unread, nounAt: number, kind: DocumentConditions['kind']): string | null {
  const code = String.raw`(?=[\w.-]*\d)[A-Za-z][\w.-]*\w`
  const name = kind === 'release' ? String.raw`(?!the\b)[A-Za-z][\w.-]*\w` : String.raw`(?:\p{Lu}[\p{L}\d_-]*[\p{L}\d]|${code})`
  const after = rest.take(new RegExp(String.raw`\b(?:of|for)\s+(?:the\s+)?(?:project\s+)?(${name})(?=\s|$)|\b(?:in|from)\s+(?:the\s+)?(?:project\s+)?(${code})(?=\s|$)`, 'u'))
  if (after !== null) return after.groups.find((group) => group !== undefined) ?? null
  const having = rest.take(new RegExp(String.raw`\b(?:did|does|do|has|had)\s+(?:project\s+)?(${code})\s+(?:have|had|see)\b`, 'u'))
  if (having !== null) return having.groups[0] ?? null
  // One that stands alone behind the noun is left: it is not said what it is to them.
  return rest.take(new RegExp(String.raw`(?<![\w-])(${code})(?:['’]s)?(?=\s|$)`, 'u'), nounAt)?.groups[0] ?? null
}

interface AskedPeriod {
  readonly from: string | null
  readonly to: string | null
  readonly at: number
}

const date = `(?:(?:19|20)\\d{2}-\\d{2}-\\d{2}|(?:19|20)\\d{2}-\\d{2}|(?:${anyMonth})\\s+(?:19|20)\\d{2}|(?:19|20)\\d{2})(?![\\w.-]*\\w)`
const range = new RegExp(`\\b(?:between\\s+(${date})\\s+and|from\\s+(${date})\\s+(?:to|through))\\s+(${date})`, 'i')
const single = new RegExp(`\\b(?:(in|during|from|of|on|since|after|before)\\s+(?:the\\s+year\\s+)?)?(${date})`, 'i')
const relative = /\b(?:in\s+)?(this|last) year\b/i

/** The period that a question names; "unclear" where it names several. */
function takePeriod(rest: Unread, today: Date): AskedPeriod | 'unclear' | null {
  const both = rest.take(range)
  const told = both === null ? rest.take(relative) : null
  const one = both === null && told === null ? rest.take(single) : null
  if (rest.holds(single) || rest.holds(relative)) return 'unclear'
  if (both !== null) return { from: daysOf(both.groups[0] ?? both.groups[1] ?? '').first, to: daysOf(both.groups[2] ?? '').last, at: both.at }
  if (told !== null) {
    const { first, last } = daysOf(String(today.getUTCFullYear() - (told.groups[0]?.toLowerCase() === 'last' ? 1 : 0)))
    return { from: first, to: last, at: told.at }
  }
  if (one === null) return null
  const { first, last } = daysOf(one.groups[1] ?? '')
  switch (one.groups[0]?.toLowerCase()) {
    case 'since': return { from: first, to: null, at: one.at }
    case 'after': return { from: dayAfter(last, 1), to: null, at: one.at }
    case 'before': return { from: null, to: dayAfter(first, -1), at: one.at }
    default: return { from: first, to: last, at: one.at }
  }
}

/** First and last day of a year, a month or a day as written. */
function daysOf(written: string): { readonly first: string; readonly last: string } {
  if (/^\d{4}-\d{2}-\d{2}$/.test(written)) return { first: written, last: written }
  const year = Number(/\d{4}/.exec(written)?.[0])
  const named = months.findIndex((name) => written.toLowerCase().startsWith(name))
  const month = /^\d{4}-\d{2}$/.test(written) ? Number(written.slice(5)) - 1 : named
  const start = new Date(Date.UTC(year, Math.max(0, month), 1))
  return { first: isoDay(start), last: isoDay(month < 0 ? new Date(Date.UTC(year, 11, 31)) : new Date(Date.UTC(year, month + 1, 0))) }
}

function dayAfter(day: string, days: number): string {
  return isoDay(new Date(Date.parse(day) + days * 86_400_000))
}

function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
