import * as chrono from 'chrono-node'

/** The past day whose state a question asks for, and the words that said so. */
export interface Period {
  /** ISO date, the last day of the period. */
  readonly asOf: string
  readonly words: string
}

/**
 * Reads "in March 2021", "in 2020", "on 2021-05-01", "before May 2021", "at the end of 2022" with a written year;
 * null where a question names no past period. A bare number that is a version or an identifier is no year.
 */
export function resolvePeriod(question: string, today: Date = new Date()): Period | null {
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
