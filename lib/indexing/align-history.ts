/** A document's revisions as they are stored, oldest first. */
export interface KnownHistory {
  readonly documentId: string
  readonly path: string
  readonly digests: readonly string[]
}

/** A file's texts as a repository has them now, oldest first; null for one that cannot be read. */
export interface ReadLineage {
  readonly paths: readonly string[]
  readonly path: string
  readonly digests: readonly (string | null)[]
}

/**
 * From which text on a file's history is new to a document that has these revisions: behind those it shares with them.
 * In a rewritten history that is behind the last text that is known at all; the text the file has now (`isLive`) is new
 * where it is not the document's last. Equals the number of texts where nothing is new.
 */
export function firstNewText(digests: readonly (string | null)[], known: readonly string[], isLive: boolean): number {
  let matched = 0
  let at = 0
  for (; at < digests.length; at++) {
    const digest = digests[at]
    if (digest === null || (matched > 0 && digest === known[matched - 1])) continue
    if (digest !== known[matched]) break
    matched++
  }
  if (matched < known.length) at = digests.findLastIndex((digest) => digest !== null && known.includes(digest)) + 1
  const last = digests.findLastIndex((digest) => digest !== null)
  return isLive && last >= 0 && digests[last] !== known.at(-1) ? Math.min(at, last) : at
}

/**
 * Which document each file is, after a history was rewritten or an import broken off: documents and files pair up that
 * share a path or the document's last text, those with the most texts in common first. Gives, per file, an index into
 * `documents`, or null.
 */
export function matchLineages(lineages: readonly ReadLineage[], documents: readonly KnownHistory[]): readonly (number | null)[] {
  const byPath = new Map<string, number[]>()
  const byLastText = new Map<string, number[]>()
  const note = (map: Map<string, number[]>, key: string | undefined, at: number) => { if (key !== undefined) map.set(key, [...(map.get(key) ?? []), at]) }
  for (const [at, { path, digests }] of documents.entries()) {
    note(byPath, path, at)
    note(byLastText, digests.at(-1), at)
  }
  const pairs = lineages.flatMap(({ paths, path, digests }, lineage) => {
    const texts = new Set(digests)
    const candidates = new Set([...paths.flatMap((one) => byPath.get(one) ?? []), ...[...texts].flatMap((digest) => byLastText.get(digest ?? '') ?? [])])
    return [...candidates].map((document) => {
      const known = documents[document]
      const shared = new Set(known?.digests.filter((digest) => texts.has(digest))).size
      return { lineage, document, score: shared + (known?.path === path ? 0.5 : 0) + (known !== undefined && paths.includes(known.path) ? 0.25 : 0) }
    })
  }).sort((a, b) => b.score - a.score || a.lineage - b.lineage || a.document - b.document)
  const matched: (number | null)[] = lineages.map(() => null)
  const taken = new Set<number>()
  for (const { lineage, document } of pairs) {
    if (matched[lineage] !== null || taken.has(document)) continue
    matched[lineage] = document
    taken.add(document)
  }
  return matched
}
