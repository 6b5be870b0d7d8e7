import type { Facet, SearchFilters, SearchResponse } from './search'

/** What facets tell passages apart by. */
export interface FacetValues {
  readonly project: string | null
  readonly kind: string
  readonly status: string | null
  readonly superseded: boolean
  /** Null without a date. */
  readonly year: number | null
}

export type FacetField = keyof SearchResponse['facets']

export const facetFields: readonly FacetField[] = ['project', 'kind', 'status', 'year']

/** How the years count documents without a date; no year that can be chosen. */
export const noDate = 'no date'

/** The value that a facet shows of a passage; null where it has none. */
function valueOf(field: FacetField, { project, kind, status, superseded, year }: FacetValues): string | null {
  switch (field) {
    case 'project': return project
    case 'kind': return kind
    case 'status': return superseded ? 'superseded' : status
    case 'year': return year === null ? noDate : String(year)
  }
}

/** Whether the filter of one field lets these values through, as the arms' own condition does. */
function passes(field: FacetField, values: FacetValues, filters: SearchFilters): boolean {
  switch (field) {
    case 'project': return filters.project === undefined || filters.project.some((name) => name.toLowerCase() === values.project?.toLowerCase())
    case 'kind': return filters.kind === undefined || filters.kind.some((kind) => kind === values.kind)
    case 'year': return filters.year === undefined || (values.year !== null && filters.year.includes(values.year))
    case 'status': {
      const chosen: readonly string[] | undefined = filters.status
      const asked = chosen?.includes('superseded') === true
      const shown = filters.history === true || filters.asOf !== undefined || !values.superseded || asked
      return shown && (chosen === undefined || chosen.includes(values.status ?? '') || (values.superseded && asked))
    }
  }
}

export interface FacetGroup {
  readonly values: FacetValues
  /** Matching passages with these values. */
  readonly count: number
  /** Shown because the query names it, whatever default search leaves out. */
  readonly named?: true
}

/**
 * Counts matching passages by value, most frequent first. A field's own filter does not narrow its own values, so that one
 * can be taken instead of another; the other fields' filters do.
 */
export function countFacets(groups: readonly FacetGroup[], filters: SearchFilters): SearchResponse['facets'] {
  const count = (field: FacetField): Facet[] => {
    const chosen: readonly (string | number)[] = filters[field] ?? []
    const { [field]: _own, ...others } = filters
    const counts = new Map<string, number>()
    for (const { values, count: passages, named } of groups) {
      const value = valueOf(field, values)
      if (value === null || passages === 0) continue
      const isChosen = chosen.some((one) => String(one).toLowerCase() === value.toLowerCase())
      if (named === true || facetFields.every((other) => passes(other, values, isChosen ? filters : others))) counts.set(value, (counts.get(value) ?? 0) + passages)
    }
    return [...counts].map(([value, total]) => ({ value, count: total })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  }
  return { project: count('project'), kind: count('kind'), status: count('status'), year: count('year') }
}
