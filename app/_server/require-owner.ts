import type { Identity } from '@/lib/access'
import { Fault } from '@/lib/foundation'

/** Throws Fault `not-permitted` unless the owner asks. `what` completes "Only the owner may". */
export function requireOwner(identity: Identity, what: string): void {
  if (identity.scopes !== 'all') throw new Fault('not-permitted', `Only the owner may ${what}.`)
}
