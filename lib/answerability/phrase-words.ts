import type { Question } from './understand-question'

/** Between two words of one phrase only these may stand: "lines of code", "10 January 2023". */
const joins = /^[\s-]*(?:(?:of|the|a|an|for|to)\s+)?$/i
const mostPhrases = 3

/** Words of a question as the phrases they make in it, in reading order: "data protection officer" rather than three words. */
export function phrasesOf(question: Question, lexemes: ReadonlySet<string>, most = mostPhrases): string[] {
  const { text } = question
  const lower = text.toLowerCase()
  const spans: { start: number; end: number }[] = []
  let from = 0
  for (const { surface, lexeme, form } of question.terms) {
    if (form === 'identifier-part' || !lexemes.has(lexeme)) continue
    const at = lower.indexOf(surface.toLowerCase(), from) >= 0 ? lower.indexOf(surface.toLowerCase(), from) : lower.indexOf(surface.toLowerCase())
    if (at < 0) { spans.push({ start: -1, end: -1 }); continue }
    from = at
    const before = spans.at(-1)
    if (before !== undefined && before.end >= 0 && before.end <= at && joins.test(text.slice(before.end, at))) before.end = at + surface.length
    else spans.push({ start: at, end: at + surface.length })
  }
  const phrases = spans.filter(({ start }) => start >= 0).map(({ start, end }) => text.slice(start, end))
  return [...new Map(phrases.map((phrase) => [phrase.toLowerCase(), phrase])).values()].slice(0, most)
}

/** “a”, “b” and “c”. */
export function quoteList(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`)
  return quoted.length <= 1 ? (quoted[0] ?? 'it') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`
}
