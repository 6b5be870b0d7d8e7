import { sql, type SQL } from 'drizzle-orm'
import { rows } from '@/lib/database'
import type { DocumentStatus } from '@/lib/documents'
import type { DocumentId, RevisionId } from '@/lib/foundation'
import type { DocumentConditions, ListedDocument } from './search-documents'
import type { NameView } from './search-names'
import { readListed } from './store-telling'

interface Heading {
  readonly id: number
  readonly documentId: DocumentId
  readonly revisionId: RevisionId
  readonly title: string
  readonly status: DocumentStatus | null
  readonly heading: string
}

/** A release as a changelog lists it: "## [1.4.0] - 2021-09-14". */
const dated = /^\W*v?(\d+(?:\.\d+)+[\w.+-]*)\W.*?(\d{4}-\d{2}-\d{2})\b/
const mostPassages = 3

/** The releases of the first or the last day among those that changelogs list, and how many they list in all. */
export interface PickedReleases {
  readonly total: number
  readonly picked: readonly ListedDocument[]
}

/**
 * The first or the last by date of the releases that changelogs list, each as a document of its own with the passages under its
 * heading. `seen` says which entries a reader sees, `isListed` which of them are changelogs about what is asked.
 */
export async function pickChangelogReleases(view: NameView, seen: SQL, isListed: SQL, { from, to, pick }: DocumentConditions): Promise<PickedReleases> {
  const headings = await rows<Heading>(view.database, sql`
    select p.id, e.document_id as "documentId", e.revision_id as "revisionId", r.title, e.status, heading
    from index_entry e join passage p on p.id = e.passage_id join revision r on r.id = e.revision_id, unnest(p.heading_path) as heading
    where ${seen} and ${isListed} and heading ~ '[0-9]{4}-[0-9]{2}-[0-9]{2}' order by e.revision_id, p.ordinal`)
  const releases = new Map<string, { readonly release: Omit<ListedDocument, 'passages'>; readonly ids: number[] }>()
  for (const { id, documentId, revisionId, title, status, heading } of headings) {
    const [, version, effectiveAt] = dated.exec(heading) ?? []
    if (version === undefined || effectiveAt === undefined || (from !== null && effectiveAt < from) || (to !== null && effectiveAt > to)) continue
    const key = `${revisionId} ${heading}`
    const known = releases.get(key) ?? { release: { documentId, revisionId, title: `${version} in ${title}`, effectiveAt, effectiveOrigin: 'form' as const, status, successor: null }, ids: [] }
    if (known.ids.length < mostPassages) known.ids.push(id)
    releases.set(key, known)
  }
  const picked = ofExtremeDay([...releases.values()].map(({ release, ids }) => ({ ...release, ids })), pick)
  return { total: releases.size, picked: await Promise.all(picked.map(async ({ ids, ...release }) => ({ ...release, passages: await readListed(view, ids) }))) }
}

/** Those of the first or the last day. */
export function ofExtremeDay<T extends { readonly effectiveAt: string }>(dated: readonly T[], pick: DocumentConditions['pick']): readonly T[] {
  const days = dated.map(({ effectiveAt }) => effectiveAt).sort()
  const day = pick === 'latest' ? days.at(-1) : days[0]
  return dated.filter(({ effectiveAt }) => effectiveAt === day)
}
