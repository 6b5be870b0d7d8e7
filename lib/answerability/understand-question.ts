import { analyze, analyzeQuery, isQuestionWord, type QueryTerm } from '@/lib/analysis'
import { asksNow, refersBack, saysNow } from '@/lib/evidence'
import { askedRecord, linksRecord } from './asked-record'
import { comparedSides, type Side } from './compared-sides'
import { findOpenPeriod } from './find-open-period'
import { namingDay, numberedName } from './stands-in'

/** The kind of thing that would answer. */
export type AnswerType = 'person' | 'time' | 'number' | 'reason' | 'verdict' | 'list' | 'comparison' | 'statement'

export interface Question {
  readonly text: string
  readonly type: AnswerType
  readonly terms: readonly QueryTerm[]
  /** Identifiers and names that the question is about, as written. */
  readonly entities: readonly Entity[]
  /** Lexemes that the question says are absent: "no idempotency", "without a key". */
  readonly absent: ReadonlySet<string>
  /** "maximum", "first", "only": words that turn a fact into another one. */
  readonly qualifiers: readonly string[]
  /** Asks what holds today. */
  readonly asksNow: boolean
  /** Says what it asks about only together with the question before it. */
  readonly leans: boolean
  /** What it goes on about: the lexemes that the question before it names, or else is about; empty where it does not lean. */
  readonly borrowed: ReadonlySet<string>
  /** Asks how many documents of a kind there are, or to list them: a question for the records, not for passages. */
  readonly countsDocuments: boolean
  /** The two things that it sets against each other; null for most questions. */
  readonly sides: readonly [Side, Side] | null
  /** Asks for several things, which a list may hold: "which files …", "what are …". */
  readonly wantsList: boolean
}

/** Something the question names. */
export interface Entity {
  readonly surface: string
  readonly lexeme: string
  /** A version, identifier or number of a series: it must stand whole where it is cited. A name may stand in another form. */
  readonly isCode: boolean
  /** Of all the words it is made of. */
  readonly lexemes: ReadonlySet<string>
}

const documentNouns = /\b(decisions?|decision records?|adrs?|rfcs?|incidents?|post-?mortems?|releases?|notes?|documents?|case stud(?:y|ies)|drafts?|references?)\b/i

const qualifierWords = /\b(maximum|minimum|max|min|average|mean|median|first|last|earliest|latest|oldest|newest|largest|smallest|highest|lowest|longest|shortest|fastest|slowest|only|total|altogether)\b/gi
/** "In the first place" asks for nothing that comes first. */
const inPassing = /\b(?:in the first place|first of all|at first|first and foremost|at last|at least|last but not least|not only|only just)\b/gi
/** Where the answer is to be found, not what it is about. */
const fromWhere = /\b(?:according to|as (?:described|explained|stated|mentioned) in|in|from|based on) (?:the |my |our |\p{Lu}[\p{L}.]*['’]s )?(?:\p{Lu}\p{L}+ )?(?:documentation|docs|notes|document|documents|collection|passages?|provided (?:text|information))\b/iu

/** "Which tools are considered legacy?": what is asked is which are. */
const lightVerb = /\b(?:considered|regarded as|deemed|supposed|meant|thought|said|believed)(?= (?:to be |as )?\p{L})/iu

/** "How big is the discount?": the answer is a number, and no passage need say "big". */
const howMuch = /\bhow (big|large|small|high|low|old|far|soon|fast|slow|few|wide|deep|late|early|heavy|expensive|quickly)\b/i

/**
 * Reads one question. `languages` are those of the collection. A later part that refers back, or names nothing itself,
 * takes the words of the part before it at half weight.
 */
export function understandQuestion(text: string, languages: readonly string[], before: Question | null = null): Question {
  const open = findOpenPeriod(text)
  const aside = [fromWhere.exec(text)?.[0] ?? '', lightVerb.exec(text)?.[0] ?? '', howMuch.exec(text)?.[1] ?? '', open !== null && open.event === null && open.month === null ? open.words : ''].join('\n')
  const said = new Set(analyze(aside, 'en').map(({ lexeme }) => lexeme))
  const wantsRecord = askedRecord(text) !== null
  const own = analyzeQuery(text, languages).map((term) => (saysNow(term.surface) || said.has(term.lexeme) || (wantsRecord && linksRecord.test(term.surface)) ? { ...term, weight: 0.5 } : term))
  const leans = before !== null && (refersBack(text) || entitiesOf(text, own).length === 0)
  const known = new Set(own.map(({ lexeme }) => lexeme))
  const terms = leans ? [...own, ...before.terms.filter(({ lexeme, weight }) => weight === 1 && !known.has(lexeme)).map((term) => ({ ...term, weight: 0.5 }))] : own
  return {
    text, terms, leans, borrowed: leans ? subjectOf(before) : new Set(), type: answerType(text), entities: entitiesOf(text, terms), absent: leans ? new Set([...absentOf(text), ...before.absent]) : absentOf(text),
    qualifiers: [...text.replace(inPassing, ' ').matchAll(qualifierWords)].map(([word]) => word.toLowerCase()),
    asksNow: asksNow(text),
    countsDocuments: countsDocuments(text), wantsList: wantsList(text), sides: comparedSides(text),
  }
}

const opening = '^(?:and |so |but |please |in |on |at |for |to |with |under |from |by )*'
/** Ends like a plural and is none. */
const singular = '(?!(?:was|has|does|is|this|its|always|perhaps|process|access|address|status|analysis|basis|class|bus|bonus|news|canvas|focus|census|series)\\b)'
const plural = `(?:[\\w-]+ ){0,2}?${singular}[\\p{L}-]{2,}[^\\W_su]s\\b`
const several = new RegExp(`${opening}(?:which ${plural}|what ${plural}(?= (?:are|were|do|does|did|must|can|could|may|might|should|shall|will|would|have|has|had|need)\\b))(?! of (?:the )?(?:day|week|month|year)\\b)`, 'iu')

function wantsList(text: string): boolean {
  const type = answerType(text)
  return type === 'list' || (type === 'statement' && several.test(text.trim()))
}

/** What a question is about for one that goes on from it: what it names, else its words. */
function subjectOf({ entities, terms, borrowed }: Question): ReadonlySet<string> {
  const named = entities.flatMap(({ lexemes }) => [...lexemes])
  const words = terms.filter(({ weight }) => weight === 1).map(({ lexeme }) => lexeme)
  return named.length > 0 ? new Set(named) : words.length > 0 ? new Set(words) : borrowed
}

/** "When the limit is hit, what should you do?" asks what, not when. */
const subordinate = /^(?:when|before|after|if|while|once|where|as|since|given)\b[^,?]*,\s*(?=(?:in|at|on|for|to)?\s*(?:what|which|who|whom|whose|how|why|when|where|is|are|was|were|do|does|did|can|should|must|may|will)\b)/i

function answerType(text: string): AnswerType {
  const start = text.trim().replace(subordinate, '').trim().replace(/^(and|so|but|please|also|in|on|for|at|by|with|from|to|of)\b[\s,]*/i, '').toLowerCase()
  if (/\b(compared?|versus|vs\.?|differ(ence|s)?|faster|better|more .* than|rather than)\b/.test(start)) return 'comparison'
  if (/^(who|whom|whose)\b|\bwho\b|^(which|what) (colleague|person|engineer|operator|reviewer|approver|author|maintainer|employee|man|woman)\b/.test(start)) return 'person'
  if (/^(when|since when|until when)\b|\b(what|which) (day|date|year|month|time|week)\b|\bon what date\b/.test(start)) return 'time'
  if (/\bhow (many|much|long|often|large|big|high|old|far|soon|fast|few)\b|\bwhat (?:(?:is|was|are|were) the )?(?:(?:maximum|minimum|average|mean|median|total|largest|smallest|highest|lowest|longest|shortest) )?(?:number|percentage|share|size|limit|count|rate|length|duration|age|price|cost|amount)\b/.test(start)) return 'number'
  if (/^why\b|\bfor what reason\b|\bwhat (was|is) the reason\b|\bwhy\b/.test(start)) return 'reason'
  if (/^(list|name all|what are|what (?:has |have |was |were )?(?:been )?(?:changed|added|fixed|removed)|what('s| is| was) new)\b|^which\b[^?]*\b(are|were|have|do)\b/.test(start)) return 'list'
  if (/^(is|are|was|were|does|do|did|can|could|has|have|had|will|would|should|may|must)\b/.test(start)) return 'verdict'
  return 'statement'
}

const calendarWord = /^(january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter)$/i

/** What follows a number that counts or measures something, or is a day: it is no name. */
const measured = /^\s*(?:%|(?:january|february|march|april|may|june|july|august|september|october|november|december|percent|per cent|[a-z]+[^s\W]s)\b)/i

/** Numbered names, identifiers, and words with a capital that do not open the sentence. */
function entitiesOf(text: string, terms: readonly QueryTerm[]): Entity[] {
  const found = new Map<string, Entity>()
  const numbered = [...text.matchAll(numberedName), ...text.matchAll(namingDay)]
  for (const [surface] of numbered) {
    const words = terms.filter((term) => surface.toLowerCase().includes(term.surface.toLowerCase()))
    found.set(surface.toLowerCase(), { surface, lexeme: words[0]?.lexeme ?? surface.toLowerCase(), isCode: true, lexemes: new Set(words.map(({ lexeme }) => lexeme)) })
  }
  for (const { surface, lexeme, form } of terms) {
    if (form === 'identifier-part' || form === 'bigram') continue
    const at = text.indexOf(surface)
    if (numbered.some((match) => at >= match.index && at < match.index + match[0].length)) continue
    const opens = text.slice(0, at).trim() === '' || /[.?!:]\s*$/.test(text.slice(0, at))
    const named = /^\p{Lu}/u.test(surface) && !opens && !calendarWord.test(surface) && !isQuestionWord(surface.toLowerCase())
    const coded = form === 'identifier' && /[\d_./]|\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(surface) && !isDay.test(surface) && !/^\d+(?:st|nd|rd|th)$/i.test(surface)
    // A number that is no year, day or quantity: "tenant 0417", "case 12".
    const isNumber = /^\d{2,}$/.test(surface) && !/^(19|20)\d{2}$/.test(surface) && (surface.startsWith('0') || (at >= 0 && !measured.test(text.slice(at + surface.length)) && !monthBefore.test(text.slice(0, at))))
    if (named || coded || isNumber) found.set(surface.toLowerCase(), { surface, lexeme, isCode: isNumber || (coded && /\d/.test(surface)), lexemes: new Set([lexeme]) })
  }
  return [...found.values()]
}

const isDay = /^\d{4}-\d{2}(?:-\d{2})?$/
const monthBefore = /\b(january|february|march|april|may|june|july|august|september|october|november|december)\s+$/i

function absentOf(text: string): Set<string> {
  const absent = new Set<string>()
  for (const match of text.matchAll(/\b(?:no|without|lacks?|lacking|neither|nor|not? any|missing)\s+(?:an?\s+|the\s+|any\s+)?([\w-]+(?:\s+(?!nor\b|and\b|or\b|but\b)[\w-]+)?)/gi)) {
    for (const { lexeme } of analyze(match[1] ?? '', 'en')) absent.add(lexeme)
  }
  for (const match of text.matchAll(/\b([\w-]+(?:\s+(?!and|or|the|where|if|when|is|are)[\w-]+)?)\s+(?:is|are)\s+(?:none|absent|missing|not (?:supported|offered|available))\b/gi)) {
    for (const { lexeme } of analyze(match[1] ?? '', 'en')) absent.add(lexeme)
  }
  return absent
}

/** "Which decisions are about Terraform?": no passage lists them. */
const topicalList = /^(?:which|what) (?:(?:of (?:the|my|our) )?(?:decisions|decision records|adrs|rfcs|incidents|post-?mortems|releases|notes|documents|case studies|drafts|references))\b(?: [\w-]+){0,3}? (?:(?:are|were|is) about|about|concern(?:ed)?|deal(?:t)? with|mention(?:ed)?|cover(?:ed)?|talk(?:ed)? (?:about|of)|discuss(?:ed)?|touch(?:ed)? on|have to do with|speak of)\b/i

function countsDocuments(text: string): boolean {
  const start = text.trim()
  if (/^how many\b/i.test(start)) {
    const head = start.replace(/^how many\s+/i, '').split(/\s+/).slice(0, 3).join(' ')
    return documentNouns.test(head) && /\b(are there|exist|were|do (i|we|you) have|have been|did (i|we) (write|have)|are|in)\b/i.test(start)
  }
  if (topicalList.test(start)) return true
  return /^(list|show|name)( me)?( all| every)?\b/i.test(start) && documentNouns.test(start.split(/\s+/).slice(0, 6).join(' '))
}
