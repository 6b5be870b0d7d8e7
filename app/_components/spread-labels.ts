/** Places of labels on one axis, each as near to its own as it can be while no two are closer than `gap`. In the given order. */
export function spreadLabels(places: readonly number[], gap: number, lowest: number, highest: number): readonly number[] {
  const order = places.map((place, at) => ({ place, at })).sort((left, right) => left.place - right.place || left.at - right.at)
  const spread: number[] = []
  for (const { place } of order) spread.push(Math.max(place, lowest, (spread.at(-1) ?? -Infinity) + gap))
  // What was pushed over the end is pushed back, and with it what stands before.
  let ceiling = highest
  for (let at = spread.length - 1; at >= 0; at--) {
    const placed = Math.min(spread[at] ?? 0, ceiling)
    spread[at] = placed
    ceiling = placed - gap
  }
  const found = new Map(order.map(({ at }, rank) => [at, spread[rank] ?? 0]))
  return places.map((place, at) => found.get(at) ?? place)
}
