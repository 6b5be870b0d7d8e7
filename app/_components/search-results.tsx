import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { parseQuery, type SearchRequest, type SearchResponse } from '@/lib/retrieval'
import { AddToSet } from './add-to-set'
import type { ChangedRevision } from './change-form'
import { count } from './count'
import { Facets } from './facets'
import { loadStatus } from './load-status'
import { Moment } from './moment'
import { PassageCard } from './passage-card'
import { QueryHelp } from './query-help'
import { RequestFields } from './request-fields'
import { PlanTrace, ResultTrace } from './result-trace'
import { searchAddress } from './search-address'

interface SearchResultsProps {
  readonly request: SearchRequest
  readonly response: SearchResponse
  /** The evidence set that found passages may be added to; null where none was come from. */
  readonly adding: ChangedRevision | null
}

interface SearchResultsPageProps extends SearchResultsProps {
  /** The trace may be asked for. */
  readonly ownerReads: boolean
}

/** The found passages beside what narrows them, and what can be done with the question. */
export function SearchResults({ request, response, ownerReads, adding }: SearchResultsPageProps) {
  return (
    <div className="split">
      <Facets request={request} facets={response.facets} adding={adding} />
      <div className="results">
        <ResultMeta response={response} />
        {response.notes.map((note) => <p className="notice" key={note}>{note}</p>)}
        {response.generation !== null && response.mode === 'lexical-only' && <p className="notice">Found by words only, not by meaning.{response.modeReason !== null && ` ${response.modeReason}`}</p>}
        <Meant request={request} response={response} adding={adding} />
        {response.trace !== undefined && <PlanTrace trace={response.trace} took={response.took} />}
        <ResultList request={request} response={response} adding={adding} />
        {ownerReads && response.results.length > 0 && (
          <p className="more">
            {request.explain === true
              ? <a href={searchAddress({ ...request, explain: false }, adding)}>Show the results without how they came about</a>
              : <a href={searchAddress({ ...request, explain: true }, adding)}>How this order came about</a>}
          </p>
        )}
      </div>
    </div>
  )
}

async function ResultMeta({ response }: Pick<SearchResultsProps, 'response'>) {
  const status = await loadStatus()
  const documents = new Set(response.results.map((result) => result.documentId)).size
  const shown = response.results.length
  return (
    <div className="meta">
      {shown > 0 && !response.weak && (
        <span>{count(shown, 'passage')} in {count(documents, 'document')}{response.total > shown && `, of ${response.total.toLocaleString('en')} that match`}</span>
      )}
      <span>
        {response.generation === null ? 'Nothing is indexed yet' : `Index ${response.generation}`}
        {response.generation !== null && status.generation === response.generation && status.asOf !== null && <>, current as of <Moment at={status.asOf} /></>}
      </span>
      {status.files.waiting > 0 && <span><a href="/status">{count(status.files.waiting, 'file')} waiting</a></span>}
    </div>
  )
}

/** Words that may be meant by those that stand nowhere, each as the whole search again. */
function Meant({ request, response, adding }: SearchResultsProps) {
  const queries = [...new Set(response.suggestions.map(({ query }) => query))]
  if (queries.length === 0) return null
  return (
    <p className="meant">
      Did you mean {queries.map((query, at) => <span key={query}>{at > 0 && (at === queries.length - 1 ? ' or ' : ', ')}<a href={searchAddress({ ...request, query }, adding)}>{query}</a></span>)}?
    </p>
  )
}

function ResultList({ request, response, adding }: SearchResultsProps) {
  const traced = new Map(response.trace?.results.map((result) => [result.passage, result]))
  const cards = response.results.map((result) => {
    const own = traced.get(result.passage.id)
    const trace = own === undefined ? undefined : <ResultTrace traced={own} displaced={response.trace?.displaced.filter(({ by }) => by === own.passage) ?? []} />
    const below = adding === null ? trace : <>{trace}<AddToSet set={adding} result={result} query={request.query} /></>
    return <PassageCard key={result.passage.id} item={result} note={result.why} anchor={`result-${result.rank}`} trace={below} />
  })
  if (cards.length === 0) return <NothingFound request={request} response={response} adding={adding} />
  if (response.weak) {
    return (
      <>
        <p className="lead">No passage matches this well.</p>
        <p className="measure">The notes may not speak of it, or they use other words.</p>
        <Wider request={request} adding={adding} />
        <Actions request={request} />
        <details className="nearest">
          <summary>The nearest {cards.length === 1 ? 'passage' : `${cards.length} passages`}</summary>
          <h2 className="sr-only">Passages</h2>
          {cards}
        </details>
      </>
    )
  }
  return (
    <>
      <Actions request={request} />
      <h2 className="sr-only">Passages</h2>
      {cards}
      <MoreResults request={request} response={response} adding={adding} />
    </>
  )
}

function Actions({ request }: Pick<SearchResultsProps, 'request'>) {
  return (
    <div className="actions">
      <form method="post" action="/evidence/new" data-press="evidence">
        <RequestFields request={request} />
        <button className="button main" type="submit">Assemble evidence <kbd aria-hidden="true">e</kbd></button>
      </form>
      <form method="post" action="/answers/ask" data-press="answer">
        <RequestFields request={request} />
        <button className="button" type="submit">Answer <kbd aria-hidden="true">a</kbd></button>
      </form>
    </div>
  )
}

function MoreResults({ request, response, adding }: SearchResultsProps) {
  const next = [20, 50].find((limit) => limit > response.results.length)
  if (next === undefined || response.total <= response.results.length || response.results.length < (request.limit ?? 10)) return null
  return <p className="more"><a href={`${searchAddress({ ...request, limit: next }, adding)}#result-${response.results.length + 1}`}>Show {Math.min(next, response.total)} passages</a></p>
}

function NothingFound({ request, response, adding }: SearchResultsProps) {
  if (response.generation === null) {
    return <p className="lead">Nothing is indexed yet, so nothing can be found. <a href="/status">See what is being read</a>.</p>
  }
  if (wordsOf(request) === '') return <QueryHelp />
  return (
    <>
      <p className="lead">No passage matches this.</p>
      <Wider request={request} adding={adding} />
    </>
  )
}

/** What a query asks for when quotation marks, exclusions and filters in words are left out. */
function wordsOf({ query }: SearchRequest): string {
  return parseQuery(query).text.trim()
}

/** Searches that find more than this one does, each tried before it is offered. */
async function Wider({ request, adding }: Pick<SearchResultsProps, 'request' | 'adding'>) {
  const identity = await currentIdentity()
  const tried = await Promise.all(waysToWiden(request).map(async ([name, wider]) => {
    const { explain: _explain, ...asked } = wider
    const { results, weak } = await getRuntime().search(identity, { ...asked, limit: 1 })
    return { name, wider, finds: results.length > 0 && !weak }
  }))
  const found = tried.filter(({ finds }) => finds)
  if (found.length === 0) return tried.length === 0 ? null : <p className="measure">A wider search finds nothing that fits better: {tried.map(({ name }) => name).join(', ')}.</p>
  return <ul className="lines">{found.map(({ name, wider }) => <li key={name}><a href={searchAddress(wider, adding)}>Search {name}</a></li>)}</ul>
}

function waysToWiden(request: SearchRequest): readonly (readonly [name: string, request: SearchRequest])[] {
  const { filters = {} } = request
  const words = wordsOf(request)
  const written = parseQuery(request.query).filters
  return [
    ...(Object.keys(filters).length > 0 ? [['without the chosen filters', { ...request, filters: {} }] as const] : []),
    ...(words === request.query ? [] : [[`for these words in any order, without filters: ${words}`, { ...request, query: words, filters: {} }] as const]),
    ...([filters, written].some(({ history, asOf }) => history === true || asOf !== undefined) ? [] : [['older revisions and superseded documents too', { ...request, filters: { ...filters, history: true } }] as const]),
  ]
}
