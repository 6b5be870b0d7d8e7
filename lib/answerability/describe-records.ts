import type { SearchFilters } from '@/lib/retrieval'
import type { RecordQuestion } from './read-record-question'

type Conditions = RecordQuestion['conditions']

/** The conditions of a question for the records, in words, with those of the search it was asked within. */
export function describeRecords(conditions: Conditions, filters: SearchFilters): string {
  const { of, status, named } = conditions
  const period = periodWords(conditions)
  const within = filterWords(filters)
  return [
    kindWords(conditions), named === null ? '' : named.relation === null ? ` that go by ${named.name}` : named.relation === 'replaces' ? ` that replace ${named.name}` : ` that ${named.name} replaces`, of === null ? '' : ` of ${of}`, status === null ? '' : ` with status ${status}`,
    period === null ? '' : `, ${conditions.dated === 'itself' ? 'dated' : 'replaced by a document dated'} ${period}`,
    within === '' ? '' : `, within ${within}`,
  ].join('')
}

function kindWords({ kind, series }: Conditions): string {
  switch (kind) {
    case 'decision': return series === 'rfc' ? 'RFCs (decisions named so by id, title, path or folder)' : series === 'record' ? 'decisions that are not RFCs' : 'decisions (RFCs included)'
    case 'incident': return 'incidents'
    case 'release': return 'releases'
    case 'case-study': return 'case studies'
    case 'reference': return 'references'
    case 'project': return 'projects'
    case 'note': return 'notes'
    case null: return 'documents of any kind'
    default: return kind satisfies never
  }
}

function periodWords({ from, to }: Conditions): string | null {
  if (from === null) return to === null ? null : `${to} or earlier`
  if (to === null) return `${from} or later`
  if (from === to) return from
  if (from.slice(0, 4) === to.slice(0, 4) && from.endsWith('-01-01') && to.endsWith('-12-31')) return from.slice(0, 4)
  return `${from} to ${to}`
}

/** As they are written in a query. */
function filterWords({ project, kind, status, year, tag, path, title, asOf, before, after }: SearchFilters): string {
  const each = (name: string, values: readonly (string | number)[] | undefined) => (values ?? []).map((value) => `${name}:${/\s/.test(String(value)) ? `"${value}"` : value}`)
  const one = (name: string, value: string | undefined) => (value === undefined ? [] : [`${name}:${value}`])
  return [
    ...each('project', project), ...each('kind', kind), ...each('status', status), ...each('year', year), ...each('tag', tag), ...each('path', path), ...each('title', title),
    ...one('as-of', asOf), ...one('before', before), ...one('after', after),
  ].join(' ')
}
