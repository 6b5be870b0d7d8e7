import type { SearchResult } from '@/lib/retrieval'
import { ChangeForm, type ChangedRevision } from './change-form'

interface AddToSetProps {
  readonly set: ChangedRevision
  readonly result: SearchResult
  /** The search that found it. */
  readonly query: string
}

/** A button that takes a found passage into an evidence set. */
export function AddToSet({ set, result, query }: AddToSetProps) {
  return (
    <ChangeForm set={set} change="add" fields={{ passage: result.passage.id, q: query }}>
      <button className="button" type="submit">Add to the evidence set<span className="sr-only">: {[result.title, ...result.headingPath].join(', ')}</span></button>
    </ChangeForm>
  )
}
