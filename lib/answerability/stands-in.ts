import { analyze } from '@/lib/analysis'
import { numberedBy } from '@/lib/retrieval'
import { anyMonth, months } from './months'
import type { SentenceCandidate } from './sentence-candidates'

/** An ADR and a decision with one number are the same to whoever asks. */
const series: Readonly<Record<string, string>> = { adr: 'adr|dec|decision', dec: 'adr|dec|decision', decision: 'adr|dec|decision', inc: 'inc|incident', incident: 'inc|incident', rfc: 'rfc' }
const seriesName = /^(adr|dec|decision|rfc|inc|incident)[-_ ]?#?0*(\d+)$/i

/** How people name one of a numbered series: "ADR 12", "DEC-0054", "rfc 7", "RFC #91". */
export const numberedName = /(?<![\p{L}\p{N}_-])(?:ADR|DEC|decision|RFC|INC|incident)[-_ ]?#?0*\d+(?![\p{L}\p{N}])(?!\.\d)/giu

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/
const dayName = new RegExp(`^(\\d{1,2}) (${anyMonth})(?: ((?:19|20)\\d{2}))?$`, 'i')
/** A day that names a thing: "the meeting of 5 October 2022", "the week of 10 January". */
export const namingDay = new RegExp(`(?<=\\bof (?:the )?)\\d{1,2} (?:${anyMonth})(?: (?:19|20)\\d{2})?(?!\\p{L})`, 'giu')
const anyDay = new RegExp(`\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2} (?:${anyMonth})\\b`, 'i')

const anyNamedDay = new RegExp(`\\b\\d{4}-\\d{2}-\\d{2}\\b|(?<!\\d)\\d{1,2} (?:${anyMonth})(?: (?:19|20)\\d{2})?(?!\\p{L})`, 'giu')

/** The days that a question names, as it writes them. */
export function daysNamed(text: string): readonly string[] {
  return [...text.matchAll(anyNamedDay)].map(([day]) => day)
}

/** A day in the ways it is written: "5 October 2022", "October 5", "2022-10-05". */
function dayPattern(day: string, month: string, year: string | undefined): RegExp {
  const number = String(months.indexOf(month.toLowerCase()) + 1).padStart(2, '0')
  return new RegExp(`(?<!\\d)0?${day}(?:st|nd|rd|th)? ${month}(?!\\p{L})|\\b${month} 0?${day}(?!\\d)|${year ?? '\\d{4}'}-${number}-${day.padStart(2, '0')}(?!\\d)`, 'iu')
}

/** What a name looks like where it stands: whole, so that 1.0.2 does not stand in 1.0.21 nor 2022.4.1 in 2022.4.10. */
function patternOf(given: string): RegExp {
  // "v2.6" and "2.6" are one version.
  const name = given.replace(/^v(?=\d)/i, '')
  const [, isoYear, isoMonth, isoDate] = isoDay.exec(name) ?? []
  if (isoYear !== undefined && isoMonth !== undefined && isoDate !== undefined) return dayPattern(String(Number(isoDate)), months[Number(isoMonth) - 1] ?? '', isoYear)
  const [, day, month, year] = dayName.exec(name) ?? []
  if (day !== undefined && month !== undefined) return dayPattern(day, month, year)
  const [, kind, number] = seriesName.exec(name) ?? []
  const core = kind === undefined || number === undefined ? escape(name) : `(?:${series[kind.toLowerCase()] ?? escape(kind)})[-_ ]?#?0*${number}`
  const left = /^\d/.test(name) ? '(?<![\\p{L}\\p{N}])(?<!\\d[.,])v?' : '(?<![\\p{L}\\p{N}])'
  return new RegExp(`${left}${core}(?![\\p{L}\\p{N}])(?![.,]\\d)`, 'iu')
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Whether a text holds a version, identifier or numbered name, whole. */
export function holdsName(text: string, name: string): boolean {
  return patternOf(name).test(text)
}

/** A text as somebody reads it: what an HTML comment says stands nowhere. */
export function readable(text: string): string {
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
}

type Place = Pick<SentenceCandidate['item'], 'title' | 'headingPath' | 'sourcePath' | 'project'> & Partial<Pick<SentenceCandidate['item'], 'kind'>>

/** What a passage is filed under: title, headings, path, the number its file goes by, and project. */
export function filedUnder({ title, headingPath, sourcePath, project, kind = 'note' }: Place): string {
  return [title, ...headingPath, sourcePath, ...numberedBy({ sourcePath, kind }), project ?? ''].join('\n')
}

/** Runs of digits made equal: names of one shape are of one series. */
function shapeOf(name: string): RegExp {
  if (dayName.test(name)) return anyDay
  return new RegExp(`(?<![\\p{L}\\p{N}.])${escape(name).replace(/\d+/g, '\\d+')}(?![\\p{L}\\p{N}])(?!\\.\\d)`, 'iu')
}

/**
 * Whether a sentence may be quoted as one about `name`: the name stands in it, in the sentence before, or in what its
 * passage is filed under. Elsewhere in the passage is enough too, unless that passage is filed under another name of the
 * same shape: what stands in the notes of release 1.0.21 is about 1.0.21, though they mention 1.0.22.
 */
export function isAbout(name: string, { text, previous, item, cells = null }: Pick<SentenceCandidate, 'text' | 'previous'> & Partial<Pick<SentenceCandidate, 'cells'>> & { readonly item: Place & { readonly passage: { readonly text: string } } }): boolean {
  const under = filedUnder(item)
  if (holdsName(text, name) || holdsName(under, name) || (previous !== null && holdsName(previous, name))) return true
  // A row is about what it says itself where another row of its table has the name.
  if (cells !== null && item.passage.text.split('\n').some((line) => /^\s*\|/.test(line) && holdsName(line, name))) return false
  return holdsName(readable(item.passage.text), name) && !shapeOf(name).test(under)
}

/** Whether a word stands anywhere in the passage of a sentence: "what went wrong with it?" goes on about what stood before. */
export function passageHolds(item: Pick<SentenceCandidate['item'], 'passage'>, lexeme: string): boolean {
  return analyze(readable(item.passage.text), 'en').some((term) => term.lexeme === lexeme)
}
