import { sql } from 'drizzle-orm'
import { rows, textArray, type Database } from '@/lib/database'
import type { Embedder } from '@/lib/models'
import { embedPassages } from './embed-passages'
import { counted, findingOf, type Finding } from './finding'
import type { IndexGeneration } from './generations'
import { unpackPostings } from './postings'
import { embeddedText } from './read-version'
import { batches } from './store-versions'
import { readLists, rewriteSegments, writeSegments } from './write-segments'

/** So many texts are embedded again in one run to compare; when one of them differs, all are. */
const sampleSize = 200
/** Stored vectors are rounded to half precision; another text's vector is far below this. */
const leastCosine = 0.99

interface Embedded {
  readonly indexDigest: string
  readonly path: string
  readonly prefix: string
  readonly text: string
  readonly vector: string
}

/**
 * Checks that every text of the index has a vector of its model, that the vectors are unit vectors, and, on a sample
 * that changes with the day, that embedding the text gives it again. Missing and wrong ones are made anew.
 */
export async function reconcileEmbeddings(database: Database, generation: IndexGeneration, embedder: Embedder, repair: boolean): Promise<readonly Finding[]> {
  const { modelId } = generation
  const missing = (await rows<{ path: string }>(database, sql`
    select distinct p.index_digest, d.path from index_entry e join passage p on p.id = e.passage_id join document d on d.id = e.document_id
    where e.removed_in is null and not exists (select 1 from embedding v where v.index_digest = p.index_digest and v.model_id = ${modelId}) order by d.path`)).map(({ path }) => path)
  const wrong = new Map((await readEmbedded(database, generation, sql`abs(l2_norm(v.vector) - 1) > 0.02`, null)).map((row) => [row.indexDigest, row.path]))
  const sample = await readEmbedded(database, generation, sql`true`, sampleSize)
  const differing = await findDiffering(sample, embedder)
  for (const row of differing.length > 0 ? await findDiffering(await readEmbedded(database, generation, sql`true`, null), embedder) : []) wrong.set(row.indexDigest, row.path)
  if (repair && wrong.size + missing.length > 0) {
    for (const batch of batches([...wrong.keys()], 200)) await database.execute(sql`delete from embedding where model_id = ${modelId} and index_digest = any(${textArray(batch)})`)
    await embedPassages(database, embedder, { number: generation.number, modelId, resumed: false, vectorsThrough: 0 }, () => undefined)
  }
  return [
    ...findingOf('embeddings', missing, (count) => `${counted(count, 'indexed text')} had no vector.`, repair),
    ...findingOf('embeddings', [...wrong.values()], (count) => `${counted(count, 'vector')} ${count === 1 ? 'was' : 'were'} not what the model gives for ${count === 1 ? 'its text' : 'their texts'}.`, repair),
  ]
}

function readEmbedded(database: Database, { modelId }: IndexGeneration, condition: ReturnType<typeof sql>, limit: number | null): Promise<readonly Embedded[]> {
  return rows<Embedded>(database, sql`
    select * from (
      select distinct on (p.index_digest) p.index_digest as "indexDigest", d.path, p.prefix, coalesce(p.indexed_text, p.text) as text, v.vector::text as vector
      from index_entry e join passage p on p.id = e.passage_id join document d on d.id = e.document_id join embedding v on v.index_digest = p.index_digest and v.model_id = ${modelId}
      where e.removed_in is null and ${condition}) embedded
    order by md5("indexDigest" || current_date::text) limit ${limit}`)
}

async function findDiffering(rowsOf: readonly Embedded[], embedder: Embedder): Promise<readonly Embedded[]> {
  const found: Embedded[] = []
  for (const batch of batches(rowsOf, 32)) {
    const vectors = await embedder.embed(batch.map(({ prefix, text }) => embeddedText(prefix, text)), { priority: 'batch' })
    batch.forEach((row, at) => {
      const stored = row.vector.slice(1, -1).split(',').map(Number)
      const cosine = (vectors[at] ?? new Float32Array()).reduce((sum, value, place) => sum + value * (stored[place] ?? 0), 0)
      if (!(cosine >= leastCosine)) found.push(row)
    })
  }
  return found
}

interface Segment {
  readonly id: number
  readonly first: number
  readonly last: number
}

/** Compares packed postings with the tsvectors they were made of and packs anew the segments that differ. `except`: passages whose tsvectors are themselves wrong. */
export async function reconcileSegments(database: Database, except: ReadonlySet<number>, repair: boolean): Promise<readonly Finding[]> {
  const differing: Segment[] = []
  for (const segment of await rows<Segment>(database, sql`select id, first_passage as first, last_passage as last from segment order by first_passage`)) {
    if (!(await agrees(database, segment, except))) differing.push(segment)
  }
  if (repair && differing.length > 0) {
    await database.transaction((tx) => rewriteSegments(tx, differing.map(({ id }) => id)))
    await writeSegments(database)
  }
  return findingOf('segments', differing.map(({ first, last }) => `passages ${first} to ${last}`), (count) => `${counted(count, 'segment')} of packed postings ${count === 1 ? 'was' : 'were'} not what the passages’ terms say.`, repair)
}

async function agrees(database: Database, { id, first, last }: Segment, except: ReadonlySet<number>): Promise<boolean> {
  const ids = (await rows<{ id: number }>(database, sql`select id from passage where id between ${first} and ${last} order by id`)).map((row) => row.id)
  const wanted = await readLists(database, ids)
  const stored = await rows<{ lexeme: string; data: Uint8Array }>(database, sql`select lexeme, data from posting where segment_id = ${id}`)
  const line = (passages: Iterable<number>, frequencies: ArrayLike<number>) => [...passages].map((passage, at) => [passage, frequencies[at]] as const).filter(([passage]) => !except.has(passage)).join(' ')
  const left = new Map([...wanted].map(([lexeme, list]) => [lexeme, line(list.passages, list.frequencies)] as const).filter(([, text]) => text !== ''))
  for (const { lexeme, data } of stored) {
    const { passages, frequencies } = unpackPostings(data, first)
    const text = line(passages, frequencies)
    if (text === '' && except.size > 0) continue
    if (left.get(lexeme) !== text) return false
    left.delete(lexeme)
  }
  return left.size === 0
}
