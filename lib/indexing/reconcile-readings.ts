import { sql } from 'drizzle-orm'
import { digest } from '@/lib/foundation'
import { intArray, rows, schema, textArray, type Database } from '@/lib/database'
import { decodeText } from '@/lib/documents'
import { listSources, scanFolder } from '@/lib/sources'
import { readingOf } from './configuration'
import type { DocumentReader } from './document-reader'
import { counted, findingOf, type Finding } from './finding'
import { countDrift, repairEntries } from './place-entries'
import { readStored, type StoredRevision } from './read-stored'
import type { ReadText } from './read-text'
import type { PassageRow } from './read-version'
import { batches, storeReadings } from './store-versions'

interface Revision extends StoredRevision {
  readonly number: number
  readonly path: string
  readonly contentDigest: string
  readonly removed: boolean
  readonly readWith: string | null
}

interface StoredPassage {
  readonly id: number
  readonly revisionId: string
  readonly ordinal: number
  readonly startOffset: number
  readonly endOffset: number
  readonly text: string
  readonly prefix: string
  readonly indexedText: string | null
  readonly indexDigest: string
  readonly length: number
}

/** What is wrong with one revision's reading. */
interface Damage {
  readonly revision: Revision
  /** What its text gives. */
  readonly right: ReadText
  /** Passages whose text, place or digest is wrong, that are missing or too many, and wrong sections. */
  readonly passages: boolean
  /** Passages whose terms alone are wrong. */
  readonly terms: readonly StoredPassage[]
}

interface Found {
  readonly texts: string[]
  readonly lostTexts: string[]
  readonly passages: string[]
  readonly terms: string[]
  readonly citations: string[]
  /** Passages whose terms were wrong: segments may well agree with what was right. */
  readonly damagedPassages: Set<number>
}

/**
 * Reads every stored revision again and compares: text with digest, passages with text, tsvectors with what analysis
 * gives, sections with headings, citations with the text they quote. `number` is the generation from which repaired
 * entries hold. Gives the findings and the passages whose terms are or were wrong.
 */
export async function reconcileReadings(database: Database, number: number, repair: boolean, reader: DocumentReader, onProgress: (done: number, total: number) => void): Promise<{ readonly findings: readonly Finding[]; readonly damaged: ReadonlySet<number> }> {
  const found: Found = { texts: [], lostTexts: [], passages: [], terms: [], citations: [], damagedPassages: new Set() }
  const ids = (await rows<{ id: string }>(database, sql`select r.id from revision r join content c on c.digest = r.content_digest where c.text is not null order by r.document_id, r.number`)).map(({ id }) => id)
  let done = 0
  for (const batch of batches(ids, 20)) {
    await reconcileBatch(database, number, repair, batch, found, reader)
    done += batch.length
    onProgress(done, ids.length)
  }
  const { texts, lostTexts, passages, terms, citations } = found
  return {
    damaged: found.damagedPassages,
    findings: [
      ...findingOf('texts', texts, (count) => `${counted(count, 'stored text')} differed from ${count === 1 ? 'its' : 'their'} digest; the file still has the right one.`, repair),
      ...findingOf('texts', lostTexts, (count) => `${counted(count, 'stored text')} differed from ${count === 1 ? 'its' : 'their'} digest, and no file has the right one any more. Restore it from a backup.`, false),
      ...findingOf('passages', passages, (count) => `The passages or sections of ${counted(count, 'revision')} were not those of ${count === 1 ? 'its' : 'their'} text.`, repair),
      ...findingOf('terms', terms, (count) => `${counted(count, 'passage')} had index terms other than analysis gives.`, repair),
      ...findingOf('citations', citations, (count) => `${counted(count, 'citation')} quoted something other than the cited text holds. An answer is never changed; ask again.`, false),
    ],
  }
}

async function reconcileBatch(database: Database, number: number, repair: boolean, ids: readonly string[], found: Found, reader: DocumentReader): Promise<void> {
  const revisions = await rows<Revision>(database, sql`
    select r.id, r.document_id as "documentId", r.number, r.source_path as "sourcePath", r.project, d.path, r.content_digest as "contentDigest", d.removed_at is not null as removed, r.read_with as "readWith", c.text
    from revision r join document d on d.id = r.document_id join content c on c.digest = r.content_digest where r.id = any(${textArray(ids)}) order by r.document_id, r.number`)
  const sound: Revision[] = []
  for (const revision of revisions) {
    if (digest(revision.text) === revision.contentDigest) sound.push(revision)
    else {
      const text = await textFromFile(database, revision)
      const place = placeOf(revision)
      if (text === null) found.lostTexts.push(place)
      else {
        found.texts.push(place)
        if (repair) {
          await database.execute(sql`update content set text = ${text} where digest = ${revision.contentDigest}`)
          sound.push({ ...revision, text })
        }
      }
    }
  }
  const damages = await findDamages(database, sound, reader)
  for (const { revision, passages, terms } of damages) {
    if (passages) found.passages.push(placeOf(revision))
    for (const passage of terms) {
      found.terms.push(placeOf(revision))
      found.damagedPassages.add(passage.id)
    }
  }
  if (repair) for (const damage of damages) await database.transaction((tx) => repairReading(tx, number, damage))
  found.citations.push(...(await wrongCitations(database, sound)))
}

function placeOf({ path, number }: Revision): string {
  return `${path}, revision ${number}`
}

/** The text with the wanted digest in a file of the same path; null where there is none. */
async function textFromFile(database: Database, { documentId, path, contentDigest }: Revision): Promise<string | null> {
  const [owner] = await rows<{ sourceId: string }>(database, sql`select source_id as "sourceId" from document where id = ${documentId}`)
  const source = (await listSources(database)).find(({ id, kind }) => id === owner?.sourceId && kind === 'folder')
  const scan = source === undefined ? null : await scanFolder(source.location)
  if (scan?.kind !== 'scan') return null
  for (const version of scan.files.find((file) => file.path === path)?.versions ?? []) {
    const read = await version.read()
    const decoded = read.kind === 'unreadable' ? read : decodeText(read.bytes)
    if (!('reason' in decoded) && digest(decoded.text) === contentDigest) return decoded.text
  }
  return null
}

async function findDamages(database: Database, revisions: readonly Revision[], reader: DocumentReader): Promise<readonly Damage[]> {
  const stored = await rows<StoredPassage>(database, sql`
    select p.id, p.revision_id as "revisionId", p.ordinal, p.start_offset as "startOffset", p.end_offset as "endOffset", p.text, p.prefix, p.indexed_text as "indexedText", p.index_digest as "indexDigest", p.length
    from passage p join revision r on r.id = p.revision_id and r.read_with = p.read_with where r.id = any(${textArray(revisions.map(({ id }) => id))}) order by r.id, p.ordinal`)
  const sections = await rows<{ revisionId: string; outline: string }>(database, sql`
    select r.id as "revisionId", json_agg(json_build_array(s.heading, s.start_offset, s.end_offset) order by s.ordinal)::text as outline
    from section s join revision r on r.id = s.revision_id and r.read_with = s.read_with where r.id = any(${textArray(revisions.map(({ id }) => id))}) group by r.id`)
  const wantedTerms = new Map<number, PassageRow>()
  const damages: Damage[] = []
  for (const revision of revisions) {
    const own = stored.filter(({ revisionId }) => revisionId === revision.id)
    const outline = sections.find(({ revisionId }) => revisionId === revision.id)?.outline
    // A removed document that was never read with this parser is read when it comes back.
    if (revision.removed && own.length === 0 && outline === undefined) continue
    const right = await readStored(revision, reader)
    if (right === null) continue
    const { parsed, passages: wantedRows } = right
    const wanted = JSON.stringify(parsed.sections.map(({ heading, startOffset, endOffset }) => [heading, startOffset, endOffset]))
    const passages = (revision.readWith !== null && revision.readWith !== readingOf(parsed)) || own.length !== wantedRows.length || JSON.stringify(JSON.parse(outline ?? '[]')) !== wanted || own.some((passage, at) => !fits(passage, wantedRows[at]))
    if (!passages) own.forEach(({ id }, at) => { const row = wantedRows[at]; if (row !== undefined) wantedTerms.set(id, row) })
    damages.push({ revision, right, passages, terms: passages ? [] : own })
  }
  const wrong = await wrongTerms(database, wantedTerms)
  return damages.map((damage) => ({ ...damage, terms: damage.terms.filter(({ id, length }) => wrong.has(id) || length !== wantedTerms.get(id)?.length) }))
    .filter(({ passages, terms }) => passages || terms.length > 0)
}

/** Whether a stored passage is the reading's own, its terms apart. */
function fits(stored: StoredPassage, wanted: PassageRow | undefined): boolean {
  if (wanted === undefined) return false
  const { passage, text, indexDigest } = wanted
  return stored.ordinal === passage.ordinal && stored.startOffset === passage.startOffset && stored.endOffset === passage.endOffset && stored.text === text &&
    (stored.indexedText ?? stored.text) === passage.indexedText && stored.prefix === passage.prefix && stored.indexDigest === indexDigest
}

async function wrongTerms(database: Database, wanted: ReadonlyMap<number, { readonly terms: string }>): Promise<ReadonlySet<number>> {
  const list = [...wanted]
  const found = await rows<{ id: number }>(database, sql`
    select p.id from unnest(${intArray(list.map(([id]) => id))}, ${textArray(list.map(([, { terms }]) => terms))}) as right_one(id, terms) join passage p on p.id = right_one.id where p.terms <> right_one.terms::tsvector`)
  return new Set(found.map(({ id }) => id))
}

/** Puts a reading right in place: passages keep their ids, because citations and postings count in them. */
async function repairReading(tx: Database, number: number, { revision, right, passages, terms }: Damage): Promise<void> {
  if (passages) {
    const stamp = readingOf(right.parsed)
    for (const { passage, text, headingPath, indexDigest, length, tokens, terms: lexemes } of right.passages) {
      await tx.execute(sql`update passage set section = ${passage.section}, heading_path = ${textArray(headingPath)}, content_type = ${passage.contentType}, start_offset = ${passage.startOffset}, end_offset = ${passage.endOffset},
        start_line = ${passage.startLine}, end_line = ${passage.endLine}, context = ${JSON.stringify(passage.context)}::jsonb, text = ${text}, prefix = ${passage.prefix}, indexed_text = ${passage.indexedText === text ? null : passage.indexedText},
        index_digest = ${indexDigest}, length = ${length}, tokens = ${tokens}, terms = ${lexemes}::tsvector
        where revision_id = ${revision.id} and read_with = ${stamp} and ordinal = ${passage.ordinal}`)
    }
    await tx.execute(sql`delete from index_entry e using passage p where p.id = e.passage_id and p.revision_id = ${revision.id} and p.read_with = ${stamp} and p.ordinal >= ${right.passages.length}`)
    await tx.execute(sql`delete from passage p where p.revision_id = ${revision.id} and p.read_with = ${stamp} and p.ordinal >= ${right.passages.length} and not exists (select 1 from answer_citation c where c.passage_id = p.id)`)
    await tx.delete(schema.section).where(sql`revision_id = ${revision.id} and read_with = ${stamp}`)
    await storeReadings(tx, [{ id: revision.id, text: right }])
  } else {
    for (const { id, ordinal } of terms) {
      const row = right.passages[ordinal]
      if (row !== undefined) await tx.execute(sql`update passage set terms = ${row.terms}::tsvector, length = ${row.length} where id = ${id}`)
    }
  }
  await repairEntries(tx, number, [revision.documentId])
}

async function wrongCitations(database: Database, revisions: readonly Revision[]): Promise<readonly string[]> {
  const cited = await rows<{ answerId: string; answerRevision: number; number: number; revisionId: string; startOffset: number; endOffset: number; quote: string }>(database, sql`
    select answer_id as "answerId", answer_revision as "answerRevision", number, revision_id as "revisionId", start_offset as "startOffset", end_offset as "endOffset", quote
    from answer_citation where revision_id = any(${textArray(revisions.map(({ id }) => id))})`)
  return cited.filter(({ revisionId, startOffset, endOffset, quote }) => revisions.find(({ id }) => id === revisionId)?.text.slice(startOffset, endOffset) !== quote)
    .map(({ answerId, answerRevision, number }) => `${answerId}, revision ${answerRevision}, citation ${number}`)
}

/** Compares each document's entries with what its revisions say, and puts them right in place; those of `except` are somebody else's finding. */
export async function reconcileEntries(database: Database, number: number, except: ReadonlySet<string>, repair: boolean): Promise<readonly Finding[]> {
  const places: string[] = []
  const documents = (await rows<{ id: string; path: string }>(database, sql`select id, path from document order by path`)).filter(({ id }) => !except.has(id))
  for (const batch of batches(documents, 200)) {
    const { wrong, missing } = await countDrift(database, batch.map(({ id }) => id))
    if (wrong + missing === 0) continue
    for (const { id, path } of batch) {
      const own = await countDrift(database, [id])
      places.push(...Array.from({ length: Math.max(own.wrong, own.missing) }, () => path))
      if (repair && own.wrong + own.missing > 0) await database.transaction((tx) => repairEntries(tx, number, [id]))
    }
  }
  return findingOf('entries', places, (count) => `${counted(count, 'index entry').replace(/entrys$/, 'entries')} ${count === 1 ? 'was' : 'were'} missing, or said something other than ${count === 1 ? 'its document does' : 'their documents do'}.`, repair)
}
