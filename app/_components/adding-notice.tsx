import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { evidenceSetIdSchema } from '@/lib/foundation'
import type { EvidenceSet } from '@/lib/evidence'
import type { SearchRequest } from '@/lib/retrieval'
import { evidenceAddress } from './evidence-address'
import { parseRevision } from './revision-number'
import { searchAddress, type FieldReader } from './search-address'

/** The set that a search was reached from (`set`, `setRevision`), where this identity may change it; null otherwise. */
export async function loadChangedSet(read: FieldReader): Promise<EvidenceSet | null> {
  const id = evidenceSetIdSchema.safeParse(read('set')[0])
  const revision = parseRevision(read('setRevision')[0])
  if (!id.success || revision === null) return null
  const [runtime, identity] = [getRuntime(), await currentIdentity()]
  const [set, history] = await Promise.all([runtime.evidenceSet(identity, id.data, revision), runtime.evidence.history(identity, id.data)])
  return history?.editable === true ? set : null
}

interface AddingNoticeProps {
  readonly set: EvidenceSet
  readonly request: SearchRequest
}

/** Says to which set the found passages may be added, whatever is searched for and however it is narrowed. */
export function AddingNotice({ set, request }: AddingNoticeProps) {
  return (
    <p className="notice">
      Each passage can be added to the evidence for <a href={evidenceAddress(set.evidenceSetId, set.revision)}>{set.question}</a>, revision {set.revision}. Searches and filters from here keep to it.{' '}
      <a href={searchAddress(request)}>Search without adding</a>
    </p>
  )
}
