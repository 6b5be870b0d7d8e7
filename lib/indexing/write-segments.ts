import { sql } from 'drizzle-orm'
import { rows, schema, textArray, type Database } from '@/lib/database'
import { maxSegmentSpan, packPostings, readTsvector } from './postings'
import { batches } from './store-versions'

/**
 * Fewer passages than this stay in the tail, which searches read from the tsvectors directly. Segments are immutable,
 * so small ones would pile up with every edit.
 */
const leastSegment = 2_000
export const segmentSize = 5_000

/** Packs the postings of passages above the last segment, once there are at least `least` of them. Tsvectors stay the source. */
export async function writeSegments(database: Database, onProgress: () => void = () => undefined, least = leastSegment): Promise<void> {
  for (;;) {
    const [last] = await rows<{ id: number; passage: number }>(database, sql`select coalesce(max(id), 0)::int as id, coalesce(max(last_passage), 0)::int as passage from segment`)
    const from = last?.passage ?? 0
    const ids = (await rows<{ id: number }>(database, sql`select id from passage where id > ${from} order by id limit ${segmentSize}`)).map(({ id }) => id)
    const first = ids[0]
    if (first === undefined || ids.length < least) return
    await writeSegment(database, (last?.id ?? 0) + 1, ids.filter((id) => id < first + maxSegmentSpan))
    onProgress()
  }
}

/** One lexeme's passages, ascending, with how often it stands in each. */
export interface LexemeList {
  readonly passages: number[]
  readonly frequencies: number[]
}

/** The postings of these passages, ascending, as their tsvectors say. */
export async function readLists(database: Database, ids: readonly number[]): Promise<Map<string, LexemeList>> {
  const lists = new Map<string, LexemeList>()
  for (const batch of batches(ids, 500)) {
    const read = await rows<{ id: number; terms: string }>(database, sql`select id, terms::text from passage where id between ${batch[0]} and ${batch.at(-1)} order by id`)
    for (const { id, terms } of read) {
      for (const [lexeme, frequency] of readTsvector(terms)) {
        const list = lists.get(lexeme) ?? { passages: [], frequencies: [] }
        list.passages.push(id)
        list.frequencies.push(frequency)
        lists.set(lexeme, list)
      }
    }
  }
  return lists
}

/**
 * Packs segments anew from their passages' tsvectors. Each gets a new id, because whoever has read an id's postings
 * keeps them; one whose passages are all gone goes too.
 */
export async function rewriteSegments(tx: Database, segmentIds: readonly number[]): Promise<void> {
  for (const segmentId of segmentIds) {
    const ids = (await rows<{ id: number }>(tx, sql`select p.id from passage p join segment s on s.id = ${segmentId} and p.id between s.first_passage and s.last_passage order by p.id`)).map(({ id }) => id)
    const [next] = await rows<{ id: number }>(tx, sql`select max(id)::int + 1 as id from segment`)
    await tx.execute(sql`delete from posting where segment_id = ${segmentId}`)
    await tx.execute(sql`delete from segment where id = ${segmentId}`)
    if (ids.length > 0) await writeSegment(tx, next?.id ?? segmentId + 1, ids)
  }
}

async function writeSegment(database: Database, segmentId: number, ids: readonly number[]): Promise<void> {
  const first = ids[0] ?? 0
  const last = ids.at(-1) ?? first
  const lists = await readLists(database, ids)
  await database.transaction(async (tx) => {
    await tx.insert(schema.segment).values({ id: segmentId, firstPassage: first, lastPassage: last })
    for (const batch of batches([...lists], 2_000)) {
      const hex = batch.map(([, { passages, frequencies }]) => Buffer.from(packPostings({ passages: Uint32Array.from(passages), frequencies: Uint8Array.from(frequencies) }, first)).toString('hex'))
      await tx.execute(sql`insert into posting (lexeme, segment_id, data)
        select lexeme, ${segmentId}, decode(packed, 'hex') from unnest(${textArray(batch.map(([lexeme]) => lexeme))}, ${textArray(hex)}) as list(lexeme, packed)`)
    }
  })
}
