import { documentKinds, documentStatuses, type DocumentKind, type DocumentStatus } from '@/lib/documents'
import type { SearchFilters } from './search'

/** A query as understood: what to match, what to require, and what was forgiven. */
export interface ParsedQuery {
  /** The words to match, phrases included, fields and exclusions left out. */
  readonly text: string
  readonly phrases: readonly string[]
  readonly excluded: readonly string[]
  readonly filters: SearchFilters
  readonly notes: readonly string[]
}

const fields = ['project', 'kind', 'status', 'year', 'as-of', 'before', 'after', 'tag', 'path', 'title', 'history'] as const
type Field = (typeof fields)[number]
const token = /(-?)(?:([A-Za-z][A-Za-z-]*):)?"([^"]*)"|(\S+)/g

/**
 * Reads `words "exact phrase" -exclude project: kind: status: year: as-of: before: after: tag: path: title: history:`. Nothing is an error: an unclosed
 * quotation mark, a lone dash or an unknown field is read as words, and `notes` says so in a sentence each.
 */
export function parseQuery(query: string): ParsedQuery {
  const notes: string[] = []
  const quotes = query.split('"').length - 1
  let source = query
  if (quotes % 2 === 1) {
    const last = query.lastIndexOf('"')
    source = `${query.slice(0, last)} ${query.slice(last + 1)}`
    notes.push('A quotation mark was not closed; it was read as plain words.')
  }
  const state: Reading = { words: [], phrases: [], excluded: [], filters: {}, notes }
  for (const match of source.matchAll(token)) {
    const [whole, dash = '', field, quoted, bare] = match
    if (quoted !== undefined) readQuoted(state, whole, dash, field, quoted)
    else if (bare !== undefined) readBare(state, bare)
  }
  return { text: state.words.join(' '), phrases: state.phrases, excluded: state.excluded, filters: state.filters, notes }
}

interface Reading {
  readonly words: string[]
  readonly phrases: string[]
  readonly excluded: string[]
  filters: Writable<SearchFilters>
  readonly notes: string[]
}
type Writable<T> = { -readonly [K in keyof T]: T[K] }

function readQuoted(state: Reading, whole: string, dash: string, field: string | undefined, quoted: string): void {
  if (quoted.trim() === '') return
  const name = field?.toLowerCase()
  if (name !== undefined && isField(name)) {
    if (dash === '-') leaveOut(state, whole)
    else applyField(state, name, quoted, whole)
  } else if (dash === '-') state.excluded.push(quoted)
  else {
    if (field !== undefined) {
      state.notes.push(`“${whole}” was read as words: there is no field “${field}:”.`)
      state.words.push(field)
    }
    state.phrases.push(quoted)
    state.words.push(quoted)
  }
}

function readBare(state: Reading, bare: string): void {
  const fieldMatch = /^([A-Za-z][A-Za-z-]*):(.*)$/.exec(bare)
  const field = fieldMatch?.[1]?.toLowerCase()
  if (field !== undefined && isField(field)) applyField(state, field, fieldMatch?.[2] ?? '', bare)
  else if (/^-+$/.test(bare)) state.notes.push('A lone dash was left out.')
  else if (/^-[^\s-]/.test(bare) && !/^-\d/.test(bare)) {
    if (isField(/^-([A-Za-z-]+):/.exec(bare)?.[1]?.toLowerCase() ?? '')) leaveOut(state, bare)
    else state.excluded.push(bare.slice(1))
  } else {
    if (likeField.test(bare)) state.notes.push(`“${bare}” was read as words: there is no field “${fieldMatch?.[1] ?? ''}:”.`)
    state.words.push(bare)
  }
}

/** No address, no name in code (`std::sort`), no drive, and no word before a colon. */
const likeField = /^[A-Za-z][A-Za-z-]+:[^\s:/\\]/

function leaveOut(state: Reading, written: string): void {
  state.notes.push(`“${written}” was left out: only words and phrases can be excluded.`)
}

function isField(name: string): name is Field {
  return (fields as readonly string[]).includes(name)
}

function applyField(state: Reading, field: Field, value: string, written: string): void {
  const filters = state.filters
  const unknown = (expected: string) => {
    state.notes.push(`“${written}” was read as words: ${expected}.`)
    state.words.push(written)
  }
  switch (field) {
    case 'project':
      if (value === '') return unknown('a project name follows “project:”')
      filters.project = [...(filters.project ?? []), value]
      return
    case 'kind':
      if (!(documentKinds as readonly string[]).includes(value.toLowerCase())) return unknown(`the kinds are ${documentKinds.join(', ')}`)
      filters.kind = [...(filters.kind ?? []), value.toLowerCase() as DocumentKind]
      return
    case 'status':
      if (!(documentStatuses as readonly string[]).includes(value.toLowerCase())) return unknown(`the statuses are ${documentStatuses.join(', ')}`)
      filters.status = [...(filters.status ?? []), value.toLowerCase() as DocumentStatus]
      return
    case 'year':
      if (!/^\d{4}$/.test(value)) return unknown('a year has four digits')
      filters.year = [...(filters.year ?? []), Number(value)]
      return
    case 'as-of': case 'before': case 'after': {
      // A month or year alone is its first day where a boundary is meant, its last day where its state is.
      const date = isoDate(value, field === 'as-of' ? 'last' : 'first')
      if (date === null) return unknown('a date looks like 2022-05-03')
      filters[field === 'as-of' ? 'asOf' : field] = date
      return
    }
    case 'tag': case 'path': case 'title':
      if (value === '') return unknown(`a word follows “${field}:”`)
      filters[field] = [...(filters[field] ?? []), field === 'tag' ? value.replace(/^#/, '') : value]
      return
    case 'history':
      filters.history = value.toLowerCase() !== 'no'
      return
    default:
      field satisfies never
  }
}

/** A day, or the first or last day of a month or year written alone; null when it is no date. */
export function isoDate(value: string, of: 'first' | 'last' = 'last'): string | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value)
  if (match === null) return null
  const year = Number(match[1])
  const month = match[2] === undefined ? (of === 'last' ? 12 : 1) : Number(match[2])
  if (month < 1 || month > 12) return null
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const dayOfMonth = match[3] === undefined ? (of === 'last' ? lastDay : 1) : Number(match[3])
  if (dayOfMonth < 1 || dayOfMonth > lastDay) return null
  return `${match[1] ?? ''}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}
