import { requireOwner } from '@/app/_server/require-owner'
import { respond } from '@/app/_server/respond'

/** Makes the index before the last build the active one again. The owner only; 400 with a sentence when there is none. */
export function POST(): Promise<Response> {
  return respond((runtime, identity) => {
    requireOwner(identity, 'change which index is used')
    return runtime.rollBack()
  })
}
