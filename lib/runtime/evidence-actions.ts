import type { AnswerId, EvidenceSetId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import type { AnswerRunner } from '@/lib/answers'
import {
  changeEvidence, compareEvidence, measureContext, readEvidenceHistory, readEvidenceSet, readSurroundings,
  type ChangedEvidence, type ContextMeasure, type EvidenceChange, type EvidenceComparison, type EvidenceHistory, type EvidenceServices, type EvidenceSet, type Surroundings,
} from '@/lib/evidence'
import { readSetAnswers, type SetAnswer } from './store-set-answers'

/** Two revisions of a set with what differs between them. */
export interface ComparedEvidence {
  readonly from: EvidenceSet
  readonly to: EvidenceSet
  readonly comparison: EvidenceComparison
}

/** What is done with evidence sets once they are assembled. What an identity may not see does not exist for it: null. */
export interface EvidenceActions {
  /** Makes the change of this revision a new one. Only whoever assembled the set may. */
  change(identity: Identity, id: EvidenceSetId, revision: number, change: EvidenceChange): Promise<ChangedEvidence | null>
  history(identity: Identity, id: EvidenceSetId): Promise<EvidenceHistory | null>
  compare(identity: Identity, id: EvidenceSetId, from: number, to: number): Promise<ComparedEvidence | null>
  /** What stands around each passage in its document, by evidence id. */
  surroundings(identity: Identity, set: EvidenceSet): Promise<ReadonlyMap<string, Surroundings>>
  answers(identity: Identity, id: EvidenceSetId): Promise<readonly SetAnswer[]>
  /** Answers from exactly this revision: as the next revision of the answer that rests on the set already, else as a new answer. */
  answer(identity: Identity, id: EvidenceSetId, revision: number): Promise<{ readonly answerId: AnswerId; readonly revision: number } | null>
  /** The corpus and what a question costs by each strategy. */
  measure(identity: Identity): Promise<ContextMeasure>
}

interface ActionServices extends EvidenceServices {
  readonly answers: Pick<AnswerRunner, 'start'>
  /** US dollars for a million input tokens of the configured model; null where it is not known. */
  readonly inputPrice: number | null
}

export function openEvidenceActions(services: ActionServices): EvidenceActions {
  const { database, answers, inputPrice } = services
  return {
    change: (identity, id, revision, change) => changeEvidence(identity, id, revision, change, services),
    history: (identity, id) => readEvidenceHistory(database, identity, id),
    compare: async (identity, id, from, to) => {
      const [before, after] = await Promise.all([readEvidenceSet(database, identity, id, from), readEvidenceSet(database, identity, id, to)])
      return before === null || after === null ? null : { from: before, to: after, comparison: compareEvidence(before, after) }
    },
    surroundings: (identity, { items }) => readSurroundings(database, identity, items),
    answers: (identity, id) => readSetAnswers(database, identity, id),
    answer: async (identity, id, revision) => {
      const set = await readEvidenceSet(database, identity, id, revision)
      if (set === null) return null
      const earlier = (await readSetAnswers(database, identity, id)).at(-1)
      const cause = `asked from revision ${set.revision} of its evidence set`
      return answers.start({ identity, request: set.request, cause, from: { evidenceSetId: id, revision: set.revision }, ...(earlier === undefined ? {} : { answerId: earlier.answerId }) })
    },
    measure: (identity) => measureContext(database, identity, { languageModel: services.wholeCorpusTokens !== null && services.wholeCorpusTokens !== undefined, inputPrice }),
  }
}
