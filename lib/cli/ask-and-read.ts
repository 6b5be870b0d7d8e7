import type { Identity } from '@/lib/access'
import type { AskedNote } from '@/lib/evaluation'
import { Fault } from '@/lib/foundation'
import type { SearchRequest } from '@/lib/retrieval'
import type { Runtime } from '@/lib/runtime'

/** Asks as a page does, waits for the record, and gives it with the evidence it was made from. Throws Fault `internal` when the run failed. */
export async function askAndRead(runtime: Runtime, identity: Identity, request: SearchRequest): Promise<AskedNote> {
  const { answerId, revision } = await runtime.ask(identity, request)
  const end = await (await runtime.answer(identity, answerId, revision))?.end()
  if (end === undefined || !('claims' in end)) throw new Fault('internal', end?.message ?? 'The answer did not come to an end.')
  const set = await runtime.evidenceSet(identity, end.evidenceSetId, end.evidenceSetRevision)
  return { record: end, evidence: set?.items ?? [] }
}
