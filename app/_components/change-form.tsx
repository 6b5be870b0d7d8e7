import type { ReactNode } from 'react'
import type { EvidenceSetId } from '@/lib/foundation'

/** The revision that a form changes. */
export interface ChangedRevision {
  readonly evidenceSetId: EvidenceSetId
  readonly revision: number
}

interface ChangeFormProps {
  readonly set: ChangedRevision
  readonly change: 'exclude' | 'restore' | 'pin' | 'unpin' | 'add'
  /** What is changed: `evidenceId`, or `passage` and the search `q` that found it. */
  readonly fields: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** A plain form that makes one change of a set. */
export function ChangeForm({ set, change, fields, children }: ChangeFormProps) {
  const hidden = { evidenceSetId: set.evidenceSetId, revision: String(set.revision), change, ...fields }
  return (
    <form className="choose" method="post" action="/evidence/change">
      {Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {children}
    </form>
  )
}
