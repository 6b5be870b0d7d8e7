import type { Identity } from '@/lib/access'
import { describeFact, describePick, describeRecords, readRecordQuestion, recordQueries, rowQuotes, type RecordQuestion, type Refusal, type RowQuote } from '@/lib/answerability'
import { assembleRecords, toItem, type EvidenceItem, type EvidenceSet } from '@/lib/evidence'
import { listDocuments, parseQuery, type DocumentList, type ListedDocument, type SearchFilters } from '@/lib/retrieval'
import type { StageClock } from '@/lib/ledger'
import type { DraftClaim } from '@/lib/synthesis'
import { verifyClaim } from '@/lib/verification'
import type { AnswerEvents, AnswerServices, AnswerTask } from './answer-question'
import type { AnswerClaim, AnswerRecord, RecordRow, RecordsStated } from './answer-record'
import { readGivenSet } from './read-given-set'
import { citedPassage, startVerifying } from './verify-drafts'

/** Names how rows are chosen and quoted; part of a record as its prompt version. */
const recordsVersion = 'records-2'

/** All of a record but what is the same for every run. */
export type RecordsAnswer = Pick<AnswerRecord, 'outcome' | 'claims' | 'withheld' | 'unanswered' | 'refusal' | 'records' | 'promptVersion' | 'model'> & { readonly set: EvidenceSet }

/**
 * Answers a question for the records: counts and lists the documents that meet its conditions, each by its own words,
 * verified like any claim. Needs no model. Null for every other question, and before anything is indexed.
 */
export async function answerFromRecords(task: AnswerTask, services: AnswerServices, events: AnswerEvents, clock: StageClock): Promise<RecordsAnswer | null> {
  const { identity, request, from } = task
  const parsed = parseQuery(request.query)
  const question = parsed.phrases.length + parsed.excluded.length > 0 ? null : readRecordQuestion(parsed.text)
  if (question === null) return null
  const filters: SearchFilters = { ...request.filters, ...parsed.filters }
  const { conditions } = question
  const list = await clock.measure('evidence', () => listDocuments(identity, conditions, filters, services))
  if (list === null || (isOfOne(question) && list.total === 0)) return null
  const words = describeRecords(conditions, filters)
  const statement = stateRecords(question, list, words)
  if (statement === null) return null
  const given = from === null ? null : await clock.measure('evidence', () => readGivenSet(task, from, services))
  const rows = await clock.measure('synthesis', () => Promise.resolve(given === null ? chooseRows(list, question) : rowsWithin(given, list, question)))
  const set = given ?? await assembleRecords(identity, request, { ...list, items: rows.map(({ item }) => item), conditions: words }, services)
  await events.onEvidence(set)
  const verifier = startVerifying(set.items)
  const claims: AnswerClaim[] = []
  const stated: RecordRow[] = []
  const listed: ListedDocument[] = []
  for (const row of rows) {
    const claim = verifier.verify(draftOf(row))
    if (claim === null) continue
    claims.push(claim)
    stated.push(rowOf(claim, row))
    listed.push(row.document)
    events.onClaim(claim)
  }
  const records: RecordsStated = { statement, conditions: words, total: list.total, shown: stated.length, generation: list.generation, rows: stated }
  const unanswered = claims.length === 0 ? [] : openParts(question, list, listed, given !== null)
  return {
    set, claims, withheld: verifier.withheld, unanswered, records, promptVersion: recordsVersion, model: 'extractive',
    outcome: claims.length === 0 ? 'refused' : unanswered.length > 0 ? 'partial' : 'answered',
    refusal: claims.length > 0 ? null : await clock.measure('refusal', () => decline(identity, question, list, records, services)),
  }
}

interface Row {
  readonly document: ListedDocument
  readonly item: EvidenceItem
  readonly quote: RowQuote
}

/** One passage of each document that holds a stretch which can be cited, numbered in their order. */
function chooseRows({ documents }: DocumentList, question: RecordQuestion): readonly Row[] {
  const rows: Row[] = []
  for (const document of documents) {
    const row = findRow(document, document.passages.map((passage) => toItem(passage, rows.length + 1)), question)
    if (row !== null) rows.push(row)
  }
  return rows
}

/** The same from a set as a person left it: only what stands in it, in its order. */
function rowsWithin({ items }: EvidenceSet, { documents }: DocumentList, question: RecordQuestion): readonly Row[] {
  const inOrder = [...new Map(items.map(({ revisionId }) => [revisionId, documents.find((document) => document.revisionId === revisionId)])).values()]
  return inOrder.flatMap((document) => {
    const row = document === undefined ? null : findRow(document, items.filter(({ revisionId }) => revisionId === document.revisionId), question)
    return row === null ? [] : [row]
  })
}

function findRow(document: ListedDocument, items: readonly EvidenceItem[], question: RecordQuestion): Row | null {
  const quotes = items.flatMap((item) => rowQuotes(item, question, document).map((quote) => ({ document, item, quote })))
  return [...quotes.filter(({ quote }) => quote.states), ...quotes].find(({ item, quote: { text } }) => verifyClaim({ text, evidenceIds: [item.evidenceId] }, [citedPassage(item)]).verdict === 'supported') ?? null
}

function draftOf({ document, item, quote: { text, kind } }: Row): DraftClaim {
  return { text, kind, evidenceIds: [item.evidenceId], under: document.title }
}

function rowOf({ id }: AnswerClaim, { document: { successor }, item: { title, kind, project, status, effectiveAt, undated, superseded } }: Row): RecordRow {
  return { claimId: id, title, kind, project, status: superseded ? 'superseded' : status, effectiveAt, ...(undated === true ? { undated } : {}), successor }
}

/** Asks for one record, or a fact of one: where the records hold none, the text may. */
function isOfOne({ fact, conditions: { pick } }: RecordQuestion): boolean {
  return fact !== null || pick !== null
}

/** What the records say, in words; null where they do not hold the fact that is asked for. */
function stateRecords({ fact, conditions: { pick } }: RecordQuestion, { total, documents, datedByFile, undated }: DocumentList, conditions: string): string | null {
  if (fact !== null) return describeFact(fact, documents)
  if (pick !== null) return describePick(pick, total, conditions, documents)
  const notes = [
    ...(total > documents.length ? [`The first ${documents.length} by date are listed.`] : []),
    ...(datedByFile === 0 ? [] : [`${datedByFile === 1 ? '1 of them has' : `${datedByFile} of them have`} no date but that of the file.`]),
    ...(undated === 0 ? [] : [`${undated === 1 ? '1 more is' : `${undated} more are`} superseded by what is in no document, so that nothing says when.`]),
  ]
  const match = total === 0 ? 'No document matches' : total === 1 ? '1 document matches' : `${total.toLocaleString('en')} documents match`
  return [`${match}: ${conditions}.`, ...notes].join(' ')
}

/** What the rows leave open. */
function openParts(question: RecordQuestion, { total, documents, changelogs }: DocumentList, listed: readonly ListedDocument[], isGiven: boolean): string[] {
  const cited = new Set(listed.map(({ revisionId }) => revisionId))
  const left = documents.filter(({ revisionId }) => !cited.has(revisionId))
  return [
    ...(isGiven && left.length > 0 ? [`The evidence set holds ${listed.length} of the ${documents.length} documents that match.`] : []),
    ...(isGiven ? [] : left.map(({ title }) => `“${title}” matches too and holds no sentence that could be cited.`)),
    ...(question.asks === 'list' && !isOfOne(question) && total > documents.length ? [`${(total - documents.length).toLocaleString('en')} more match: the list ends after ${documents.length}. Ask for a shorter time or one project.`] : []),
    ...(changelogs.length === 0 ? [] : [`Releases that only ${changelogs.map((title) => `“${title}”`).join(' and ')} ${changelogs.length === 1 ? 'lists' : 'list'} are not counted, because one document lists several.`]),
  ]
}

async function decline(identity: Identity, question: RecordQuestion, { total, changelogs }: DocumentList, { statement }: RecordsStated, services: AnswerServices): Promise<Refusal> {
  const changelog = changelogs.length === 0 ? '' : ` Releases may stand in ${changelogs.map((title) => `“${title}”`).join(' and ')}, which lists several and is not counted.`
  return {
    reason: total === 0 ? 'missing-relationship' : 'no-claim-survived', supported: null, passages: [],
    missing: total === 0 ? `${statement}${changelog}` : `${statement} None of them stands here with a sentence that could be cited.`,
    narrower: await recordQueries(identity, question, services),
  }
}
