import type { Metadata } from 'next'
import { AddingNotice, loadChangedSet } from '@/app/_components/adding-notice'
import { problemOf } from '@/app/_components/question-problem'
import { QueryHelp } from '@/app/_components/query-help'
import { asksForTrace, parseSearch, readSearchParams, unknownFilters } from '@/app/_components/search-address'
import { SearchResults } from '@/app/_components/search-results'
import { Shell } from '@/app/_components/shell'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const { query } = parseSearch(readSearchParams(await searchParams))
  return { title: query === '' ? 'Search' : query.slice(0, 200) }
}

export default async function Page({ searchParams }: PageProps) {
  const read = readSearchParams(await searchParams)
  const identity = await currentIdentity()
  const ownerReads = identity.scopes === 'all'
  const request = { ...parseSearch(read), ...(ownerReads && asksForTrace(read) ? { explain: true } : {}) }
  const adding = await loadChangedSet(read)
  if (problemOf(request.query) === 'empty') {
    return (
      <Shell adding={adding}>
        <h1>Search</h1>
        <p className="measure">Write words to find, or a question, in the box. Filters can be written too:</p>
        <QueryHelp />
      </Shell>
    )
  }
  const response = await getRuntime().search(identity, request)
  return (
    <Shell query={request.query} adding={adding}>
      <h1 className="sr-only">Search: {request.query}</h1>
      {adding !== null && <AddingNotice set={adding} request={request} />}
      {unknownFilters(read).map((note) => <p className="notice" key={note}>{note}</p>)}
      <SearchResults request={request} response={response} ownerReads={ownerReads} adding={adding} />
    </Shell>
  )
}
