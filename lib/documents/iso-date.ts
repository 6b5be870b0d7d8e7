import { createRequire } from 'node:module'
import type * as Chrono from 'chrono-node/en'

let chrono: typeof Chrono | undefined

function iso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (year < 1900 || year > 2199 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}

/**
 * The date a value says, as YYYY-MM-DD, or null. A time is dropped as written, without a shift of zone; a month alone is its first day.
 * Numbers whose order is a matter of country (03/04/2021) are not guessed.
 */
export function toIsoDate(value: string): string | null {
  const text = value.trim()
  const numeric = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)/.exec(text)
  if (numeric !== null) return iso(Number(numeric[1]), Number(numeric[2]), Number(numeric[3] ?? 1))
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T.*)?$/.exec(text)
  if (compact !== null) return iso(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/.exec(text)
  if (german !== null) return iso(Number(german[3]), Number(german[2]), Number(german[1]))
  return /\p{L}/u.test(text) && /\d{4}/.test(text) && text.length <= 80 ? dateInWords(text) : null
}

const monthAlone = /^\p{L}{3,9}\.?,? \d{4}(?!\d)/u

function dateInWords(text: string): string | null {
  // Loaded on the first date in words: most collections hold none, and it takes 30 ms.
  chrono ??= createRequire(import.meta.url)('chrono-node/en') as typeof Chrono
  // Strictly read, a month and its year alone are no date; with a day they are, and nothing else becomes one.
  const found = chrono.strict.parse(monthAlone.test(text) ? `1 ${text}` : text)[0]
  // Words before the date make it a remark ("Fill in with today's date, 2032-12-01").
  if (found === undefined || found.index !== 0 || !found.start.isCertain('year') || !found.start.isCertain('month')) return null
  const day = found.start.isCertain('day') ? found.start.get('day') : 1
  return iso(found.start.get('year') ?? 0, found.start.get('month') ?? 0, day ?? 1)
}

/** The date in a file's name, else in its folders (2024/03/01), or null. Dots do not count: 2022.04.10 is a version. */
export function dateInPath(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const days = [...name.matchAll(/(?<!\d)(\d{4})([-_]?)(\d{2})\2(\d{2})(?!\d)/g)].map((m) => iso(Number(m[1]), Number(m[3]), Number(m[4])))
  const months = [...name.matchAll(/(?<!\d)(\d{4})[-_](\d{2})(?![\d])/g)].map((m) => iso(Number(m[1]), Number(m[2]), 1))
  const folders = [...path.matchAll(/(?<=^|\/)(\d{4})[/-](\d{2})[/-](\d{2})(?!\d)/g)].map((m) => iso(Number(m[1]), Number(m[2]), Number(m[3])))
  return [...days, ...months, ...folders.reverse()].find((date) => date !== null) ?? null
}
