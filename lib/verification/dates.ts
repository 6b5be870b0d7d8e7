import type { Span } from '@/lib/analysis'

/** As much of a day as is written. */
export interface WrittenDate {
  readonly year: number | null
  /** 1 to 12. */
  readonly month: number | null
  readonly day: number | null
}

export interface FoundDate extends Span {
  readonly date: WrittenDate
}

const monthNumbers: Readonly<Record<string, number>> = {
  jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12,
}
const fullMonth = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
const month = `(?:${fullMonth}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?)`
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const ordinal = `${day}(?:st|nd|rd|th)?`
const year = '(?:1\\d{3}|20\\d{2})'
const end = '(?![\\p{L}\\p{N}_]|[-./:]\\d)'
const start = '(?<![\\p{L}\\p{N}_]|\\d[-./:])'

const patterns: readonly RegExp[] = [
  `(?<y>${year})-(?<m>0[1-9]|1[0-2])-(?<d>0[1-9]|[12]\\d|3[01])`,
  // Day before month: with dots no other order is in use.
  `(?<d>${day})\\.\\s?(?<m>0?[1-9]|1[0-2])\\.\\s?(?<y>${year})`,
  `(?<d>${ordinal})(?:\\s+of)?\\s+(?<m>${month})(?:\\s*,?\\s+(?<y>${year}))?`,
  `(?<m>${month})\\s+(?:the\\s+)?(?<d>${ordinal})(?:\\s*,?\\s+(?<y>${year}))?`,
  `(?<m>${month})(?:\\s+of|\\s*,)?\\s+(?<y>${year})`,
  `(?<m>${fullMonth})`,
].map((body) => new RegExp(`${start}${body}${end}`, 'gu'))

/** The dates written in a text with at least a month's name or all three numbers, in order and apart; the fullest reading of each. */
export function findDates(text: string): FoundDate[] {
  const found: FoundDate[] = []
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const span = { startOffset: match.index, endOffset: match.index + match[0].length }
      if (found.some((other) => other.startOffset < span.endOffset && span.startOffset < other.endOffset)) continue
      // "May" at the head of a sentence is as likely the verb.
      if (match[0] === 'May' && !/[\p{L}\p{N}]/u.test(text.slice(0, match.index))) continue
      found.push({ ...span, date: readParts(match.groups ?? {}) })
    }
  }
  return found.sort((one, other) => one.startOffset - other.startOffset)
}

function readParts({ y, m, d }: Readonly<Record<string, string | undefined>>): WrittenDate {
  const named = m === undefined ? undefined : monthNumbers[m.slice(0, 3).toLowerCase()]
  return { year: y === undefined ? null : Number(y), month: named ?? (m === undefined ? null : Number(m)), day: d === undefined ? null : Number.parseInt(d, 10) }
}

/** What a date is compared by: the same for every way to write it. */
export function dateKey({ year: y, month: m, day: d }: WrittenDate): string {
  if (m === null) return String(y)
  return `date ${y ?? ''}-${m}-${d ?? ''}`
}

/** Every date that a written one also states: a day states its month and its year. */
export function dateKeys({ year: y, month: m, day: d }: WrittenDate): string[] {
  const options = <T>(value: T | null): (T | null)[] => (value === null ? [null] : [value, null])
  return options(y).flatMap((ny) => options(m).flatMap((nm) => options(d).map((nd) => ({ year: ny, month: nm, day: nd }))))
    .filter((part) => (part.month !== null || (part.year !== null && part.day === null)))
    .map(dateKey)
}

/** Whether two dates cannot be the same: a part that both name differs. */
export function datesDiffer(one: WrittenDate, other: WrittenDate): boolean {
  const differs = (a: number | null, b: number | null): boolean => a !== null && b !== null && a !== b
  return differs(one.year, other.year) || differs(one.month, other.month) || differs(one.day, other.day)
}
