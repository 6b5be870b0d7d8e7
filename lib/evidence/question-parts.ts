import { analyze, analyzeQuery, isPastForm } from '@/lib/analysis'

const asksAgain = /(?<=\?)\s+|[,;]?\s+and\s+(?=(?:(?:in|at|on|from|since|until|by|to|for|with|of|after)\s+(?:which|what|when|whom|how)|who|whose|what|when|where|why|which|how|does|do|did|is|are|was|were|can)\b)/i
const hasVerb = /\b(?:is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would)\b/i
const back = /\b(it|its|they|them|their|that|this|those|these|there|he|she|his|her|so)\b/i

/** A question taken apart: what leads to it, and what is asked, to be decided one by one. */
export interface SplitQuestion {
  /** Statements before the question: they say what it is about and are not asked. Null where there are none. */
  readonly context: string | null
  readonly parts: readonly string[]
}

/** Splits "…? …" and "…, and when …" into questions; "A holds. Does it …?" into what is said and what is asked. A single question is itself. */
export function splitQuestion(text: string): SplitQuestion {
  const lead = /^((?:[^?]*?[\p{L}\p{N}]{3}[.!]\s+)+)(?=[^?.]*\?\s*$)/u.exec(text)?.[1] ?? ''
  const isStatement = lead.trim().split(/\s+/).length >= 3
  const asked = isStatement ? text.slice(lead.length) : text
  const parts: string[] = []
  let waiting = ''
  for (const part of asked.split(asksAgain).map((piece) => piece.trim())) {
    const whole = waiting === '' ? part : `${waiting} and ${part}`
    // "On which weekday and at what time does it change?" has one verb and is one question; "which decision replaced it" has its own.
    if (!hasVerb.test(whole) && !whole.split(/\s+/).slice(2).some(isPastForm) && !/^who\b/i.test(whole) && !whole.endsWith('?') && whole.split(/\s+/).length <= 4) { waiting = whole; continue }
    waiting = ''
    if (analyze(whole, 'en').length > 0) parts.push(whole)
  }
  if (waiting !== '') parts.push(waiting)
  return { context: isStatement ? lead.trim() : null, parts: parts.length === 0 ? [asked] : parts }
}

/** Whether a part of a question speaks of what stands before it: "it", "there", "so". */
export function refersBack(part: string): boolean {
  return back.test(part)
}

/** With fewer words of its own a part is searched together with what stands before it. */
const fewestOwnWords = 2

/** Whether a part says what it asks about only together with what stands before it: it refers back, or has hardly a word of its own. */
function leansOnBefore(part: string): boolean {
  return refersBack(part) || /\b(?:ones?|same|both)\b/i.test(part) || analyzeQuery(part, ['en']).filter(({ weight, form }) => weight === 1 && form !== 'identifier-part').length < fewestOwnWords
}

/** A part of a question that asks several things. */
export interface QuestionPart {
  readonly text: string
  /** What it is searched by: one that leans on the part before it takes that along. */
  readonly query: string
  readonly leans: boolean
}

/** The parts of a question that asks several things, in their order. A single question has none: it is searched by itself. */
export function questionParts(question: string): readonly QuestionPart[] {
  const { context, parts } = splitQuestion(withoutSyntax(question))
  if (parts.length < 2) return []
  return parts.map((text, at) => {
    const before = parts[at - 1] ?? context
    const leans = before !== null && leansOnBefore(text)
    return { text, leans, query: leans ? `${before.replace(/\?$/, '')} ${text}` : text }
  })
}

/** "Still" and "currently" say which time is meant, not what a question is about. */
export function saysNow(word: string): boolean {
  return /^(now|currently|today|nowadays|present|presently|still|latest|current|anymore|already|yet)$/i.test(word)
}

/** Whether a question asks what holds today. */
export function asksNow(question: string): boolean {
  return question.split(/\s+/).some((word) => saysNow(word.replace(/\W+$/, '')))
}

/** A question without search syntax. */
export function withoutSyntax(query: string): string {
  return query.replace(/\b(project|kind|status|year|as-of|history|before|after|tag|path|title):("[^"]*"|\S*)/gi, '').replace(/"/g, '').replace(/\s+/g, ' ').trim()
}

/** With fewer words of its own a question without its day asks nothing. */
const fewestWords = 2

/** Once a past day is read from the words or a filter, the words that name it are no part of what a passage must hold. */
export function withoutPeriod(question: string): string {
  // Two years are two questions: then what is said of each must stand there.
  if (new Set(question.match(/\b(?:19|20)\d{2}\b/g)).size > 1) return question
  const without = question.replace(/[,\s]*\b(?:back |early |late )?(?:(?:in|during|on|at|as of|by|before|until|since)\s+)?(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+(?=\p{L}+\s+(?:19|20)\d{2}))?(?:(?:beginning|start|end|middle|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)\s+(?:of\s+)?)*(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?(?:(?:19|20)\d{2}(?:-\d{2}(?:-\d{2})?)?)\b/giu, '')
  // "What was tested on 2022-03-28?": without its day it asks nothing.
  return analyzeQuery(without, ['en']).filter(({ weight }) => weight === 1).length < fewestWords ? question : without
}
