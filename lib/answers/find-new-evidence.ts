import type { Identity } from '@/lib/access'
import { readEvidenceSet } from '@/lib/evidence'
import { search, type RetrievalServices, type SearchResult } from '@/lib/retrieval'
import { readUnseen, type SavedQuestion } from './store-saved'

const lookedAt = 10

/**
 * Asks the search again, as the question asked it: what among the first ten stands in no passage of the last answer's set
 * and in no revision that was there at the time is new. That it closes the gap is for the next answer to say.
 */
export async function findNewEvidence(identity: Identity, { request, latest }: SavedQuestion, services: RetrievalServices): Promise<readonly SearchResult[]> {
  const [set, { results, weak }] = await Promise.all([
    readEvidenceSet(services.database, identity, latest.evidenceSetId, latest.evidenceSetRevision),
    search(identity, { ...request, limit: lookedAt }, services),
  ])
  // A search that finds nothing well lists what is nearest, and what is nearest changes with every note.
  if (weak) return []
  const known = new Set(set?.items.map(({ passage }) => passage.text))
  const other = results.filter(({ passage }) => !known.has(passage.text))
  const unseen = await readUnseen(services.database, other.map(({ revisionId, passage }) => ({ revisionId, startOffset: passage.startOffset, endOffset: passage.endOffset })), latest.createdAt)
  return other.filter((_, at) => unseen.has(at))
}
