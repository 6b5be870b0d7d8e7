import type { Identity } from '@/lib/access'
import { createId } from '@/lib/foundation'
import type { RetrievalServices, SearchRequest } from '@/lib/retrieval'
import type { EvidenceItem, EvidenceSet } from './evidence-set'
import { insertEvidenceSet } from './store'

/** What a set of listed documents is made from. */
export interface ListedEvidence {
  readonly generation: number
  readonly mode: EvidenceSet['mode']
  /** One for each document, in their order. */
  readonly items: readonly EvidenceItem[]
  /** Which documents they are of, in words. */
  readonly conditions: string
}

/** Stores revision 1 of a set that holds one passage of each listed document, as they come: no budget, no search. None is an empty set. */
export async function assembleRecords(identity: Identity, request: SearchRequest, { generation, mode, items, conditions }: ListedEvidence, { database }: RetrievalServices): Promise<EvidenceSet> {
  const set: EvidenceSet = {
    evidenceSetId: createId('evd'), revision: 1, question: request.query, request, generation, mode, weak: false,
    strategy: 'passages', strategyReason: `One passage of each document that the index lists as ${conditions}.`,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0), items, excluded: [], rest: [], base: null, cause: 'assembled', createdAt: new Date().toISOString(),
  }
  await insertEvidenceSet(database, set, identity)
  return set
}
