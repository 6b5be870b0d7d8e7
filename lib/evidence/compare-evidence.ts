import type { EvidenceItem, EvidenceSet } from './evidence-set'

/** What is different of one passage between two revisions of a set. */
export interface EvidenceDifference {
  readonly evidenceId: string
  readonly item: EvidenceItem
  /** Its places among the evidence, from 1; null where it is none. */
  readonly from: number | null
  readonly to: number | null
}

export interface EvidenceComparison {
  readonly added: readonly EvidenceDifference[]
  /** No longer in the set, and not among what was excluded either. */
  readonly removed: readonly EvidenceDifference[]
  readonly excluded: readonly (EvidenceDifference & { readonly reason: string })[]
  readonly restored: readonly EvidenceDifference[]
  readonly pinned: readonly EvidenceDifference[]
  readonly unpinned: readonly EvidenceDifference[]
  /** In another order relative to what stayed, for no other reason than those above. */
  readonly moved: readonly EvidenceDifference[]
  readonly kept: number
  readonly tokens: { readonly from: number; readonly to: number }
}

/** Compares two revisions of one set, passage by passage, in the order of the later places. The same revision twice has no differences. */
export function compareEvidence(from: EvidenceSet, to: EvidenceSet): EvidenceComparison {
  const before = byPassage(from.items)
  const after = byPassage(to.items)
  const leftOutBefore = new Set(from.excluded.map(({ passage }) => passage.id))
  const leftOutAfter = new Map(to.excluded.map((item) => [item.passage.id, item.excluded.reason]))
  const difference = (item: EvidenceItem): EvidenceDifference => ({ evidenceId: item.evidenceId, item, from: before.get(item.passage.id)?.rank ?? null, to: after.get(item.passage.id)?.rank ?? null })
  const gone = from.items.filter(({ passage }) => !after.has(passage.id))
  const come = to.items.filter(({ passage }) => !before.has(passage.id))
  const stayed = to.items.filter(({ passage }) => before.has(passage.id))
  const pinChanged = (pinned: boolean) => stayed.filter((item) => (item.pinned === true) === pinned && (before.get(item.passage.id)?.pinned === true) !== pinned)
  const [pinned, unpinned] = [pinChanged(true), pinChanged(false)]
  const others = stayed.filter((item) => !pinned.includes(item) && !unpinned.includes(item))
  const inOrder = longestAscending(others.map(({ passage }) => before.get(passage.id)?.rank ?? 0))
  return {
    added: come.filter(({ passage }) => !leftOutBefore.has(passage.id)).map(difference),
    restored: come.filter(({ passage }) => leftOutBefore.has(passage.id)).map(difference),
    removed: gone.filter(({ passage }) => !leftOutAfter.has(passage.id)).map(difference),
    excluded: gone.flatMap((item) => {
      const reason = leftOutAfter.get(item.passage.id)
      return reason === undefined ? [] : [{ ...difference(item), reason }]
    }),
    pinned: pinned.map(difference), unpinned: unpinned.map(difference),
    moved: others.filter((_item, at) => !inOrder.has(at)).map(difference),
    kept: stayed.length, tokens: { from: from.tokens, to: to.tokens },
  }
}

function byPassage(items: readonly EvidenceItem[]): ReadonlyMap<string, EvidenceItem> {
  return new Map(items.map((item) => [item.passage.id, item]))
}

/** The places of a longest ascending run of values, not necessarily adjacent: what need not be said to have moved. */
function longestAscending(values: readonly number[]): ReadonlySet<number> {
  const best: number[][] = []
  for (const [at, value] of values.entries()) {
    const before = best.filter((run) => (values[run.at(-1) ?? 0] ?? 0) < value).sort((a, b) => b.length - a.length)[0] ?? []
    best.push([...before, at])
  }
  return new Set(best.sort((a, b) => b.length - a.length)[0] ?? [])
}
