import MiniSearch from 'minisearch'
import type { BaselineRanker, BenchPassage } from './baseline'

/** MiniSearch as its readme sets it up: words as they stand, BM25+, any of the query's words. */
export function openMiniSearchBaseline(passages: readonly BenchPassage[]): BaselineRanker {
  const index = new MiniSearch<{ readonly id: number; readonly text: string }>({ fields: ['text'] })
  index.addAll(passages.map(({ text }, id) => ({ id, text })))
  return {
    rank: (query) => Promise.resolve(index.search(query).slice(0, 100).map(({ id }) => passages[Number(id)]?.document ?? '')),
    close: () => { index.removeAll() },
  }
}
