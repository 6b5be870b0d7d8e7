import type { PassageId } from '@/lib/foundation'
import type { EvidenceItem, EvidenceSet, ExcludedItem } from './evidence-set'
import { evidenceSettings } from './evidence-settings'
import { relateItems } from './relate-items'

/** One change of a set by a person. */
export type EvidenceChange =
  | { readonly kind: 'exclude'; readonly evidenceId: string; readonly reason: string }
  | { readonly kind: 'restore' | 'pin' | 'unpin'; readonly evidenceId: string }
  /** `query`: the search that found it. */
  | { readonly kind: 'add'; readonly passageId: PassageId; readonly query: string }

/** Why a change was not made. `not-found`: the passage of an `add` cannot be found by this identity now. */
export type ChangeProblem = 'no-reason' | 'long-reason' | 'not-in-set' | 'in-set' | 'excluded' | 'no-room' | 'not-found' | 'not-yours'

const longestReason = 500

export interface AppliedChange {
  readonly items: readonly EvidenceItem[]
  readonly excluded: readonly ExcludedItem[]
  readonly rest: readonly EvidenceItem[]
  /** What was done, in words. */
  readonly cause: string
}

type Parts = Pick<EvidenceSet, 'items' | 'excluded' | 'rest'>

/**
 * Makes one change of a set: what is pinned stands first, the latest pin at the top, then what was added by hand, then the
 * rest in the order in which it was found. A changed set has a budget and a number of passages of its own. `added`: the
 * passage of an `add`, its id yet to be given; null where it is not found.
 */
export function applyChange(set: Parts, change: EvidenceChange, added: EvidenceItem | null): AppliedChange | ChangeProblem {
  switch (change.kind) {
    case 'exclude': return exclude(set, change.evidenceId, change.reason.trim())
    case 'restore': return restore(set, change.evidenceId)
    case 'pin': return pin(set, change.evidenceId, true)
    case 'unpin': return pin(set, change.evidenceId, false)
    case 'add': return add(set, added, change.query.trim())
  }
}

function exclude({ items, excluded, rest }: Parts, evidenceId: string, reason: string): AppliedChange | ChangeProblem {
  const item = items.find((other) => other.evidenceId === evidenceId)
  if (item === undefined) return 'not-in-set'
  if (!/[^\s\p{C}\p{M}]/u.test(reason)) return 'no-reason' // what does not show says nothing
  if (reason.length > longestReason) return 'long-reason'
  const { pinned: _pinned, ...left } = item
  return finish(items.filter((other) => other !== item), [...excluded, { ...left, excluded: { reason } }], rest, `${evidenceId} excluded`)
}

function restore({ items, excluded, rest }: Parts, evidenceId: string): AppliedChange | ChangeProblem {
  const item = excluded.find((other) => other.evidenceId === evidenceId)
  if (item === undefined) return 'not-in-set'
  const { excluded: _reason, ...back } = item
  if (!hasRoom(items, back)) return 'no-room'
  return finish([...items, back], excluded.filter((other) => other !== item), rest, `${evidenceId} restored`)
}

function pin({ items, excluded, rest }: Parts, evidenceId: string, pinned: boolean): AppliedChange | ChangeProblem {
  const item = items.find((other) => other.evidenceId === evidenceId)
  if (item === undefined || (item.pinned === true) === pinned) return 'not-in-set'
  const { pinned: _pinned, ...plain } = item
  const others = items.filter((other) => other !== item)
  return finish(pinned ? [{ ...plain, pinned: true }, ...others] : [...others, plain], excluded, rest, `${evidenceId} ${pinned ? 'pinned' : 'unpinned'}`)
}

function add({ items, excluded, rest }: Parts, found: EvidenceItem | null, query: string): AppliedChange | ChangeProblem {
  if (found === null) return 'not-found'
  const isSame = ({ passage }: EvidenceItem) => passage.id === found.passage.id
  if (items.some(isSame)) return 'in-set'
  if (excluded.some(isSame)) return 'excluded'
  if (!hasRoom(items, found)) return 'no-room'
  // One that a model reads with everything else keeps its id.
  const known = rest.find(isSame)
  const evidenceId = known?.evidenceId ?? `e${Math.max(0, ...[...items, ...excluded, ...rest].map(numberOf)) + 1}`
  return finish([...items, { ...found, evidenceId, added: true }], excluded, rest.filter((other) => other !== known), `${evidenceId} added${query === '' ? '' : ` from a search for “${query}”`}`)
}

function hasRoom(items: readonly EvidenceItem[], more: EvidenceItem): boolean {
  const { mostItems, tokenBudget } = evidenceSettings.changed
  return items.length < mostItems && items.reduce((sum, { tokens }) => sum + tokens, more.tokens) <= tokenBudget
}

function finish(items: readonly EvidenceItem[], excluded: readonly ExcludedItem[], rest: readonly EvidenceItem[], cause: string): AppliedChange {
  const pinned = items.filter((item) => item.pinned === true)
  const others = items.filter((item) => item.pinned !== true).sort((a, b) => Number(b.added === true) - Number(a.added === true) || numberOf(a) - numberOf(b))
  const ordered = [...pinned, ...others].map((item, at) => ({ ...item, rank: at + 1 }))
  return { items: relateItems(ordered), excluded, rest, cause }
}

function numberOf({ evidenceId }: EvidenceItem): number {
  return Number(evidenceId.slice(1))
}
