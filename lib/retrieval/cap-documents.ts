/**
 * Passages of one document that an arm lists at most: a long log that names every word fills no list, and a question about
 * one document still finds enough of it.
 */
const mostOfDocument = 10

/** The first `limit` of these passages, best first, of which no document has more than its share. `documents` numbers each passage's document. */
export function capped(passages: readonly number[], documents: Uint32Array, limit: number): number[] {
  const counts = new Map<number, number>()
  const kept: number[] = []
  for (const passage of passages) {
    if (kept.length >= limit) break
    const document = documents[passage] ?? 0
    const count = counts.get(document) ?? 0
    if (count >= mostOfDocument) continue
    counts.set(document, count + 1)
    kept.push(passage)
  }
  return kept
}
