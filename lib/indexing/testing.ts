import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openTestDatabase } from '@/lib/database/testing'
import { rows, type Database, type OpenedDatabase } from '@/lib/database'
import { deterministicEmbedder } from '@/lib/models/testing'
import type { EmbedderState } from '@/lib/models'
import { addFolders } from '@/lib/sources'
import { buildIndex, type BuildReport } from './build-index'
import { generationCondition } from './conditions'
import { readTsvector, unpackPostings } from './postings'
import { rewriteSegments } from './write-segments'

/** A folder of notes and an index over it, for tests: a real database, and an embedder that hashes words. */
export interface TestIndex {
  readonly opened: OpenedDatabase
  readonly embedder: EmbedderState
  readonly folder: string
  write(path: string, content: string | Uint8Array): Promise<void>
  remove(path: string): Promise<void>
  build(): Promise<BuildReport>
  close(): Promise<void>
}

/** `shared`: another index's folder, which stays when this one is closed. */
export async function openTestIndex(files: Readonly<Record<string, string>> = {}, embedder: EmbedderState = { state: 'ready', embedder: deterministicEmbedder() }, shared: string | null = null): Promise<TestIndex> {
  const opened = await openTestDatabase()
  const folder = shared ?? (await mkdtemp(join(tmpdir(), 'k81r-notes-')))
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  await addFolders(opened.database, [{ location: folder, sample: false }])
  return {
    opened, embedder, folder, write,
    remove: (path) => rm(join(folder, path)),
    build: () => buildIndex({ database: opened.database, embedder, ranking: {} }),
    close: async () => {
      await opened.close()
      if (shared === null) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a database as new in a fraction of the time that opening another one takes. Answers, which nothing may delete, must not be in it. */
export async function emptyIndex(database: Database): Promise<void> {
  const tables = ['posting', 'segment', 'index_entry', 'embedding', 'generation', 'embedding_model', 'passage', 'section', 'supersession', 'revision', 'document', 'content', 'source_file', 'source', 'reconciliation']
  for (const table of tables) await database.execute(sql.raw(`delete from ${table}`))
}

/** Packs the passages that no segment holds yet as builds do once there are thousands. */
export async function packTail(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const [tail] = await rows<{ id: number; first: number; last: number }>(tx, sql`
      select (select coalesce(max(id), 0) + 1 from segment)::int as id, min(id) as first, max(id) as last from passage
      where id > (select coalesce(max(last_passage), 0) from segment) having count(*) > 0`)
    if (tail === undefined) return
    await tx.execute(sql`insert into segment (id, first_passage, last_passage) values (${tail.id}, ${tail.first}, ${tail.last})`)
    await rewriteSegments(tx, [tail.id])
  })
}

/** One current document with all that the active generation holds of it and nothing that a fresh index of the same files would name differently. */
export interface LiveDocument {
  readonly path: string
  readonly revision: Readonly<Record<string, unknown>>
  readonly passages: readonly Readonly<Record<string, unknown>>[]
}

/**
 * The current documents of the active generation: what was read of each file, its passages with spans, prefix, terms,
 * vectors and filters, and per passage the postings that a search finds it by, packed ones where it stands in a segment.
 */
export async function readLiveDocuments(database: Database): Promise<readonly LiveDocument[]> {
  const revisions = await rows<{ id: string; path: string; revision: Record<string, unknown> }>(database, sql`
    select r.id, d.path, json_build_object('digest', r.content_digest, 'title', r.title, 'kind', r.kind, 'status', r.status, 'project', r.project, 'scope', r.scope, 'localOnly', r.local_only,
      'effectiveAt', case when r.effective_origin <> 'file-time' then r.effective_at end, 'effectiveOrigin', r.effective_origin, 'declaredId', r.declared_id, 'tags', r.tags, 'aliases', r.aliases, 'links', r.links,
      'language', r.language, 'warnings', r.warnings, 'successors', (select json_agg(json_build_array(o.path, s.successor_scope) order by s.successor_scope) from supersession s join document o on o.id = s.successor_id where s.document_id = d.id),
      'sections', (select json_agg(json_build_array(s.level, s.heading, s.heading_path, s.parent, s.start_offset, s.end_offset, s.start_line, s.end_line) order by s.ordinal) from section s where s.revision_id = r.id and s.read_with = r.read_with)) as revision
    from document d join lateral (select * from revision where document_id = d.id order by number desc limit 1) r on true
    where d.removed_at is null order by d.path collate "C"`)
  const passages = await rows<{ id: number; revisionId: string; terms: string; passage: Record<string, unknown> }>(database, sql`
    select p.id, e.revision_id as "revisionId", p.terms::text as terms, json_build_object('ordinal', p.ordinal, 'section', p.section, 'headingPath', p.heading_path, 'type', p.content_type, 'span', array[p.start_offset, p.end_offset, p.start_line, p.end_line],
      'context', p.context, 'text', p.text, 'prefix', p.prefix, 'indexedText', p.indexed_text, 'indexDigest', p.index_digest, 'length', p.length, 'tokens', p.tokens, 'terms', p.terms::text, 'vector', md5(v.vector::text),
      'entry', json_build_array(e.superseded, e.scope, e.kind, e.project, e.status, e.length, e.successor_scopes, (select json_agg(o.path order by place) from unnest(e.successor_ids) with ordinality as s(id, place) join document o on o.id = s.id))) as passage
    from generation g join index_entry e on ${generationCondition(sql`g.number`)} join passage p on p.id = e.passage_id
    left join embedding v on v.index_digest = p.index_digest and v.model_id = g.model_id
    where g.state = 'active' and e.current order by p.ordinal, p.id`)
  const packed = await readPacked(database)
  const live = revisions.map(({ id, path, revision }): LiveDocument => ({
    path, revision,
    passages: passages.filter(({ revisionId }) => revisionId === id).map(({ id: passageId, terms, passage }) => {
      const postings = packed.isPacked(passageId) ? packed.postingsOf(passageId) : readTsvector(terms)
      return { ...passage, postings: [...postings].map(([lexeme, frequency]) => `${lexeme} ${frequency}`).sort() }
    }),
  }))
  const known = new Set(revisions.map(({ id }) => id))
  // A passage of no current document is a ghost: it belongs to the set, and no fresh index has it.
  return [...live, ...passages.filter(({ revisionId }) => !known.has(revisionId)).map(({ passage }): LiveDocument => ({ path: 'no current document', revision: {}, passages: [passage] }))]
}

async function readPacked(database: Database) {
  const segments = await rows<{ id: number; first: number; last: number }>(database, sql`select id, first_passage as first, last_passage as last from segment`)
  const postings = new Map<number, Map<string, number>>()
  for (const { id, first } of segments) {
    for (const { lexeme, data } of await rows<{ lexeme: string; data: Uint8Array }>(database, sql`select lexeme, data from posting where segment_id = ${id}`)) {
      const list = unpackPostings(data, first)
      list.passages.forEach((passage, at) => postings.set(passage, (postings.get(passage) ?? new Map<string, number>()).set(lexeme, list.frequencies[at] ?? 0)))
    }
  }
  return {
    isPacked: (passage: number) => segments.some(({ first, last }) => first <= passage && passage <= last),
    postingsOf: (passage: number): ReadonlyMap<string, number> => postings.get(passage) ?? new Map(),
  }
}

export interface LivePassage {
  readonly path: string
  readonly current: boolean
  /** By its own text or by another document, for the owner. */
  readonly superseded: boolean
  readonly scope: string
  readonly text: string
  readonly terms: string
  readonly vector: string | null
}

/** What a generation holds, without anything that a fresh index of the same files would name differently. */
export async function readLiveSet(database: Database, generation: number): Promise<readonly LivePassage[]> {
  return rows<LivePassage>(database, sql`
    select r.source_path as path, e.current, e.superseded or e.successor_ids is not null as superseded, e.scope, p.text, p.terms::text, md5(v.vector::text) as vector
    from index_entry e join passage p on p.id = e.passage_id join revision r on r.id = e.revision_id
    left join embedding v on v.index_digest = p.index_digest and v.model_id = (select model_id from generation where number = ${generation})
    where ${generationCondition(sql`${generation}`)} order by 1, 2, 5`)
}
