import type { SearchRequest, SearchResponse } from '@/lib/retrieval'
import { count } from './count'
import { Facets } from './facets'
import { loadStatus } from './load-status'
import { Moment } from './moment'
import { PassageCard } from './passage-card'
import { RequestFields } from './request-fields'
import { searchAddress } from './search-address'

interface SearchResultsProps {
  readonly request: SearchRequest
  readonly response: SearchResponse
}

/** The found passages beside what narrows them, and what can be done with the question. */
export function SearchResults({ request, response }: SearchResultsProps) {
  return (
    <div className="split">
      <Facets request={request} facets={response.facets} />
      <div className="results">
        <ResultMeta response={response} />
        {response.notes.map((note) => <p className="notice" key={note}>{note}</p>)}
        {response.generation !== null && response.mode === 'lexical-only' && <p className="notice">Found by words only, not by meaning.{response.modeReason !== null && ` ${response.modeReason}`}</p>}
        <ResultList request={request} response={response} />
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

function ResultList({ request, response }: SearchResultsProps) {
  const cards = response.results.map((result) => <PassageCard key={result.passage.id} item={result} note={result.why} anchor={`result-${result.rank}`} />)
  if (cards.length === 0) return <NothingFound request={request} response={response} />
  if (response.weak) {
    return (
      <>
        <p className="lead">No passage matches this well.</p>
        <p className="measure">The notes may not speak of it, or they use other words.</p>
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
      <MoreResults request={request} response={response} />
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

function MoreResults({ request, response }: SearchResultsProps) {
  const next = [20, 50].find((limit) => limit > response.results.length)
  if (next === undefined || response.total <= response.results.length || response.results.length < (request.limit ?? 10)) return null
  return <p className="more"><a href={`${searchAddress({ ...request, limit: next })}#result-${response.results.length + 1}`}>Show {Math.min(next, response.total)} passages</a></p>
}

function NothingFound({ request, response }: SearchResultsProps) {
  if (response.generation === null) {
    return <p className="lead">Nothing is indexed yet, so nothing can be found. <a href="/status">See what is being read</a>.</p>
  }
  const narrowed = Object.keys(request.filters ?? {}).length > 0
  return (
    <>
      <p className="lead">No passage matches this.</p>
      <p className="measure">
        {narrowed
          ? <a href={searchAddress({ query: request.query })}>Search again without filters</a>
          : <a href={searchAddress({ ...request, filters: { history: true } })}>Search older revisions and superseded documents too</a>}
      </p>
    </>
  )
}
