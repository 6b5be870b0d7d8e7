import { evidenceSettings } from './evidence-settings'

/** What choosing needs to know of a passage. */
export interface Choosable {
  readonly documentId: string
  readonly revisionId: string
  readonly current: boolean
  readonly superseded: boolean
  readonly passage: { readonly id: string; readonly text: string }
}

/** Passages found for a question, each list best first. */
export interface FoundPassages<T extends Choosable> {
  /** In force on the past day asked about. */
  readonly past: readonly T[]
  readonly now: readonly T[]
  /** Older revisions and superseded documents among others. */
  readonly history: readonly T[]
  /** The document that the question is about, in its order; empty where passages are enough. */
  readonly whole: readonly T[]
}

export interface ChosenPassages<T> {
  readonly chosen: readonly T[]
  /** What was left out because a chosen passage of another document says the same, by the chosen one's id. */
  readonly repeated: ReadonlyMap<string, readonly T[]>
}

export interface PassageMeasures<T> {
  tokensOf(passage: T): number
  /** Whether the second repeats the first: nearly the same words, and the same figures and denials. */
  repeats(passage: T, other: T): boolean
  /** Whether the question names the passage's document ("ADR 58"): then more of it is wanted. Absent: none is named. */
  isNamed?(passage: T): boolean
}

/** Of the past day's passages as many are considered. */
const mostPast = 8

/**
 * Fills the token budget: what was in force on the day asked about first, then the best of now, the whole document where
 * there is one, then one passage of every document not yet there before a second of any, and history in its own places.
 * Never above the budget or a cap, never the same passage twice, never one that repeats a chosen one of another document.
 */
export function choosePassages<T extends Choosable>({ past, now, history, whole }: FoundPassages<T>, { tokensOf, repeats, isNamed = () => false }: PassageMeasures<T>, settings = evidenceSettings): ChosenPassages<T> {
  const chosen: T[] = []
  const seen = new Set<string>()
  const repeated = new Map<string, T[]>()
  const perDocument = new Map<string, number>()
  let tokens = 0
  const add = (result: T): boolean => {
    const cost = tokensOf(result)
    const isWhole = whole[0]?.revisionId === result.revisionId
    const count = perDocument.get(result.documentId) ?? 0
    if (seen.has(result.passage.id) || (!isWhole && count >= settings.perDocument * (isNamed(result) ? 2 : 1)) || chosen.length >= settings.mostItems || tokens + cost > settings.tokenBudget) return false
    const same = chosen.find((other) => other.documentId !== result.documentId && other.current === result.current && other.superseded === result.superseded && repeats(result, other))
    seen.add(result.passage.id)
    if (same !== undefined) {
      repeated.set(same.passage.id, [...(repeated.get(same.passage.id) ?? []), result])
      return false
    }
    perDocument.set(result.documentId, count + 1)
    tokens += cost
    chosen.push(result)
    return true
  }
  const left = history.filter(({ current, superseded }) => !current || superseded)
  const room = Math.min(settings.history, left.length)
  for (const result of past.slice(0, mostPast)) add(result)
  for (const result of now.slice(0, settings.wholeDocument.of)) add(result)
  for (const result of whole) add(result)
  const before = chosen.length
  for (const result of now) if (chosen.length < settings.mostItems - room && !perDocument.has(result.documentId)) add(result)
  for (const result of now) if (chosen.length < settings.mostItems - room) add(result)
  const places = new Map(now.map(({ passage }, at) => [passage.id, at]))
  const filled = chosen.splice(before).sort((a, b) => (places.get(a.passage.id) ?? 0) - (places.get(b.passage.id) ?? 0))
  chosen.push(...filled)
  let older = 0
  for (const result of left) if (older < room && add(result)) older++
  return { chosen, repeated }
}
