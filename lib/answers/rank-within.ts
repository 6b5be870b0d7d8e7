import type { Identity } from '@/lib/access'
import type { EvidenceSet } from '@/lib/evidence'
import { retrieve, type Ranking, type RetrievalServices, type SearchRequest } from '@/lib/retrieval'

/** As many as a search gives. */
const deepest = 50

/**
 * The ranking of a question restricted to the passages of one set: no other passage counts for what follows. What the
 * question's own search leaves out, an older revision or a superseded document, is looked for in the history; a passage
 * that no search of the question finds has no place in the ranking and is still evidence. A set into which a person put
 * a passage is never called weak.
 */
export async function rankWithin(identity: Identity, request: SearchRequest, set: EvidenceSet, services: RetrievalServices): Promise<Ranking> {
  const wanted = new Set(set.items.map(({ passage }) => passage.id))
  const found = await retrieve(identity, { ...request, limit: deepest }, services)
  const here = found.results.filter(({ passage }) => wanted.has(passage.id))
  const isWhole = here.length === wanted.size || found.filters.history === true || found.filters.asOf !== undefined
  const history = isWhole ? [] : (await retrieve(identity, { ...request, filters: { ...request.filters, history: true }, limit: deepest }, services)).results
  const held = new Set(here.map(({ passage }) => passage.id))
  const results = [...here, ...history.filter(({ passage }) => wanted.has(passage.id) && !held.has(passage.id))]
  const isVouchedFor = set.items.some(({ pinned, added }) => pinned === true || added === true)
  return { ...found, results, weak: !isVouchedFor && (found.weak || results.length === 0) }
}
