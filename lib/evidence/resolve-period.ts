import * as chrono from 'chrono-node'

/** The past day whose state a question asks for, and the words that said so. */
export interface Period {
  /** ISO date, the last day of the period. */
  readonly asOf: string
  readonly words: string
}

const relative = /\b(last (?:year|month|week)|yesterday|(?:a|two|three|four|five|\d+) (?:years?|months?|weeks?) ago)\b/i
const numberWords: Readonly<Record<string, number>> = { a: 1, two: 2, three: 3, four: 4, five: 5 }

/** "Last year" ends with that year; "two years ago" is that day. Only where the question speaks of the past: a receipt "from two years ago" may be asked about now. */
function relativePeriod(question: string, today: Date): Period | null {
  const words = /\b(?:was|were|did|had|used to)\b/i.test(question) ? relative.exec(question)?.[0] : undefined
  if (words === undefined) return null
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const [, count = '', unit = ''] = /^(\S+) (year|month|week)s? ago$/i.exec(words) ?? []
  const n = numberWords[count.toLowerCase()] ?? Number(count)
  const end = unit.startsWith('year') ? [year - n, month, day] : unit.startsWith('month') ? [year, month - n, day] : unit.startsWith('week') ? [year, month, day - 7 * n]
    : /year/i.test(words) ? [year, 0, 0] : /month/i.test(words) ? [year, month, 0] : /week/i.test(words) ? [year, month, day - (today.getUTCDay() === 0 ? 7 : today.getUTCDay())] : [year, month, day - 1]
  return past(new Date(Date.UTC(end[0] ?? year, end[1] ?? month, end[2] ?? day)).toISOString().slice(0, 10), words, today)
}

/**
 * Reads "in March 2021", "in 2020", "on 2021-05-01", "before May 2021", "at the end of 2022" with a written year, and "last year";
 * null where a question names no past period. A bare number that is a version or an identifier is no year.
 */
export function resolvePeriod(question: string, today: Date = new Date()): Period | null {
  const told = relativePeriod(question, today)
  if (told !== null) return told
  const bare = /\b(in|during|since|until|by|before|after|as of|end of|back in|early|late|mid)[\s-]+((?:19|20)\d{2})\b(?![-.\d])/i.exec(question)
  if (bare !== null) {
    const year = Number(bare[2])
    return past(bare[1]?.toLowerCase() === 'before' ? `${year - 1}-12-31` : `${year}-12-31`, bare[0], today)
  }
  for (const result of chrono.en.casual.parse(question, today)) {
    if (!result.start.isCertain('year') || !result.start.isCertain('month')) continue
    // "2022.4.1" is a version: a date has a month's name or hyphens.
    if (!/\p{L}{3}/u.test(result.text) && !/\d{4}-\d{2}/.test(result.text)) continue
    // "The letters of March 2021" names them; "the summer of 2021" and "as of May 2021" name a time.
    const lead = question.slice(0, result.index)
    if (/\bof\s+$/i.test(lead) && !/\b(as|end|beginning|start|middle|spring|summer|autumn|winter)\s+of\s+$/i.test(lead)) continue
    const before = /\b(before|prior to|until)\s+$/i.test(lead)
    const year = result.start.get('year') ?? 0
    const month = result.start.get('month') ?? 1
    const day = result.start.isCertain('day') ? (result.start.get('day') ?? 1) : null
    const end = before ? new Date(Date.UTC(year, month - 1, day === null ? 0 : day - 1)) : day === null ? new Date(Date.UTC(year, month, 0)) : new Date(Date.UTC(year, month - 1, day))
    const period = past(end.toISOString().slice(0, 10), result.text, today)
    if (period !== null) return period
  }
  return null
}

function past(asOf: string, words: string, today: Date): Period | null {
  return asOf < today.toISOString().slice(0, 10) ? { asOf, words } : null
}
