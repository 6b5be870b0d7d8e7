import { sql } from 'drizzle-orm'
import { digest, Fault } from '@/lib/foundation'
import { rows, type Database } from '@/lib/database'
import type { Source } from './source'

/** Sources in view, in the order they were added. */
export async function listSources(database: Database): Promise<readonly (Source & { readonly fault: string | null; readonly scannedAt: string | null })[]> {
  return rows(database, sql`select id, kind, location, sample, fault, to_char(scanned_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "scannedAt" from source where removed_at is null order by added_at, id`)
}

/**
 * Remembers folders (absolute, existing) as sources; one's own replace the samples in view. A folder that is already
 * a source stays as it is; one inside another source, or around it, is refused: its files would be two documents.
 */
export async function addFolders(database: Database, folders: readonly { readonly location: string; readonly sample: boolean }[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { location, sample } of folders) {
      const known = await rows<{ location: string }>(tx, sql`select location from source where removed_at is null and sample = ${sample}`)
      if (known.some((source) => source.location === location)) continue
      const overlap = known.find((source) => location.startsWith(`${source.location}/`) || source.location.startsWith(`${location}/`))
      if (overlap !== undefined) throw new Fault('source-unusable', `${location} and ${overlap.location} lie inside each other. Use only one of them.`)
      if (!sample) await tx.execute(sql`update source set removed_at = now() where sample and removed_at is null and location <> ${location}`)
      const id = `src_${digest(location).slice(0, 20)}`
      await tx.execute(sql`insert into source (id, kind, location, sample) values (${id}, 'folder', ${location}, ${sample})
        on conflict (id) do update set removed_at = null, fault = null, sample = excluded.sample`)
    }
  })
}

/** Records what the last look at a source was worth. */
export async function recordScan(database: Database, id: string, fault: string | null): Promise<void> {
  await database.execute(fault === null
    ? sql`update source set fault = null, scanned_at = now() where id = ${id}`
    : sql`update source set fault = ${fault} where id = ${id}`)
}

