import { sql } from 'drizzle-orm'
import { digest, Fault } from '@/lib/foundation'
import { isoMoment, rows, type Database } from '@/lib/database'
import type { Validators } from './fetch-text'
import type { Source, SourceKind } from './source'

/** Sources in view, in the order they were added. */
export async function listSources(database: Database): Promise<readonly (Source & { readonly fault: string | null; readonly scannedAt: string | null })[]> {
  return rows(database, sql`select id, kind, location, sample, fault, ${isoMoment(sql`scanned_at`)} as "scannedAt" from source where removed_at is null order by added_at, id`)
}

/** A source with what the last look at it was worth. */
export interface SourceState extends Source {
  /** Why it cannot be trusted at present; its documents are kept as they were. */
  readonly fault: string | null
  /** ISO moment of the last look that could be trusted; null before the first. */
  readonly readAt: string | null
  readonly files: { readonly seen: number; readonly indexed: number; readonly failed: number; readonly waiting: number }
}

/** Every source in view with its files counted, in the order they were added. */
export async function readSourceStates(database: Database): Promise<readonly SourceState[]> {
  const counts = new Map((await rows<SourceState['files'] & { id: string }>(database, sql`
    select source_id as id, count(*)::int as seen, (count(*) filter (where state = 'indexed'))::int as indexed,
      (count(*) filter (where state = 'failed'))::int as failed, (count(*) filter (where state in ('waiting', 'read')))::int as waiting
    from source_file group by source_id`)).map(({ id, ...files }) => [id, files]))
  return (await listSources(database)).map(({ scannedAt, ...source }) => ({ ...source, readAt: scannedAt, files: counts.get(source.id) ?? { seen: 0, indexed: 0, failed: 0, waiting: 0 } }))
}

/** Whether any source was ever remembered: a person who removed the samples does not want them back. */
export async function everHadSources(database: Database): Promise<boolean> {
  return (await rows(database, sql`select 1 from source limit 1`)).length > 0
}

/** One place may be read in two ways one after the other; these are two sources with documents of their own. */
function idOf(kind: SourceKind, location: string): string {
  return `src_${digest(kind === 'folder' ? location : `${kind}:${location}`).slice(0, 20)}`
}

const kindWords: Readonly<Record<SourceKind, string>> = { folder: 'a folder', git: 'a git repository', 'llms-full': 'a published text' }

/**
 * Remembers sources (absolute, checked locations); one's own replace the samples in view. One that is already
 * remembered stays as it is, one that was removed continues its documents; one inside another, or around it, or the
 * same place under another kind is refused with Fault `source-unusable`: its files would be two documents.
 */
export async function rememberSources(database: Database, sources: readonly Omit<Source, 'id'>[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { kind, location, sample } of sources) {
      const known = await rows<{ location: string; kind: SourceKind }>(tx, sql`select location, kind from source where removed_at is null and (sample = ${sample} or location = ${location})`)
      const same = known.find((source) => source.location === location)
      if (same?.kind === kind) {
        // The samples, named among one's own folders, are one of them from now on.
        if (!sample) await tx.execute(sql`update source set sample = false where sample and removed_at is null and location = ${location}`)
        continue
      }
      if (same !== undefined) throw new Fault('source-unusable', `${location} is already remembered as ${kindWords[same.kind]}. Remove that source first.`)
      const overlap = known.find((source) => location.startsWith(`${source.location}/`) || source.location.startsWith(`${location}/`))
      if (overlap !== undefined && kind !== 'llms-full' && overlap.kind !== 'llms-full') throw new Fault('source-unusable', `${location} and ${overlap.location} lie inside each other. Use only one of them.`)
      if (!sample) await tx.execute(sql`update source set removed_at = now() where sample and removed_at is null and location <> ${location}`)
      const id = idOf(kind, location)
      await tx.execute(sql`insert into source (id, kind, location, sample) values (${id}, ${kind}, ${location}, ${sample})
        on conflict (id) do update set removed_at = null, fault = null, sample = excluded.sample`)
      // Its documents went out of the index meanwhile: unchanged files must be looked at again.
      await tx.execute(sql`update source_file set stamp = null where source_id = ${id}`)
    }
  })
}

/** Remembers folders (absolute, existing) as sources. See rememberSources. */
export async function addFolders(database: Database, folders: readonly { readonly location: string; readonly sample: boolean }[]): Promise<void> {
  await rememberSources(database, folders.map(({ location, sample }) => ({ kind: 'folder', location, sample })))
}

/**
 * Takes the source with this id or location out of view; its documents leave the index at the next build, its files are
 * not touched. Gives the source, or null when none is remembered under that name.
 */
export async function removeSource(database: Database, idOrLocation: string): Promise<Source | null> {
  const [removed] = await rows<Source>(database, sql`
    update source set removed_at = now() where removed_at is null and (id = ${idOrLocation} or location = ${idOrLocation}) returning id, kind, location, sample`)
  return removed ?? null
}

/** Records what the last look at a source was worth. */
export async function recordScan(database: Database, id: string, fault: string | null): Promise<void> {
  await database.execute(fault === null
    ? sql`update source set fault = null, scanned_at = now() where id = ${id}`
    : sql`update source set fault = ${fault} where id = ${id}`)
}

/** What the server of a published address calls the text that was read of it last. */
export async function readValidators(database: Database, id: string): Promise<Validators> {
  const [known] = await rows<Validators>(database, sql`select etag, last_modified as "lastModified" from source where id = ${id}`)
  return known ?? { etag: null, lastModified: null }
}

/** Records what names the text that has been read. */
export async function recordValidators(database: Database, id: string, { etag, lastModified }: Validators): Promise<void> {
  await database.execute(sql`update source set etag = ${etag}, last_modified = ${lastModified} where id = ${id}`)
}

/** Files that hold the same text, each group in the order of its paths. */
export interface IdenticalFiles {
  readonly digest: string
  readonly files: readonly { readonly sourceId: string; readonly location: string; readonly path: string }[]
}

/** Groups of two or more files of all sources in view with one content digest, the largest group first. Empty files are left out. */
export async function readIdenticalFiles(database: Database): Promise<readonly IdenticalFiles[]> {
  const found = await rows<{ digest: string; sourceId: string; location: string; path: string }>(database, sql`
    with held as (
      select r.content_digest as digest, f.source_id, s.location, f.path, count(*) over (partition by r.content_digest) as copies
      from source_file f join source s on s.id = f.source_id join revision r on r.id = f.revision_id join content c on c.digest = r.content_digest
      where s.removed_at is null and f.state in ('read', 'indexed') and c.byte_length > 0)
    select digest, source_id as "sourceId", location, path from held where copies > 1 order by copies desc, digest, location collate "C", path collate "C"`)
  const groups = new Map<string, IdenticalFiles['files'][number][]>()
  for (const { digest: content, ...file } of found) groups.set(content, [...(groups.get(content) ?? []), file])
  return [...groups].map(([content, files]) => ({ digest: content, files }))
}
