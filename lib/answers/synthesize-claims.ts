import type { Answerability } from '@/lib/answerability'
import { citableItems, type EvidenceSet } from '@/lib/evidence'
import { Fault, findFault } from '@/lib/foundation'
import type { StageClock } from '@/lib/ledger'
import { extractiveSynthesizer, languageModelSynthesizer, type ClaimJudge, type EvidenceForSynthesis, type Synthesizer } from '@/lib/synthesis'
import type { Judge } from '@/lib/verification'
import type { AnswerServices } from './answer-question'
import type { AnswerClaim } from './answer-record'
import { findRestatedOrders } from './restates-order'
import type { DraftVerifier } from './verify-drafts'

/** Who drafts an answer, and from what. */
export interface ChosenSynthesizer {
  readonly synthesizer: Synthesizer
  readonly evidence: readonly EvidenceForSynthesis[]
}

/**
 * The configured model with what it may see of a set, or, without a model or with nothing that it may see, the extractive
 * synthesizer. A remote model never sees what is marked local-only; no model is told a path, a scope or a tag.
 */
export function chooseSynthesizer({ languageModel, modelIsLocal }: Pick<AnswerServices, 'languageModel' | 'modelIsLocal'>, answerability: Answerability, set: EvidenceSet): ChosenSynthesizer {
  const evidence = evidenceFor({ languageModel, modelIsLocal }, set)
  const isExtractive = languageModel === null || evidence.length === 0
  return { synthesizer: isExtractive ? extractiveSynthesizer(answerability, set.items) : languageModelSynthesizer(languageModel), evidence }
}

/** What of a set whoever drafts or judges may see. */
export function evidenceFor({ languageModel, modelIsLocal }: Pick<AnswerServices, 'languageModel' | 'modelIsLocal'>, set: EvidenceSet): EvidenceForSynthesis[] {
  return citableItems(set)
    .filter(({ localOnly }) => languageModel === null || modelIsLocal || !localOnly)
    .map(({ evidenceId, passage, title, headingPath, effectiveAt, undated }) => ({ evidenceId, text: passage.text, title, headingPath, effectiveAt: undated === true ? null : effectiveAt }))
}

/** How drafting ended, and a sentence for the reader; what was verified before stands in every case. */
export interface SynthesisEnd {
  readonly kind: 'complete' | 'failed' | 'stopped'
  /** Null when it is complete. */
  readonly message: string | null
  /** The model says that a part of the question is not answered. */
  readonly leavesGaps: boolean
}

interface SynthesisTask extends ChosenSynthesizer {
  /** The text of every passage that a claim may come to cite. */
  readonly passages: readonly string[]
  /** Reads each claim against its passages as well; null: the rules alone decide. */
  readonly judge: ClaimJudge | null
  readonly question: string
  readonly verifier: DraftVerifier
  readonly clock: StageClock
  readonly signal: AbortSignal | undefined
  readonly onClaim: (claim: AnswerClaim) => void
}

/** Verifies each draft as it comes. A provider's failure and a reader's stop are told, not thrown. */
export async function synthesizeClaims({ synthesizer, evidence, passages, judge, question, verifier, clock, signal, onClaim }: SynthesisTask): Promise<SynthesisEnd> {
  let leavesGaps = false
  const shown = new Set<string>()
  const restatesOrder = findRestatedOrders(passages)
  const judging = judge === null ? null : judgeFrom(judge, evidence, clock, signal)
  const isStopped = () => signal?.aborted === true
  const stopped = (): SynthesisEnd => ({ kind: 'stopped', message: 'This answer was stopped before it was complete.', leavesGaps })
  try {
    if (isStopped()) return stopped()
    const drafts = synthesizer.synthesize(question, evidence, {
      ...(signal === undefined ? {} : { signal }),
      onUsage: (usage) => { clock.charge('synthesis', usage) },
      onRejected: (draft, reason) => { verifier.reject(draft, reason) },
    })
    for await (const draft of drafts) {
      if (draft.kind === 'not-answered') {
        // A model's own words that no passage can carry are for the owner alone.
        leavesGaps = true
        verifier.reject(draft, 'It says what is missing, which no passage can show.')
      } else if (restatesOrder(draft.text)) {
        verifier.reject(draft, 'It restates what reads like an order to a machine, which may only be quoted.')
      } else {
        const claim = judging === null ? verifier.verify(draft) : await verifier.verifyJudged(draft, judging)
        // Narrowed to the sentence that carries it, a claim may say what another has said.
        if (claim !== null && !shown.has(claim.text)) onClaim(claim)
        if (claim !== null) shown.add(claim.text)
      }
      if (isStopped()) return stopped()
    }
    return { kind: 'complete', message: null, leavesGaps }
  } catch (error) {
    if (isStopped()) return stopped()
    const fault = findFault(error)
    if (fault?.code === 'model-unavailable') return { kind: 'failed', message: fault.message, leavesGaps }
    throw error
  }
}

/** The judge as verification asks it: with what it may see and nothing else, its tokens counted with those of the drafts. */
function judgeFrom(judge: ClaimJudge, evidence: readonly EvidenceForSynthesis[], clock: StageClock, signal: AbortSignal | undefined): Judge {
  return async (claim, cited) => {
    const seen = cited.flatMap(({ evidenceId }) => evidence.find((item) => item.evidenceId === evidenceId) ?? [])
    const judgment = seen.length < cited.length ? null
      : await judge.judge(claim, seen, { onUsage: (usage) => { clock.charge('synthesis', usage) }, ...(signal === undefined ? {} : { signal }) })
    if (judgment === null) throw new Fault('model-unavailable', 'The model gave no verdict on this claim.')
    return judgment
  }
}
