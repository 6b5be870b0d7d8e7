import { afterAll, beforeAll } from 'vitest'
import { owner, type Identity } from '@/lib/access'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import { search } from './retrieve'
import type { SearchRequest, SearchResponse } from './search'

/** Searches of a test's index as the product makes them; `index` is asked for at each search, since tests open it in a hook. */
export function searchesOf(index: () => TestIndex) {
  const find = (query: string, identity: Identity = owner, more: Partial<SearchRequest> = {}): Promise<SearchResponse> =>
    search(identity, { query, ...more }, { database: index().opened.database, embedder: index().embedder })
  const paths = async (query: string, identity?: Identity, more?: Partial<SearchRequest>): Promise<readonly string[]> => (await find(query, identity, more)).results.map(({ sourcePath }) => sourcePath)
  return { find, paths }
}

/** Opens an index of these files before the tests of a block and closes it after them, with the searches of it. */
export function searchesIn(files: Readonly<Record<string, string>>) {
  let opened: TestIndex | null = null
  const index = (): TestIndex => {
    if (opened === null) throw new Error('The index is open while the tests of its block run.')
    return opened
  }
  beforeAll(async () => {
    opened = await openTestIndex(files)
    await opened.build()
  })
  afterAll(() => index().close())
  return { index, ...searchesOf(index) }
}
