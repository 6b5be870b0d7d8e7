import { digest } from '@/lib/foundation'

/** As many as `limit`, in their own order, the same ones every time and whatever they are sorted by; all of them with null. */
export function takeSample<T extends { readonly id: string }>(items: readonly T[], limit: number | null): readonly T[] {
  if (limit === null || limit >= items.length) return items
  const order = new Map(items.map((item) => [item, digest(item.id)]))
  const taken = new Set([...items].sort((a, b) => ((order.get(a) ?? '') < (order.get(b) ?? '') ? -1 : 1)).slice(0, limit))
  return items.filter((item) => taken.has(item))
}
