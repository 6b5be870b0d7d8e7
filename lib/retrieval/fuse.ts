/** Reciprocal rank fusion's constant, from Cormack, Clarke and Büttcher (SIGIR 2009). */
export const rrfConstant = 60

/**
 * Fuses ranked lists of ids: score = Σ 1 / (60 + rank). Best first; ties keep the order of the first list that has
 * them. Ids may be in any number of lists; an empty input gives an empty output.
 */
export function fuse(rankings: readonly (readonly number[])[]): { readonly id: number; readonly score: number }[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) ranking.forEach((id, at) => scores.set(id, (scores.get(id) ?? 0) + 1 / (rrfConstant + at + 1)))
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score)
}

/**
 * The first `limit` of an order, in which the leader of each ranking keeps a place: a passage that only one retriever
 * finds loses to those that both find, even when its own puts it first. A missing leader takes the last place that no
 * other leader holds; the order is otherwise untouched.
 */
export function keepLeaders(order: readonly number[], leaders: readonly number[], limit: number): number[] {
  const kept = order.slice(0, limit)
  const places = new Set(leaders.slice(0, limit))
  for (const leader of leaders) {
    if (kept.includes(leader) || !order.includes(leader)) continue
    const place = kept.findLastIndex((id) => !places.has(id))
    if (place >= 0) kept[place] = leader
  }
  return kept
}
