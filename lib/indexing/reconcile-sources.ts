import { sql } from 'drizzle-orm'
import { rows, textArray, type Database } from '@/lib/database'
import { listSources, scanFolder } from '@/lib/sources'
import { counted, findingOf, type Finding } from './finding'
import { lookAt } from './read-version'
import { batches } from './store-versions'
import { compareSupersession, resolveSupersession } from './supersession'

/** Findings, and the documents they are about: what else differs of these has the same cause. */
export interface Compared {
  readonly findings: readonly Finding[]
  readonly documents: readonly string[]
}

interface Known {
  readonly path: string
  readonly digest: string | null
  readonly state: string
  readonly documentId: string | null
  readonly documentPath: string | null
  readonly documentRemoved: boolean | null
  readonly isLatest: boolean | null
}

/**
 * Compares folders with what was recorded of them: files whose bytes changed, came or went since they were read, and
 * records that name the wrong document or revision. With `repair` these are marked to be read again by the next build.
 */
export async function reconcileFiles(database: Database, repair: boolean): Promise<Compared> {
  const changed: string[] = []
  const misplaced: string[] = []
  const documents: string[] = []
  for (const source of await listSources(database)) {
    if (source.kind !== 'folder') continue
    const scan = await scanFolder(source.location)
    if (scan.kind === 'fault') continue // the build records it and status says so
    const known = new Map((await rows<Known>(database, sql`
      select f.path, f.digest, f.state, d.id as "documentId", d.path as "documentPath", d.removed_at is not null as "documentRemoved",
        f.revision_id = (select id from revision r where r.document_id = d.id order by number desc limit 1) as "isLatest"
      from source_file f left join document d on d.id = f.document_id where f.source_id = ${source.id}`)).map((row) => [row.path, row]))
    const seen = new Set([...scan.files, ...scan.failed].map(({ path }) => path))
    for (const path of known.keys()) if (!seen.has(path)) changed.push(path)
    const wrong: string[] = []
    for (const file of scan.files) {
      const record = known.get(file.path)
      const now = await lookAt(file.versions)
      if ('reason' in now) continue
      if (record?.digest !== now.whole) changed.push(file.path)
      else if (!file.removed && record.state !== 'failed' && (record.documentPath !== file.path || record.documentRemoved !== false || record.isLatest !== true)) {
        wrong.push(file.path)
        if (record.documentId !== null) documents.push(record.documentId)
      }
    }
    misplaced.push(...wrong)
    if (repair) for (const batch of batches(wrong, 500)) await database.execute(sql`update source_file set stamp = null where source_id = ${source.id} and path = any(${textArray(batch)})`)
  }
  const findings = [
    ...findingOf('files', changed, (count) => `${counted(count, 'file')} changed, came or went since the sources were last read.`, repair),
    ...findingOf('files', misplaced, (count) => `${counted(count, 'file')} stood under the wrong document or revision, or under none.`, repair),
  ]
  return { findings, documents }
}

/** Compares which document replaces which with what their texts say, and puts it right. */
export async function reconcileSupersession(database: Database, repair: boolean): Promise<Compared> {
  const { changed } = await compareSupersession(database)
  if (changed.length === 0) return { findings: [], documents: [] }
  const paths = (await rows<{ path: string }>(database, sql`select path from document where id = any(${textArray(changed)}) order by path`)).map(({ path }) => path)
  if (repair) await resolveSupersession(database)
  return { findings: findingOf('supersession', paths, (count) => `${counted(count, 'document')} had a recorded successor, or readers recorded for it, other than the texts say.`, repair), documents: changed }
}

/** Checks that no revision of a document is in force beside the next one, and that the last one of a document that is there is current. */
export async function reconcileRevisions(database: Database, repair: boolean): Promise<Compared> {
  const wrong = await rows<{ id: string; documentId: string; path: string; to: string | null }>(database, sql`
    select id, "documentId", path, next as "to" from (
      select r.id, d.id as "documentId", d.path, d.removed_at, r.in_force_to, lead(r.in_force_from) over (partition by r.document_id order by r.number) as next
      from revision r join document d on d.id = r.document_id) ordered
    where case when next is null then removed_at is null and in_force_to is not null else in_force_to is null or in_force_to > next end order by path`)
  if (repair) for (const { id, to } of wrong) await database.execute(sql`update revision set in_force_to = ${to} where id = ${id}`)
  const findings = findingOf('revisions', wrong.map(({ path }) => path), (count) => `${counted(count, 'revision')} had an end other than the day on which the next one came into force.`, repair)
  return { findings, documents: wrong.map(({ documentId }) => documentId) }
}
