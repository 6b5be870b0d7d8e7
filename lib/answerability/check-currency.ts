import { findLaterChange } from './find-later-change'
import { findOpenPeriod, timesOf } from './find-open-period'
import { isAsked } from './section-asked'
import { idsOf, type Finding, type PartView } from './part-view'

const mostTimes = 4
/** A rule or a size holds on; what happened is counted once it has. */
const countsEvents = /\bhow (?:many|much)\b(?!.*\b(?:needs?|requires?|may|can|must|allow\w*|permit\w*|keep|kept|takes?|has to|have to)\b)/i
/** Its own author says that it is over, whether anything took its place or not. */
const over: ReadonlySet<string | null> = new Set(['superseded', 'deprecated', 'archived'])

/**
 * Whether the evidence is of the time the question is about: an undated past time must be chosen, a question about now
 * is not answered from what was replaced, and a later note that says that something ended goes first.
 */
export function checkCurrency({ question, standing, ranked, items, isPast, period }: PartView): Finding {
  const open = isPast ? null : findOpenPeriod(question.text)
  if (open !== null) {
    const times = timesOf(open, open.event === null && open.month === null ? sameDocument(items) : items)
    const before = times[0]
    const narrowed = open.event !== null && times.length === 1 && before !== undefined ? standing.filter(({ candidate: { item } }) => item.undated !== true && item.effectiveAt < before) : []
    const years = new Set(times.map((day) => day.slice(0, 4)))
    const dated = open.month !== null && years.size === 1 ? standing.filter(({ candidate: { item } }) => item.undated !== true && times.includes(item.effectiveAt.slice(0, 10))) : []
    const meant = [...narrowed, ...dated]
    if (meant.length > 0) return { passed: true, note: `“${open.words}” is read as ${open.event === null ? `${[...years].join()}, the only year the notes date so` : `before ${before ?? ''}`}.`, evidenceIds: idsOf(meant), standing: meant }
    const choice = times.length === 0 ? '' : ` The notes that bear on it are of ${times.slice(0, mostTimes).join(', ')}.`
    return { passed: false, reason: 'ambiguous-period', missing: `Which period “${open.words}” means is not said: name a date or a year.${choice}`, evidenceIds: idsOf(ranked, mostTimes) }
  }
  const counted = period === null ? null : countedBefore(question.text, standing, period.words)
  if (counted !== null) return { passed: false, reason: 'out-of-date', missing: `The count that stands there is of ${counted.day}, before “${period?.words ?? ''}”; none is given for that time.`, evidenceIds: counted.evidenceIds }
  const first = standing[0]
  if (first === undefined || isPast) return { passed: true, note: period === null ? 'Read as of the day given.' : `Read as of ${period.asOf}.`, evidenceIds: idsOf(standing, 1) }
  const { item } = first.candidate
  if (question.asksNow && !isAsked(question, first) && (item.superseded || !item.current || over.has(item.status))) {
    const age = item.current ? `a document that is marked as ${over.has(item.status) ? item.status ?? '' : 'superseded'}` : 'an older revision'
    return { passed: false, reason: 'out-of-date', missing: `The question is about now, and the passages that bear on it are from ${age}, ${item.undated === true ? 'without a date' : `of ${item.effectiveAt}`}; whether it still holds is not written down.`, evidenceIds: [item.evidenceId] }
  }
  // What a note says of itself at its head, no other note ends.
  const later = first.candidate.isProperty === true ? null : findLaterChange(first, ranked)
  if (later === null) return { passed: true, note: 'The best passage is current.', evidenceIds: [item.evidenceId] }
  return {
    passed: true, note: `A later note (${later.candidate.item.effectiveAt}) says that this has ended; it goes first.`, evidenceIds: [later.candidate.item.evidenceId, item.evidenceId],
    standing: [later, ...standing.filter((entry) => entry !== later && entry !== first)],
  }

  function sameDocument(all: typeof items): typeof items {
    const best = standing[0]?.candidate.item.documentId
    return all.filter(({ documentId }) => documentId === best)
  }
}

/** What was counted before a year or month began says nothing about it; null where something else stands first. */
function countedBefore(question: string, standing: PartView['standing'], words: string): { readonly day: string; readonly evidenceIds: readonly string[] } | null {
  const year = /\b(?:in|during) ((?:19|20)\d{2})$/i.exec(words)?.[1]
  const best = standing[0]
  if (year === undefined || best === undefined || !countsEvents.test(question)) return null
  const { item } = best.candidate
  const day = /\b\d{4}-\d{2}-\d{2}\b/.exec(item.headingPath.join('\n'))?.[0] ?? (item.undated === true ? undefined : item.effectiveAt.slice(0, 10))
  return day !== undefined && day < `${year}-01-01` ? { day, evidenceIds: [item.evidenceId] } : null
}
