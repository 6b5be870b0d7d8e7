import type { Facet, SearchRequest, SearchResponse } from '@/lib/retrieval'
import type { ChangedRevision } from './change-form'
import { searchAddress, searchFields, toggleFacet } from './search-address'

const fields = [
  ['project', 'Project'],
  ['kind', 'Kind'],
  ['status', 'Status'],
  ['year', 'Year'],
] as const

/** The most frequent values stand open; a long archive has dozens of years and projects. */
const shownValues = 8

interface FacetsProps {
  readonly request: SearchRequest
  readonly facets: SearchResponse['facets']
  /** The evidence set that found passages may be added to: narrowing keeps it. */
  readonly adding: ChangedRevision | null
}

/** What narrows a search, as links: each adds its value or takes it away again. */
export function Facets({ request, facets, adding }: FacetsProps) {
  const { history, ...filters } = request.filters ?? {}
  const withHistory = { ...request, filters: history === true ? filters : { ...filters, history: true } }
  const { mode, ...anyMode } = request
  const chosen = searchFields(request).filter(([name]) => name !== 'q' && name !== 'limit' && name !== 'explain').length
  return (
    <nav className="facets" aria-label="Filters">
      {/* Always open where there is room beside the results, by the stylesheet. */}
      <details>
        <summary>Filters{chosen > 0 && ` (${chosen} chosen)`}</summary>
        <div>
          {fields.map(([field, title]) => <FacetGroup key={field} request={request} adding={adding} field={field} title={title} values={facets[field]} />)}
          <section>
            <h2>History</h2>
            <FacetLink address={searchAddress(withHistory, adding)} chosen={history === true} words="older and superseded" count={null} press="history" />
          </section>
          <section>
            <h2>How</h2>
            <FacetLink
              address={searchAddress(mode === 'lexical' ? anyMode : { ...request, mode: 'lexical' }, adding)}
              chosen={mode === 'lexical'}
              words="by words only"
              count={null}
            />
          </section>
        </div>
      </details>
    </nav>
  )
}

interface FacetGroupProps extends Pick<FacetsProps, 'request' | 'adding'> {
  readonly field: 'project' | 'kind' | 'status' | 'year'
  readonly title: string
  readonly values: readonly Facet[]
}

function FacetGroup({ request, adding, field, title, values }: FacetGroupProps) {
  const chosen = (request.filters?.[field] ?? []).map(String)
  // A chosen value stays in the list when nothing matches it any more, or it could not be taken away.
  const absent = chosen.filter((value) => !values.some((facet) => facet.value === value)).map((value) => ({ value, count: 0 }))
  const all = [...values, ...absent]
  if (all.length === 0) return null
  const isFirst = (facet: Facet, at: number) => at < shownValues || chosen.includes(facet.value)
  const link = (facet: Facet) => field === 'year' && !/^\d{4}$/.test(facet.value) ? <FacetCount key={facet.value} {...facet} /> : (
    <FacetLink
      key={facet.value}
      address={searchAddress(toggleFacet(request, field, facet.value), adding)}
      chosen={chosen.includes(facet.value)}
      words={facet.value}
      count={facet.count}
    />
  )
  const rest = all.filter((facet, at) => !isFirst(facet, at))
  return (
    <section>
      <h2>{title}</h2>
      {all.filter(isFirst).map(link)}
      {rest.length > 0 && <details><summary>{rest.length} more</summary>{rest.map(link)}</details>}
    </section>
  )
}

/** What is counted and cannot be chosen: documents without a date. */
function FacetCount({ value, count }: Facet) {
  return <p className="flex justify-between gap-2.5 py-0.5 text-soft"><span>{value}</span><span className="count">{count.toLocaleString('en')}</span></p>
}

interface FacetLinkProps {
  readonly address: string
  readonly chosen: boolean
  readonly words: string
  readonly count: number | null
  /** The name by which a key presses it. */
  readonly press?: string
}

function FacetLink({ address, chosen, words, count, press }: FacetLinkProps) {
  return (
    <a href={address} aria-current={chosen ? 'true' : undefined} data-press={press}>
      <span>{words}{chosen && <span className="remove"> ✕<span className="sr-only"> take this filter away</span></span>}</span>
      {count !== null && <span className="count">{count.toLocaleString('en')}</span>}
    </a>
  )
}
