import type { ListedDocument } from '@/lib/retrieval'
import type { RecordFact } from './read-record-question'

type Recorded = Pick<ListedDocument, 'title' | 'effectiveAt' | 'effectiveOrigin' | 'status' | 'successor'>

/** What tells a document's date, in words. */
const origins: Readonly<Record<Recorded['effectiveOrigin'], string>> = {
  frontmatter: 'by its frontmatter', form: 'by its own date line', 'file-name': 'by its file name', revision: 'by its revision', git: 'by the commit that wrote it', 'file-time': 'by nothing but the time of its file',
}

/** What the records say where one fact of one document is asked for; null where they do not say it, so that the question is asked of the text. */
export function describeFact({ asks, name, status: meant }: RecordFact, documents: readonly Recorded[]): string | null {
  if (documents.length === 0) return null
  switch (asks) {
    case 'date': return documents.every(({ effectiveOrigin, status }) => effectiveOrigin !== 'file-time' && (meant === null || (status !== null && meant.includes(status)))) ? documents.map(dateOf).join(' ') : null
    case 'status': return documents.every(({ status }) => status !== null) ? documents.map((document) => `${verdictOf(meant, document)}${statusOf(document)}`).join(' ') : null
    case 'successor': return `${name} is replaced by ${documents.map(byName).join(' and ')}.`
    case 'predecessor': return `${name} replaces ${documents.map(byName).join(' and ')}.`
    default: return asks satisfies never
  }
}

function byName({ title, effectiveAt, effectiveOrigin }: Recorded): string {
  return `“${title}”${effectiveOrigin === 'file-time' ? '' : `, dated ${effectiveAt}`}`
}

function dateOf(document: Recorded): string {
  const { title, effectiveAt, effectiveOrigin } = document
  return `“${title}” is dated ${effectiveAt} ${origins[effectiveOrigin]}${document.status === null ? '' : `; ${statusClause(document)}`}.`
}

function statusOf(document: Recorded): string {
  return `“${document.title}” has status ${document.status ?? 'none'}${replacement(document)}.`
}

function statusClause(document: Recorded): string {
  return `its status is ${document.status ?? 'none'}${replacement(document)}`
}

function replacement({ successor }: Recorded): string {
  return successor === null ? '' : `: “${successor.title}” (${successor.effectiveAt ?? 'no date'}) replaces it`
}

function verdictOf(meant: RecordFact['status'], { status }: Recorded): string {
  return meant === null || status === null ? '' : meant.includes(status) ? 'Yes: ' : 'No: '
}

/** "The latest of 4 documents: …". */
export function describePick(pick: 'earliest' | 'latest', total: number, conditions: string, documents: readonly Recorded[]): string {
  return `The ${pick === 'earliest' ? 'first' : 'latest'} by date of ${total.toLocaleString('en')} ${total === 1 ? 'document' : 'documents'}, ${conditions}: ${documents.map(byName).join(' and ')}.`
}
