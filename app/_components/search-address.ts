import { toStorable } from '@/lib/foundation'
import type { DocumentKind, DocumentStatus } from '@/lib/documents'
import type { SearchFilters, SearchRequest } from '@/lib/retrieval'
import type { ChangedRevision } from './change-form'

/** Every value of one field of an address or a form; absent fields give an empty list. */
export type FieldReader = (name: string) => readonly string[]

/** Fields of a page's `searchParams`. */
export function readSearchParams(params: Readonly<Record<string, string | readonly string[] | undefined>>): FieldReader {
  return (name) => {
    const value = params[name]
    return (value === undefined ? [] : typeof value === 'string' ? [value] : value).map(toStorable)
  }
}

/** Fields of a posted form; files are ignored. */
export function readForm(form: FormData): FieldReader {
  return (name) => form.getAll(name).filter((value) => typeof value === 'string').map(toStorable)
}

// Named here and not imported: the door of documents brings the parser with it. A missing or foreign name is a type error.
const documentKinds = Object.keys({
  note: true, decision: true, release: true, incident: true, 'case-study': true, reference: true, project: true,
} satisfies Record<DocumentKind, true>) as DocumentKind[] // Object.keys forgets what its keys are
const documentStatuses = Object.keys({
  draft: true, proposed: true, accepted: true, active: true, superseded: true, deprecated: true, rejected: true, withdrawn: true, archived: true,
} satisfies Record<DocumentStatus, true>) as DocumentStatus[]

const longestFieldLength = 200
const mostValues = 20

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)].slice(0, mostValues)
}

/** Whether an address asks for the trace: apart from the search, because nobody's evidence or answer depends on it. */
export function asksForTrace(read: FieldReader): boolean {
  return read('explain').includes('1')
}

/** Kinds and statuses that an address names and that there are none of, in a sentence each. */
export function unknownFilters(read: FieldReader): readonly string[] {
  const about = (name: string, plural: string, known: readonly string[]) => [...new Set(read(name))]
    .filter((value) => value !== '' && !known.includes(value)).slice(0, mostValues)
    .map((value) => `“${name}=${value.slice(0, longestFieldLength)}” in the address was left out: the ${plural} are ${known.join(', ')}.`)
  return [...about('kind', 'kinds', documentKinds), ...about('status', 'statuses', documentStatuses)]
}

/** The search an address or form names. Unknown and malformed values are left out; without a question the query is empty. */
export function parseSearch(read: FieldReader): SearchRequest {
  const project = distinct(read('project').map((value) => value.trim()).filter((value) => value !== '' && value.length <= longestFieldLength))
  const kind = distinct(documentKinds.filter((value) => read('kind').includes(value)))
  const status = distinct(documentStatuses.filter((value) => read('status').includes(value)))
  const year = distinct(read('year').filter((value) => /^\d{4}$/.test(value)).map(Number))
  const asOf = read('asOf').find((value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)))
  const limit = Number(read('limit')[0] ?? '')
  const filters: SearchFilters = {
    ...(project.length > 0 ? { project } : {}),
    ...(kind.length > 0 ? { kind } : {}),
    ...(status.length > 0 ? { status } : {}),
    ...(year.length > 0 ? { year } : {}),
    ...(read('history').includes('1') ? { history: true } : {}),
    ...(asOf === undefined ? {} : { asOf }),
  }
  return {
    query: (read('q')[0] ?? '').trim(),
    filters,
    ...(read('mode').includes('lexical') ? { mode: 'lexical' as const } : {}),
    ...(Number.isInteger(limit) && limit >= 1 && limit <= 50 ? { limit } : {}),
  }
}

/** The request as form fields, in a fixed order; what is at its default is left out. */
export function searchFields(request: SearchRequest): readonly (readonly [name: string, value: string])[] {
  const filters = request.filters ?? {}
  return [
    ['q', request.query],
    ...(filters.project ?? []).map((value) => ['project', value] as const),
    ...(filters.kind ?? []).map((value) => ['kind', value] as const),
    ...(filters.status ?? []).map((value) => ['status', value] as const),
    ...(filters.year ?? []).map((value) => ['year', String(value)] as const),
    ...(filters.history === true ? [['history', '1'] as const] : []),
    ...(filters.asOf === undefined ? [] : [['asOf', filters.asOf] as const]),
    ...(request.mode === 'lexical' ? [['mode', 'lexical'] as const] : []),
    ...(request.limit === undefined ? [] : [['limit', String(request.limit)] as const]),
    ...(request.explain === true ? [['explain', '1'] as const] : []),
  ]
}

/** The evidence set that found passages may be added to, as fields of an address or a form; none where there is none. */
export function addingFields(adding: ChangedRevision | null): readonly (readonly [name: string, value: string])[] {
  return adding === null ? [] : [['set', adding.evidenceSetId], ['setRevision', String(adding.revision)]]
}

/** The page of this search; with the evidence set that its passages may be added to, where there is one. */
export function searchAddress(request: SearchRequest, adding: ChangedRevision | null = null): string {
  return `/search?${new URLSearchParams([...searchFields(request), ...addingFields(adding)].map(([name, value]) => [name, value])).toString()}`
}

function toggle<T>(values: readonly T[] | undefined, value: T): readonly T[] {
  return values?.includes(value) === true ? values.filter((other) => other !== value) : [...(values ?? []), value]
}

/** The same search with one facet value added, or taken away when it was there; back at its first page. */
export function toggleFacet(request: SearchRequest, field: 'project' | 'kind' | 'status' | 'year', value: string): SearchRequest {
  const fields = [...searchFields({ ...request, filters: { ...request.filters, [field]: [] } })]
  const selected = toggle((request.filters?.[field] ?? []).map(String), value).map((chosen) => [field, chosen] as const)
  const all = [...fields.filter(([name]) => name !== 'limit'), ...selected]
  const toggled = parseSearch((name) => all.filter(([other]) => other === name).map(([, chosen]) => chosen))
  return request.explain === true ? { ...toggled, explain: true } : toggled
}
