import type { Identity } from '@/lib/access'
import type { LexicalScores } from './search-lexical'
import type { NameView } from './search-names'
import { scoreCandidate } from './rank-candidates'
import type { Ranking, RetrievalServices } from './retrieve'
import type { SearchFilters, SearchRequest } from './search'
import { noTexts, readBesideOf, readCandidates, readPassagesOf, readPropertiesOf, readTexts } from './store'
import { toResult, type RankedPassage } from './to-result'

/** Every passage of one revision that the identity may see, in document order, as results of the same query. */
export async function readWholeDocument(identity: Identity, request: SearchRequest, revisionId: string, ranking: Ranking, { database }: RetrievalServices): Promise<RankedPassage[]> {
  if (ranking.generation === null) return []
  const filters: SearchFilters = { ...request.filters, history: true }
  const passages = await readPassagesOf(database, ranking.generation, identity, filters, [revisionId])
  return readUnranked({ database, generation: ranking.generation, identity }, filters, passages, ranking, 'From the document that the question is about.')
}

/** The properties at the head of these revisions, as far as the identity may see them, as results of the same query. */
export async function readProperties(identity: Identity, revisionIds: readonly string[], ranking: Ranking, { database }: RetrievalServices): Promise<RankedPassage[]> {
  if (ranking.generation === null) return []
  const passages = await readPropertiesOf(database, ranking.generation, identity, ranking.filters, revisionIds)
  return readUnranked({ database, generation: ranking.generation, identity }, ranking.filters, passages, ranking, 'A property at the head of a note that was found.')
}

async function readUnranked({ database, generation, identity }: NameView, filters: SearchFilters, passages: readonly number[], ranking: Ranking, why: string): Promise<RankedPassage[]> {
  const candidates = await readCandidates(database, generation, identity, filters, passages)
  const texts = await readTexts(database, [...candidates.values()])
  const none: LexicalScores = { ranking: [], score: () => 0, best: 0, attainable: 0, idf: ranking.idf, holding: () => 0, matched: 0 }
  return passages.flatMap((id) => {
    const candidate = candidates.get(id)
    if (candidate === undefined) return []
    const entry = scoreCandidate(candidate, ranking.terms, none, null)
    return [{ ...toResult(entry, 0, ranking.terms, { lexical: none, lexicalRanks: new Map(), vectorRanks: new Map(), fusion: new Map(), mode: ranking.mode }, texts.get(id) ?? noTexts), why }]
  })
}

/** What stands beside a passage in its section, and where else in its document something is introduced. */
export interface Beside {
  /** How many passages before and after it are looked at, for tables and lists. */
  readonly around: number
  /** Letters and digits: lists anywhere in the document whose first line ends in a colon and has one of these words. */
  readonly introducedBy: readonly string[]
}

/** The tables and lists beside a result in its section, and the lists that such words introduce, in document order, as far as the identity may see them. */
export async function readBeside(identity: Identity, result: RankedPassage, ranking: Ranking, beside: Beside, { database }: RetrievalServices): Promise<RankedPassage[]> {
  if (ranking.generation === null) return []
  const passages = await readBesideOf(database, ranking.generation, identity, ranking.filters, result, beside)
  return readUnranked({ database, generation: ranking.generation, identity }, ranking.filters, passages, ranking, 'Beside the best passage in its document.')
}
