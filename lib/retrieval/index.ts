export { readWholeDocument, retrieve, search, rankingConfiguration, type Ranking, type RetrievalServices } from './retrieve'
export type { RankedPassage } from './to-result'
export { isoDate, parseQuery, type ParsedQuery } from './parse-query'
export type { Facet, Reason, SearchFilters, SearchRequest, SearchResponse, SearchResult } from './search'
