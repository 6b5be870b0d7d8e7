import { owner, type Identity } from '@/lib/access'
import type { TestIndex } from '@/lib/indexing/testing'
import { search } from './retrieve'
import type { SearchRequest, SearchResponse } from './search'

/** Searches of a test's index as the product makes them; `index` is asked for at each search, since tests open it in a hook. */
export function searchesOf(index: () => TestIndex) {
  const find = (query: string, identity: Identity = owner, more: Partial<SearchRequest> = {}): Promise<SearchResponse> =>
    search(identity, { query, ...more }, { database: index().opened.database, embedder: index().embedder })
  const paths = async (query: string, identity?: Identity, more?: Partial<SearchRequest>): Promise<readonly string[]> => (await find(query, identity, more)).results.map(({ sourcePath }) => sourcePath)
  return { find, paths }
}
