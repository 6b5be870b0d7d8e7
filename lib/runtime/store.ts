import { sql, type SQL } from 'drizzle-orm'
import type { DocumentId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { isoMoment, rows, scopeCondition, type Database } from '@/lib/database'
import { activeGeneration, generationCondition, heldCondition, lastReconciliation, rolledBackFrom } from '@/lib/indexing'
import { listSources } from '@/lib/sources'
import type { DocumentView, Slice, Slices, Status } from './runtime'

/** What the index holds and how current it is. Files, folders and failures are the owner's to know. */
export async function readStatus(database: Database, identity: Identity): Promise<Omit<Status, 'indexing' | 'lastFault' | 'slices' | 'watching'>> {
  const generation = await activeGeneration(database)
  // Who sees everything sees what was counted at the activation; status is asked for often while a build runs.
  const [counts] = identity.scopes === 'all' ? [generation] : await rows<{ documents: number; passages: number }>(database, sql`
    select count(distinct document_id)::int as documents, count(*)::int as passages from index_entry e
    where ${generationCondition(sql`${generation?.number ?? 0}`)} and e.current and ${scopeCondition(identity, sql`e.scope`)}`)
  const common = {
    generation: generation?.number ?? null, mode: generation?.mode ?? null, modeReason: generation?.modeReason ?? null, asOf: generation?.currentAsOf ?? null,
    documents: counts?.documents ?? 0, passages: counts?.passages ?? 0,
  }
  if (identity.scopes !== 'all') {
    return { ...common, files: { seen: common.documents, indexed: common.documents, failed: [], waiting: 0 }, sources: [], warnings: [], rolledBack: null, reconciled: null, configuration: {} }
  }
  const states = new Map((await rows<{ state: string; files: number }>(database, sql`
    select f.state, count(*)::int as files from source_file f join source s on s.id = f.source_id where s.removed_at is null group by f.state`)).map(({ state, files }) => [state, files]))
  const remarkable = await rows<{ path: string; state: string; reason: string | null; warnings: readonly { message: string; line: number | null }[]; source: string }>(database, sql`
    select f.path, f.state, f.reason, f.warnings, s.location as source from source_file f join source s on s.id = f.source_id
    where s.removed_at is null and (f.state = 'failed' or f.warnings <> '[]'::jsonb) order by s.added_at, f.path collate "C"`)
  const sources = await listSources(database)
  const named = (file: { path: string; source: string }) => (sources.length > 1 ? `${file.source}/${file.path}` : file.path)
  return {
    ...common,
    files: {
      seen: [...states.values()].reduce((sum, files) => sum + files, 0),
      indexed: states.get('indexed') ?? 0,
      failed: remarkable.filter(({ state }) => state === 'failed').map((file) => ({ path: named(file), reason: file.reason ?? '' })),
      waiting: (states.get('waiting') ?? 0) + (states.get('read') ?? 0),
    },
    sources: sources.map(({ id, location, sample, fault, scannedAt }) => ({ id, location, sample, fault, scannedAt })),
    warnings: remarkable.flatMap((file) => file.warnings.map(({ message, line }) => ({ path: named(file), message, line }))),
    rolledBack: await rolledBackFrom(database),
    reconciled: await lastReconciliation(database),
    configuration: generation === null ? {} : { fingerprint: generation.fingerprint, ...generation.configuration },
  }
}

/** Bytes and tokens of what an identity may see of a generation, history included. */
export async function readSlices(database: Database, identity: Identity, generation: number): Promise<Slices> {
  const cells = await rows<{ project: string | null; kind: string; scope: string; current: boolean; passages: number; bytes: number; tokens: number }>(database, sql`
    select e.project, e.kind, e.scope, e.current, count(*)::int as passages, sum(octet_length(p.text))::float8 as bytes, sum(p.tokens)::float8 as tokens
    from index_entry e join passage p on p.id = e.passage_id
    where ${generationCondition(sql`${generation}`)} and ${scopeCondition(identity, sql`e.scope`)} group by e.project, e.kind, e.scope, e.current`)
  const cut = (nameOf: (cell: (typeof cells)[number]) => string | null): readonly Slice[] => {
    const slices = new Map<string | null, Slice>()
    for (const cell of cells) {
      const name = nameOf(cell)
      const { passages, bytes, tokens } = slices.get(name) ?? { passages: 0, bytes: 0, tokens: 0 }
      slices.set(name, { name, passages: passages + cell.passages, bytes: bytes + cell.bytes, tokens: tokens + cell.tokens })
    }
    return [...slices.values()].sort((a, b) => b.bytes - a.bytes || String(a.name).localeCompare(String(b.name), 'en'))
  }
  return { project: cut(({ project }) => project), kind: cut(({ kind }) => kind), scope: cut(({ scope }) => scope), time: cut(({ current }) => (current ? 'current' : 'history')) }
}

/** A document apart from its links. */
export type StoredDocument = Omit<DocumentView, 'links' | 'backlinks'>

interface RevisionRow extends Omit<StoredDocument, 'sections' | 'revisions' | 'supersededBy' | 'supersedes'> {
  readonly readWith: string | null
}

/** One revision of a document (the newest the reader may see where `revision` is null), or null where nothing is to be seen. */
export async function readDocument(database: Database, identity: Identity, id: DocumentId, revision: number | null): Promise<StoredDocument | null> {
  const allowed = sql`${scopeCondition(identity, sql`d.scope`)} and ${scopeCondition(identity, sql`r.scope`)}`
  // Others than the owner see nothing of a removed document but what its source's history still says; the owner's saved answers may cite it.
  const present = identity.scopes === 'all' ? sql`true` : heldCondition
  const [row] = await rows<RevisionRow>(database, sql`
    select d.id as "documentId", r.id as "revisionId", r.number as revision, r.title, r.kind, r.project, r.status, r.effective_at::text as "effectiveAt", r.effective_origin as "effectiveOrigin",
      r.source_path as "sourcePath", r.content_digest as "contentDigest", c.text, r.tags, r.warnings,
      ${isoMoment(sql`d.removed_at`)} as "removedAt",
      coalesce(r.read_with, (select max(read_with) from section where revision_id = r.id)) as "readWith"
    from document d join revision r on r.document_id = d.id join content c on c.digest = r.content_digest
    where d.id = ${id} and (${revision}::int is null or r.number = ${revision}::int) and ${allowed} and ${present}
    order by r.number desc limit 1`)
  if (row === undefined) return null
  const { readWith, ...view } = row
  const revisions = await rows<DocumentView['revisions'][number]>(database, sql`
    select r.number as revision, r.id as "revisionId", r.in_force_from::text as "inForceFrom", r.in_force_to::text as "inForceTo", r.in_force_to is null as current,
      exists (select 1 from index_entry e join generation g on g.state = 'active' where e.revision_id = r.id and ${generationCondition(sql`g.number`)})
        or not exists (select 1 from passage p where p.revision_id = r.id) as searchable
    from document d join revision r on r.document_id = d.id where d.id = ${id} and ${allowed} order by r.number`)
  const sections = await rows<DocumentView['sections'][number]>(database, sql`
    select heading, level, start_line as "startLine", start_offset as "startOffset" from section where revision_id = ${view.revisionId} and read_with = ${readWith} order by ordinal`)
  const linked = (condition: SQL) => rows<{ documentId: DocumentId; title: string }>(database, sql`
    select d.id as "documentId", r.title from supersession s join document d on ${condition}
    join lateral (select title, scope from revision where document_id = d.id order by number desc limit 1) r on true
    where d.removed_at is null and ${allowed} and ${scopeCondition(identity, sql`s.successor_scope`)} order by s.successor_scope <> 'public', s.successor_scope <> (select scope from document where id = s.document_id), s.successor_scope = 'private', s.successor_scope, r.title collate "C", d.id`)
  const [successor] = await linked(sql`s.document_id = ${id} and d.id = s.successor_id`)
  return { ...view, sections, revisions, supersededBy: successor ?? null, supersedes: await linked(sql`s.successor_id = ${id} and d.id = s.document_id`) }
}

/** Every indexed file with its digest and its document's scope: what an evaluation holds results against, apart from search. */
export async function readIndexedFiles(database: Database): Promise<readonly { readonly path: string; readonly digest: string; readonly scope: string }[]> {
  return rows(database, sql`
    select f.path, f.digest, coalesce(d.scope, 'private') as scope from source_file f left join document d on d.id = f.document_id where f.state = 'indexed' order by f.path collate "C"`)
}
