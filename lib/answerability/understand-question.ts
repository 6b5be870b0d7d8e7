import { analyze, analyzeQuery, isQuestionWord, type QueryTerm } from '@/lib/analysis'

/** The kind of thing that would answer. */
export type AnswerType = 'person' | 'time' | 'number' | 'reason' | 'verdict' | 'list' | 'comparison' | 'statement'

export interface Question {
  readonly text: string
  readonly type: AnswerType
  readonly terms: readonly QueryTerm[]
  /** Identifiers and names that the question is about, as written. */
  readonly entities: readonly { readonly surface: string; readonly lexeme: string }[]
  /** Lexemes that the question says are absent: "no idempotency", "without a key". */
  readonly absent: ReadonlySet<string>
  /** "maximum", "first", "only": words that turn a fact into another one. */
  readonly qualifiers: readonly string[]
  /** Asks what holds today. */
  readonly asksNow: boolean
  /** Asks how many documents of a kind there are, or to list them: a question for the records, not for passages. */
  readonly countsDocuments: boolean
}

const documentNouns = /\b(decisions?|decision records?|adrs?|rfcs?|incidents?|post-?mortems?|releases?|notes?|documents?|case stud(?:y|ies)|drafts?|references?)\b/i

/** Splits "…? …" and "…, and when …" into questions that are decided one by one; a single question is itself. */
export function splitQuestion(text: string): string[] {
  const parts = text
    .split(/(?<=\?)\s+|[,;]?\s+and\s+(?=(?:(?:in|at|on|from|since|until|by|to|for|with|of)\s+(?:which|what|when|whom)|who|what|when|where|why|which|how|does|do|did|is|are|was|were|can)\b)/i)
    .map((part) => part.trim())
    .filter((part) => analyze(part, 'en').length > 0)
  return parts.length === 0 ? [text] : parts
}

const qualifierWords = /\b(maximum|minimum|max|min|average|mean|median|first|last|earliest|latest|oldest|newest|largest|smallest|highest|lowest|longest|shortest|fastest|slowest|only|total)\b/gi
const aboutNow = /^(now|currently|today|nowadays|present|presently|still|latest|current|anymore|already|yet)$/i
const refersBack = /\b(it|its|they|them|their|that|this|those|these|there|he|she|his|her|so)\b/i

/**
 * Reads one question. `languages` are those of the collection. A later part that refers back, or names nothing itself,
 * takes the words of the part before it at half weight.
 */
export function understandQuestion(text: string, languages: readonly string[], before: Question | null = null): Question {
  // "Still" and "currently" say which time is meant, not what the question is about.
  const own = analyzeQuery(text, languages).map((term) => (aboutNow.test(term.surface) ? { ...term, weight: 0.5 } : term))
  const leans = before !== null && (refersBack.test(text) || entitiesOf(text, own).length === 0)
  const known = new Set(own.map(({ lexeme }) => lexeme))
  const terms = leans ? [...own, ...before.terms.filter(({ lexeme, weight }) => weight === 1 && !known.has(lexeme)).map((term) => ({ ...term, weight: 0.5 }))] : own
  return {
    text, terms, type: answerType(text), entities: entitiesOf(text, terms), absent: absentOf(text),
    qualifiers: [...text.matchAll(qualifierWords)].map(([word]) => word.toLowerCase()),
    asksNow: text.split(/\s+/).some((word) => aboutNow.test(word.replace(/\W+$/, ''))),
    countsDocuments: countsDocuments(text),
  }
}

function answerType(text: string): AnswerType {
  const start = text.trim().replace(/^(and|so|but|please|also|in|on|for|at|by|with|from|to|of)\b[\s,]*/i, '').toLowerCase()
  if (/\b(compared?|versus|vs\.?|differ(ence|s)?|faster|better|more .* than|rather than)\b/.test(start)) return 'comparison'
  if (/^(who|whom|whose)\b|\bwho\b/.test(start)) return 'person'
  if (/^(when|since when|until when)\b|\b(what|which) (day|date|year|month|time|week)\b|\bon what date\b/.test(start)) return 'time'
  if (/\bhow (many|much|long|often|large|big|high|old|far|soon|fast|few)\b|\bwhat (?:(?:is|was|are|were) the )?(?:(?:maximum|minimum|average|mean|median|total|largest|smallest|highest|lowest|longest|shortest) )?(?:number|percentage|share|size|limit|count|rate|length|duration|age|price|cost|amount)\b/.test(start)) return 'number'
  if (/^why\b|\bfor what reason\b|\bwhat (was|is) the reason\b|\bwhy\b/.test(start)) return 'reason'
  if (/^(list|name all|what are|what (has )?changed|what('s| is| was) new)\b|^which\b[^?]*\b(are|were|have|do)\b/.test(start)) return 'list'
  if (/^(is|are|was|were|does|do|did|can|could|has|have|had|will|would|should|may|must)\b/.test(start)) return 'verdict'
  return 'statement'
}

const calendarWord = /^(january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter)$/i

/** Identifiers, and words with a capital that do not open the sentence. */
function entitiesOf(text: string, terms: readonly QueryTerm[]): Question['entities'] {
  const found = new Map<string, { surface: string; lexeme: string }>()
  for (const { surface, lexeme, form } of terms) {
    if (form === 'identifier-part' || form === 'bigram') continue
    const at = text.indexOf(surface)
    const opens = text.slice(0, at).trim() === '' || /[.?!:]\s*$/.test(text.slice(0, at))
    const named = /^\p{Lu}/u.test(surface) && !opens && !calendarWord.test(surface) && !isQuestionWord(surface.toLowerCase())
    const coded = form === 'identifier' && /[\d_./]|\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(surface)
    // A number that is no year or day: "tenant 0417", "case 12".
    const numbered = /^\d{2,}$/.test(surface) && !/^(19|20)\d{2}$/.test(surface)
    if (named || coded || numbered) found.set(surface.toLowerCase(), { surface, lexeme })
  }
  return [...found.values()]
}

function absentOf(text: string): Set<string> {
  const absent = new Set<string>()
  for (const match of text.matchAll(/\b(?:no|without|lacks?|lacking|neither|nor|not? any|missing)\s+(?:an?\s+|the\s+|any\s+)?([\w-]+(?:\s+[\w-]+)?)/gi)) {
    for (const { lexeme } of analyze(match[1] ?? '', 'en')) absent.add(lexeme)
  }
  return absent
}

function countsDocuments(text: string): boolean {
  const start = text.trim()
  if (/^how many\b/i.test(start)) {
    const head = start.replace(/^how many\s+/i, '').split(/\s+/).slice(0, 3).join(' ')
    return documentNouns.test(head) && /\b(are there|exist|were|do (i|we|you) have|have been|did (i|we) (write|have)|are|in)\b/i.test(start)
  }
  return /^(list|show|name)( me)?( all| every)?\b/i.test(start) && documentNouns.test(start.split(/\s+/).slice(0, 6).join(' '))
}
