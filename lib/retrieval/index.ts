export { readWholeDocument, retrieve, search, rankingConfiguration, type RankedPassage, type Ranking, type RetrievalServices } from './retrieve'
export { isoDate, parseQuery, type ParsedQuery } from './parse-query'
export type { Facet, Reason, SearchFilters, SearchRequest, SearchResponse, SearchResult } from './search'
