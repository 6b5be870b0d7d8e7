import type { EvidenceSetId, PassageId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { readWholeDocument, retrieve, type RankedPassage } from '@/lib/retrieval'
import { applyChange, type ChangeProblem, type EvidenceChange } from './apply-change'
import { toItem, type EvidenceServices } from './assemble-evidence'
import type { EvidenceItem, EvidenceSet } from './evidence-set'
import { insertNextRevision, mayChange, readStoredSet } from './store'

export type ChangedEvidence =
  | { readonly kind: 'changed'; readonly set: EvidenceSet }
  | { readonly kind: 'problem'; readonly problem: ChangeProblem }

/**
 * Changes one revision of a set into a new one, as its person sees it: changes that others or another window made to the
 * set meanwhile are in their own revisions and not in this, which says from which it comes. Null when this identity has no
 * such set; a change that cannot be made is a problem with its sentence, and nothing is stored.
 */
export async function changeEvidence(identity: Identity, id: EvidenceSetId, revision: number, change: EvidenceChange, services: EvidenceServices): Promise<ChangedEvidence | null> {
  const stored = await readStoredSet(services.database, identity, id, revision)
  if (stored === null) return null
  if (!mayChange(identity, stored.ownedBy)) return { kind: 'problem', problem: 'not-yours' }
  const { set } = stored
  const added = change.kind === 'add' ? await findPassage(identity, set, change.passageId, change.query, services) : null
  const applied = applyChange(set, change, added)
  if (typeof applied === 'string') return { kind: 'problem', problem: applied }
  const next = { ...set, ...applied, tokens: applied.items.reduce((sum, { tokens }) => sum + tokens, 0), base: set.revision, createdAt: new Date().toISOString() }
  return { kind: 'changed', set: await insertNextRevision(services.database, next, identity) }
}

/** A passage as a search finds it, else as its document holds it: in either case only where this identity may read it now. */
async function findPassage(identity: Identity, set: EvidenceSet, id: PassageId, query: string, services: EvidenceServices): Promise<EvidenceItem | null> {
  const request = { query: query.trim() === '' ? set.question : query, limit: 50 }
  const ranking = await retrieve(identity, request, services)
  const isIt = ({ passage }: RankedPassage) => passage.id === id
  const found = ranking.results.find(isIt) ?? (await readWholeDocument(identity, request, `rev_${id.split('_')[1] ?? ''}`, ranking, services)).find(isIt)
  return found === undefined ? null : { ...toItem(found, 0), why: query.trim() === '' ? 'Added by hand.' : `Added by hand from a search for “${query.trim()}”.` }
}
