import { sql } from 'drizzle-orm'
import { Fault } from '@/lib/foundation'
import { intArray, rows, textArray, type Database } from '@/lib/database'
import { scanFolder } from '@/lib/sources'
import { generationCondition } from './conditions'
import { repairEntries } from './place-entries'
import { redactor, type Redactor } from './redact'
import { redactRuns } from './redact-runs'
import { rewriteSegments } from './write-segments'

export interface PurgeRequest {
  /** A document id, or a path within its source or with the source's location before it. */
  readonly document: string
  /** Purge although the file is still there: what was recorded goes, and the file is read anew as another document. */
  readonly keepFile: boolean
}

export interface PurgeReport {
  readonly documentId: string
  /** Where its file stood. It is recorded nowhere any more. */
  readonly path: string
  readonly revisions: number
  readonly passages: number
  /** Stored evidence sets and answers whose quotes gave way to digest and date. */
  readonly evidenceSets: number
  readonly answers: number
  /** Stored evaluation runs of which the same is true. */
  readonly evaluationRuns: number
  /** Paths of other documents that hold the very same text; they keep it. */
  readonly sameTextIn: readonly string[]
  /** ISO day that stands in place of what was forgotten. */
  readonly day: string
}

interface Target {
  readonly id: string
  readonly path: string
  readonly removed: boolean
  readonly sourceId: string
  readonly sourceKind: string
  readonly location: string
  readonly sourceRemoved: boolean
}

/**
 * Forgets a document for good, in one transaction: texts, headings, titles and names of all its revisions, what both
 * indexes know of them in every generation, and its quotes in evidence sets, answers and evaluation runs. Digests and dates stay. No file
 * is touched. Throws Fault `bad-input` when there is no such document, when several have that path, or when the file
 * would come back with the next build and `keepFile` is not set.
 */
export async function purgeDocument(database: Database, { document, keepFile }: PurgeRequest): Promise<PurgeReport> {
  const target = await findDocument(database, document)
  if (!keepFile) await refuseWhilePresent(target)
  const revisions = await rows<{ id: string; digest: string; text: string | null; language: string }>(database, sql`
    select r.id, r.content_digest as digest, c.text, r.language from revision r join content c on c.digest = r.content_digest where r.document_id = ${target.id}`)
  const passages = await rows<{ id: number; indexDigest: string }>(database, sql`
    select id, index_digest as "indexDigest" from passage where revision_id = any(${textArray(revisions.map(({ id }) => id))}) order by id`)
  const day = new Date().toISOString().slice(0, 10)
  const records = redactor({
    documentId: target.id, day, languages: [...new Set(['en', ...revisions.map(({ language }) => language)])],
    texts: revisions.flatMap(({ text }) => (text === null ? [] : [text])), ownLexemes: await lexemesOfNoOther(database, revisions.map(({ id }) => id)),
  })
  const sameTextIn = (await rows<{ path: string }>(database, sql`
    select distinct d.path from revision r join document d on d.id = r.document_id where r.content_digest = any(${textArray(revisions.map(({ digest }) => digest))}) and d.id <> ${target.id} order by 1`)).map(({ path }) => path)
  return database.transaction(async (tx) => {
    await tx.execute(sql`set local k81r.purge = 'on'`)
    const answers = await redactAnswers(tx, target.id, records)
    const evidenceSets = await redactEvidence(tx, target.id, records)
    const evaluationRuns = await redactRuns(tx, target.path, records)
    await forgetIndexed(tx, target.id, revisions.map(({ id }) => id), passages, day)
    await forgetDocument(tx, target, revisions)
    return { documentId: target.id, path: target.path, revisions: revisions.length, passages: passages.length, evidenceSets, answers, evaluationRuns, sameTextIn, day }
  })
}

async function findDocument(database: Database, name: string): Promise<Target> {
  const found = await rows<Target>(database, sql`
    select d.id, d.path, d.removed_at is not null as removed, d.source_id as "sourceId", s.kind as "sourceKind", s.location, s.removed_at is not null as "sourceRemoved"
    from document d join source s on s.id = d.source_id
    where (d.id = ${name} or d.path = ${name} or s.location || '/' || d.path = ${name}) and d.identity not like 'purged:%' order by d.removed_at nulls first, d.id`)
  const [target, ...others] = found
  if (target === undefined) throw new Fault('bad-input', `There is no document “${name}”. Name it by its path within its source, or by the id in the address of its page.`)
  if (others.length > 0) throw new Fault('bad-input', `${found.length} documents are or were at “${name}”: ${found.map(({ id, location, removed }) => `${id} in ${location}${removed ? ' (removed)' : ''}`).join(', ')}. Name one by its id.`)
  return target
}

/** Forgetting what the next build would read again is no forgetting. */
async function refuseWhilePresent(target: Target): Promise<void> {
  const help = 'With --keep-file everything recorded so far is forgotten all the same, and the file as it is now is read again as a new document.'
  if (target.sourceRemoved) return
  if (target.sourceKind !== 'folder') {
    if (!target.removed) throw new Fault('bad-input', `${target.path} is still in the source ${target.location}, so the next build would read it again. Remove it there, or the source. ${help}`)
    return
  }
  const scan = await scanFolder(target.location)
  if (scan.kind === 'fault') throw new Fault('bad-input', `Whether ${target.path} is still in its source cannot be seen: ${scan.reason} If the source is gone for good, remove it first. ${help}`)
  if ([...scan.files, ...scan.failed].some(({ path }) => path === target.path)) {
    throw new Fault('bad-input', `${target.path} is still in ${target.location}, so the next build would read it again. Delete the file, or name it under “ignore” in k81r.yaml, first. ${help}`)
  }
}

async function lexemesOfNoOther(database: Database, revisionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const own = sql`p.revision_id = any(${textArray(revisionIds)})`
  const found = await rows<{ lexeme: string }>(database, sql`
    select distinct lexeme from passage p, unnest(tsvector_to_array(p.terms)) as lexeme where ${own}
    except select distinct lexeme from passage p, unnest(tsvector_to_array(p.terms)) as lexeme where not ${own}`)
  return new Set(found.map(({ lexeme }) => lexeme))
}

async function redactEvidence(tx: Database, documentId: string, records: Redactor): Promise<number> {
  const sets = await rows<{ id: string; revision: number; items: unknown }>(tx, sql`select id, revision, items from evidence_set where position(${documentId} in items::text) > 0`)
  for (const { id, revision, items } of sets) {
    await tx.execute(sql`update evidence_set set items = ${JSON.stringify(records.redact(items))}::jsonb where id = ${id} and revision = ${revision}`)
  }
  return sets.length
}

async function redactAnswers(tx: Database, documentId: string, records: Redactor): Promise<number> {
  const answers = await rows<{ answerId: string; revision: number; claims: unknown; withheld: unknown; refusal: unknown; unanswered: readonly string[] }>(tx, sql`
    select a.answer_id as "answerId", a.revision, a.claims, a.withheld, a.refusal, a.unanswered from answer_revision a
    join evidence_set e on e.id = a.evidence_set_id and e.revision = a.evidence_set_revision
    where position(${documentId} in e.items::text) > 0 or position(${documentId} in a.claims::text) > 0`)
  let changed = 0
  for (const { answerId, revision, ...parts } of answers) {
    const { claims, withheld, refusal, unanswered } = { claims: records.redact(parts.claims), withheld: records.redact(parts.withheld), refusal: records.redact(parts.refusal), unanswered: records.redact(parts.unanswered) }
    if (claims === parts.claims && withheld === parts.withheld && refusal === parts.refusal && unanswered === parts.unanswered) continue
    changed++
    await tx.execute(sql`update answer_revision set claims = ${JSON.stringify(claims)}::jsonb, withheld = ${JSON.stringify(withheld)}::jsonb,
      refusal = ${refusal === null ? null : JSON.stringify(refusal)}::jsonb, unanswered = array(select jsonb_array_elements_text(${JSON.stringify(unanswered)}::jsonb))
      where answer_id = ${answerId} and revision = ${revision}`)
  }
  for (const { answerId, revision, claimId, number, quote } of await rows<{ answerId: string; revision: number; claimId: string; number: number; quote: string }>(tx, sql`
    select answer_id as "answerId", answer_revision as revision, claim_id as "claimId", number, quote from answer_citation where document_id = ${documentId}`)) {
    await tx.execute(sql`update answer_citation set quote = ${records.mark(quote)} where answer_id = ${answerId} and answer_revision = ${revision} and claim_id = ${claimId} and number = ${number}`)
  }
  return changed
}

/** Both indexes, in every generation. A passage that an answer cites stays as an empty row: the citation refers to it. */
async function forgetIndexed(tx: Database, documentId: string, revisionIds: readonly string[], passages: readonly { readonly id: number; readonly indexDigest: string }[], day: string): Promise<void> {
  const revisions = textArray(revisionIds)
  await tx.execute(sql`delete from index_entry where document_id = ${documentId}`)
  await tx.execute(sql`delete from embedding v where v.index_digest = any(${textArray([...new Set(passages.map(({ indexDigest }) => indexDigest))])})
    and not exists (select 1 from passage p where p.index_digest = v.index_digest and not p.revision_id = any(${revisions}))`)
  await tx.execute(sql`delete from section where revision_id = any(${revisions})`)
  await tx.execute(sql`delete from passage p where p.revision_id = any(${revisions}) and not exists (select 1 from answer_citation c where c.passage_id = p.id)`)
  await tx.execute(sql`update passage set text = ${`[purged, ${day}]`}, prefix = '', indexed_text = null, heading_path = '{}', context = '[]'::jsonb, terms = ''::tsvector, length = 0, tokens = 0 where revision_id = any(${revisions})`)
  const segments = await rows<{ id: number }>(tx, sql`
    select s.id from segment s where exists (select 1 from unnest(${intArray(passages.map(({ id }) => id))}) as gone(id) where gone.id between s.first_passage and s.last_passage) order by s.first_passage`)
  await rewriteSegments(tx, segments.map(({ id }) => id))
  // What it replaced is replaced by nothing that is known.
  const predecessors = (await rows<{ id: string }>(tx, sql`delete from supersession where successor_id = ${documentId} or document_id = ${documentId} returning document_id as id`)).map(({ id }) => id).filter((id) => id !== documentId)
  const [newest] = await rows<{ number: number }>(tx, sql`select max(number) as number from generation where state <> 'building' having count(*) > 0`)
  if (newest !== undefined && predecessors.length > 0) await repairEntries(tx, newest.number, predecessors)
  await tx.execute(sql`update generation g set (documents, passages) = (
    select count(distinct e.document_id)::int, count(*)::int from index_entry e where ${generationCondition(sql`g.number`)} and e.current)
    where state in ('active', 'kept')`)
}

async function forgetDocument(tx: Database, { id, path, sourceId }: Target, revisions: readonly { readonly digest: string }[]): Promise<void> {
  await tx.execute(sql`update revision set title = '[purged]', source_path = '[purged]', project = null, declared_id = null, tags = '{}', aliases = '{}', links = '[]'::jsonb,
    supersedes = '{}', superseded_by = '{}', warnings = '[]'::jsonb, language = 'und' where document_id = ${id}`)
  await tx.execute(sql`update content c set text = null, purged_at = now() where c.digest = any(${textArray(revisions.map(({ digest }) => digest))})
    and not exists (select 1 from revision r where r.content_digest = c.digest and r.document_id <> ${id})`)
  await tx.execute(sql`update document set identity = ${`purged:${id}`}, path = '[purged]', removed_at = coalesce(removed_at, now()), ended_on = null where id = ${id}`)
  await tx.execute(sql`delete from source_file where document_id = ${id} or (source_id = ${sourceId} and path = ${path} and document_id is null)`)
  for (const file of await rows<{ sourceId: string; path: string; warnings: readonly { readonly message: string }[] }>(tx, sql`select source_id as "sourceId", path, warnings from source_file where warnings <> '[]'::jsonb`)) {
    if (!file.warnings.some(({ message }) => message.includes(path))) continue
    const warnings = file.warnings.map((warning) => ({ ...warning, message: warning.message.replaceAll(path, '[purged]') }))
    await tx.execute(sql`update source_file set warnings = ${JSON.stringify(warnings)}::jsonb where source_id = ${file.sourceId} and path = ${file.path}`)
  }
  // Findings name files.
  await tx.execute(sql`delete from reconciliation`)
}
