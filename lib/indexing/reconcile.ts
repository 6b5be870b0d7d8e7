import { sql } from 'drizzle-orm'
import { isoMoment, rows, schema, type Database } from '@/lib/database'
import { buildIndex, type BuildOptions } from './build-index'
import { readInPlace } from './document-reader'
import { counted, findingOf, type Finding } from './finding'
import { activeGeneration } from './generations'
import { repairEntries } from './place-entries'
import { countPrunable, pruneIndex } from './prune'
import { reconcileEmbeddings, reconcileSegments } from './reconcile-arms'
import { reconcileEntries, reconcileReadings } from './reconcile-readings'
import { reconcileFiles, reconcileRevisions, reconcileSupersession } from './reconcile-sources'
import { rolledBackFrom } from './roll-back'

export interface ReconcileReport {
  /** Whether it only looked. */
  readonly dryRun: boolean
  /** Empty where everything agrees. */
  readonly findings: readonly Finding[]
  /** What could not be compared now and why, in sentences. */
  readonly notes: readonly string[]
  /** ISO moments. */
  readonly startedAt: string
  readonly finishedAt: string
}

export interface ReconcileOptions extends BuildOptions {
  readonly dryRun: boolean
}

/**
 * Compares files, revisions, readings, both arms of the index, supersession and lineage with each other, and repairs
 * each drift: from files where they have it, else from the stored texts. Damage is put right in place; what changed in
 * files goes through a build. With `dryRun` nothing is changed.
 */
export async function reconcile(options: ReconcileOptions): Promise<ReconcileReport> {
  const { database, dryRun } = options
  const startedAt = new Date().toISOString()
  const repair = !dryRun
  const notes: string[] = []
  const rolledBack = await rolledBackFrom(database)
  if (rolledBack !== null) notes.push(`Index ${rolledBack} was rolled back, so files are not read until a build is asked for with: k81r index`)
  // An unfinished build may differ from its texts, so it is finished before anything is compared.
  if (repair && rolledBack === null && (await isInterrupted(database))) await buildIndex(options)
  const findings: Finding[] = []
  if (await isInterrupted(database)) notes.push('A build was interrupted, so nothing can be compared before the next one is done.')
  else {
    findings.push(...(await compare(options, rolledBack === null, notes)))
    if (repair && rolledBack === null) await buildIndex(options)
    if (repair) await pruneIndex(database, true)
  }
  const report: ReconcileReport = { dryRun, findings, notes, startedAt, finishedAt: new Date().toISOString() }
  if (dryRun) return report
  await database.insert(schema.reconciliation).values({ findings, startedAt, finishedAt: report.finishedAt })
  await database.execute(sql`delete from reconciliation where id not in (select id from reconciliation order by id desc limit 30)`)
  return report
}

async function compare(options: ReconcileOptions, readsFiles: boolean, notes: string[]): Promise<readonly Finding[]> {
  const { database, dryRun, embedder, reader = readInPlace, onProgress = () => undefined } = options
  const repair = !dryRun
  const newest = await newestGeneration(database)
  const compared = [await reconcileSupersession(database, repair), await reconcileRevisions(database, repair)]
  const placed = compared.flatMap(({ documents }) => documents)
  if (repair && placed.length > 0) await database.transaction((tx) => repairEntries(tx, newest, placed))
  compared.push(await reconcileFiles(database, repair && readsFiles))
  const findings: Finding[] = compared.flatMap((each) => each.findings)
  const readings = await reconcileReadings(database, newest, repair, reader, (done, total) => onProgress({ stage: 'checking', done, total }))
  findings.push(...readings.findings, ...(await reconcileEntries(database, newest, new Set(compared.flatMap(({ documents }) => documents)), repair)))
  const generation = await activeGeneration(database)
  if (generation !== null && generation.mode === 'hybrid') {
    if (embedder.state === 'ready' && generation.configuration.embedding?.version === embedder.embedder.model.version) findings.push(...(await reconcileEmbeddings(database, generation, embedder.embedder, repair)))
    else notes.push(`Vectors were not compared: ${embedder.state === 'ready' ? 'the index was made with another model.' : embedder.reason}`)
  }
  findings.push(...(await reconcileSegments(database, repair ? new Set() : readings.damaged, repair)))
  const left = await countPrunable(database)
  findings.push(...findingOf('leftovers', Array.from({ length: left.entries + left.passages + left.embeddings }, () => 'kept by nothing'), () =>
    `${counted(left.entries, 'old index row')}, ${counted(left.passages, 'old passage')} and ${counted(left.embeddings, 'old vector')} belonged to nothing that is kept.`, repair))
  return findings
}

async function isInterrupted(database: Database): Promise<boolean> {
  return (await rows(database, sql`select 1 from generation where state = 'building'`)).length > 0
}

/** The generation whose entries stand open: the active one, or the one it was rolled back from. */
async function newestGeneration(database: Database): Promise<number> {
  const [row] = await rows<{ number: number }>(database, sql`select coalesce(max(number), 1)::int as number from generation where state <> 'building'`)
  return row?.number ?? 1
}

/** The last reconciliation that repaired, with what it found; null before the first. */
export async function lastReconciliation(database: Database): Promise<Omit<ReconcileReport, 'notes' | 'dryRun'> | null> {
  const [row] = await rows<Omit<ReconcileReport, 'notes' | 'dryRun'>>(database, sql`
    select findings, ${isoMoment(sql`started_at`)} as "startedAt", ${isoMoment(sql`finished_at`)} as "finishedAt" from reconciliation order by id desc limit 1`)
  return row ?? null
}
