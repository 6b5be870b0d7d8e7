import type { Statement, Word } from './statement'
import { groupsOf } from './word-groups'

/** The words of a sentence as a claim's words are looked for among them. */
export interface WordIndex {
  readonly keys: ReadonlySet<string>
  readonly lowers: ReadonlySet<string>
  /** The words of four letters and more, and such parts of joined ones, by their first four letters. */
  readonly byStart: ReadonlyMap<string, readonly string[]>
  /** Runs of letters or digits in order, a month by its first three letters. */
  readonly parts: readonly string[]
  readonly partSet: ReadonlySet<string>
  /** First letters of two to five words in a row. */
  readonly initials: ReadonlySet<string>
  readonly groups: ReadonlySet<number>
}

const stemLetters = 4
const longestInitials = 5
/** A day, its month and its year stand this close to each other. */
const dateGap = 3
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const joints = /[-/.'’]/

export function indexWords({ words }: Pick<Statement, 'words'>): WordIndex {
  const byStart = new Map<string, string[]>()
  for (const form of new Set(words.flatMap(({ lower }) => [lower, ...lower.split(joints)]))) {
    if (form.length >= stemLetters) byStart.set(form.slice(0, stemLetters), [...(byStart.get(form.slice(0, stemLetters)) ?? []), form])
  }
  const parts = words.flatMap(partsOf)
  const first = words.map(({ lower }) => lower.charAt(0)).join('')
  const initials = new Set(Array.from({ length: longestInitials - 1 }, (_, at) => at + 2).flatMap((length) =>
    Array.from({ length: Math.max(0, first.length - length + 1) }, (_, from) => first.slice(from, from + length))))
  return { keys: new Set(words.flatMap(({ keys }) => keys)), lowers: new Set(words.map(({ lower }) => lower)), byStart, parts, partSet: new Set(parts), initials, groups: new Set(words.flatMap(({ key }) => groupsOf(key))) }
}

/** How surely a sentence has a claim's word, from 0 to 1: the word, another form of it, its parts, its initials, part of a date. */
export function matchWord(word: Word, index: WordIndex): number {
  const { key, lower, unit, isName } = word
  if (index.keys.has(key)) return 1
  if (word.date !== null) return matchDate(partsOf(word), index.parts)
  if (index.lowers.has(lower)) return 1
  if (unit !== null) return index.partSet.has(lower.replace(/[%\p{Sc}\s]/gu, '')) ? 0.6 : 0
  const joined = lower.split(joints).filter((part) => part.length > 1)
  if (joined.length > 1) {
    if (index.lowers.has(joined.join(''))) return 0.9
    const found = joined.filter((part) => index.partSet.has(part) || formIn(part, index) > 0).length
    if (found > 0) return (0.9 * found) / joined.length
  }
  const letters = lower.replaceAll('.', '')
  if (isName && letters.length > 1 && letters.length <= longestInitials && index.initials.has(letters)) return 0.8
  return formIn(lower, index) || (isName && index.partSet.has(lower) ? 0.9 : 0) || (groupsOf(key).some((group) => index.groups.has(group)) ? 0.5 : 0)
}

function partsOf({ lower, date }: Word): readonly string[] {
  if (date !== null) return [date.day === null ? null : String(date.day), date.month === null ? null : (months[date.month - 1] ?? null), date.year === null ? null : String(date.year)].filter((part) => part !== null)
  return lower.match(/\p{L}+|\d+/gu) ?? []
}

/** The most of a date's parts that stand together. */
function matchDate(wanted: readonly string[], parts: readonly string[]): number {
  const most = parts.reduce((best, part, at) => {
    if (!wanted.includes(part)) return best
    const near = parts.slice(Math.max(0, at - dateGap), at + dateGap + 1)
    return Math.max(best, wanted.filter((one) => near.includes(one)).length)
  }, 0)
  return most === wanted.length ? 1 : (0.8 * most) / wanted.length
}

/** Words that begin alike over three quarters of the shorter one are mostly forms of one: "Libya" and "Libyan". */
function formIn(word: string, { byStart }: WordIndex): number {
  return (byStart.get(word.slice(0, stemLetters)) ?? []).reduce((best, other) => {
    let shared = stemLetters
    while (shared < Math.min(word.length, other.length) && word[shared] === other[shared]) shared += 1
    if (shared < 0.75 * Math.min(word.length, other.length)) return best
    return Math.max(best, Math.abs(word.length - other.length) <= 4 ? 0.8 : 0.5)
  }, 0)
}
