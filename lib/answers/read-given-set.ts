import { readEvidenceSet, type EvidenceSet } from '@/lib/evidence'
import { Fault } from '@/lib/foundation'
import type { AnswerServices, AnswerTask } from './answer-question'

/** The set that a task is to be answered from. Throws Fault `bad-input` when it is no longer there. */
export async function readGivenSet({ identity }: Pick<AnswerTask, 'identity'>, from: NonNullable<AnswerTask['from']>, { database }: Pick<AnswerServices, 'database'>): Promise<EvidenceSet> {
  const set = await readEvidenceSet(database, identity, from.evidenceSetId, from.revision)
  if (set === null) throw new Fault('bad-input', 'The evidence set of this question no longer exists.')
  return set
}
