import type { EvidenceItem } from '@/lib/evidence'
import { analyze } from '@/lib/analysis'
import { months } from './months'

/** A past time that a question means and does not date. */
export interface OpenPeriod {
  /** As the question says it. */
  readonly words: string
  /** The event it hangs on ("the rewrite"), or the month that lacks its year; null for "back then". */
  readonly event: string | null
  readonly month: number | null
}

const undated = /\b(?:back then|in those days|(?:in|during) the (?:early|old) days|at that time|in former times)\b/i
const bareMonth = new RegExp(`\\b(?:in|during|since|until|by|last) (${months.map((name) => `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`).join('|')})\\b`)
const event = /\b(?:before|prior to|until) the ((?:\p{L}+[\s-]){0,2}?(?:rewrite|migration|move|change|switch|redesign|refactoring|rename|split|merger?|outage|incident|launch|upgrade|rebuild))\b/iu

/** The undated past time in a question ("back then", "in March", "before the rewrite"); null where there is none, or a year is written. */
export function findOpenPeriod(question: string): OpenPeriod | null {
  if (/\b(?:19|20)\d{2}\b/.test(question)) return null
  const vague = undated.exec(question)
  if (vague !== null) return { words: vague[0], event: null, month: null }
  const month = bareMonth.exec(question)
  if (month !== null) return { words: month[0], event: null, month: months.indexOf((month[1] ?? '').toLowerCase()) + 1 }
  const before = /\b(?:was|were|did|had|used to)\b/i.test(question) ? event.exec(question) : null
  return before === null ? null : { words: before[0], event: before[1] ?? null, month: null }
}

/** The times that could be meant, as ISO days, earliest first: for an event the day of each document about it, for a month each year that the notes date in it. */
export function timesOf(open: OpenPeriod, items: readonly EvidenceItem[]): string[] {
  if (open.event !== null) {
    const words = analyze(open.event, 'en').map(({ lexeme }) => lexeme)
    return distinctDays(items.filter(({ title, headingPath }) => {
      const held = new Set(analyze([title, ...headingPath].join('\n'), 'en').map(({ lexeme }) => lexeme))
      return words.every((word) => held.has(word))
    }))
  }
  const { month } = open
  return distinctDays(month === null ? items : items.filter(({ effectiveAt }) => Number(effectiveAt.slice(5, 7)) === month))
}

function distinctDays(items: readonly EvidenceItem[]): string[] {
  return [...new Set(items.filter((item) => item.undated !== true).map(({ effectiveAt }) => effectiveAt.slice(0, 10)))].sort()
}
