import { Fault, type AnswerId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { assess, gateCoefficients, refuse, sentenceWeights, type Answerability, type Refusal } from '@/lib/answerability'
import { assembleEvidence, evidenceSettings, readEvidenceSet, resolvePeriod, type AssembledEvidence, type EvidenceSet } from '@/lib/evidence'
import { startStageClock } from '@/lib/ledger'
import { rankingConfiguration, retrieve, type RetrievalServices, type SearchRequest } from '@/lib/retrieval'
import { extractionSettings, extractiveSynthesizer, languageModelSynthesizer, type Synthesizer } from '@/lib/synthesis'
import type { OpenedLanguageModel } from '@/lib/models'
import type { AnswerClaim, AnswerRecord } from './answer-record'
import { startVerifying } from './verify-drafts'

export interface AnswerServices extends RetrievalServices {
  /** A configured provider, or null for the extractive default. */
  readonly languageModel: OpenedLanguageModel | null
  /** Whether that provider runs on this machine; a remote one never sees what is marked local-only. */
  readonly modelIsLocal: boolean
}

export interface AnswerTask {
  readonly answerId: AnswerId
  readonly revision: number
  readonly identity: Identity
  readonly request: SearchRequest
  readonly cause: string
  /** Answer from exactly this set instead of assembling one. */
  readonly from: { readonly evidenceSetId: EvidenceSet['evidenceSetId']; readonly revision: number } | null
}

export interface AnswerEvents {
  onEvidence(set: EvidenceSet): Promise<void>
  /** A claim that was verified: the first moment anyone may see it. */
  onClaim(claim: AnswerClaim): void
}

/**
 * The chain, run once: evidence → answerability → synthesis → verification → record. An expected refusal is a record
 * with outcome `refused`; a provider that fails leaves the evidence and says why. Throws only faults of our own.
 */
export async function answerQuestion(task: AnswerTask, services: AnswerServices, events: AnswerEvents, signal?: AbortSignal): Promise<AnswerRecord> {
  const clock = startStageClock()
  const evidence = await clock.measure('evidence', () => gatherEvidence(task, services))
  const { set } = evidence
  await events.onEvidence(set)
  const embedder = services.embedder.state === 'ready' && set.mode === 'hybrid' ? services.embedder.embedder : null
  const answerability = await clock.measure('answerability', () => assess(evidence, embedder))
  const synthesizer = chooseSynthesizer(services, answerability, set)
  const base = {
    answerId: task.answerId, revision: task.revision, question: task.request.query, request: task.request, evidenceSetId: set.evidenceSetId, evidenceSetRevision: set.revision,
    generation: set.generation, promptVersion: synthesizer.promptVersion, model: synthesizer.name, cause: task.cause,
    configuration: { evidence: evidenceSettings, ranking: rankingConfiguration, gate: gateCoefficients, sentences: sentenceWeights, extraction: extractionSettings, checks: answerability.parts.map(({ question, kind, checks }) => ({ question, kind, checks })) },
  }
  const claims: AnswerClaim[] = []
  const verifier = startVerifying(set.items)
  let failure: Fault | null = null
  if (answerability.outcome !== 'refused') {
    failure = await clock.measure('synthesis', () => synthesize(synthesizer, set, task, verifier, (claim) => { claims.push(claim); events.onClaim(claim) }, clock, services, signal))
  }
  const declined = answerability.parts.flatMap((part) => (part.kind === 'refused' ? [part.missing] : []))
  const outcome = claims.length === 0 ? 'refused' : declined.length > 0 || failure !== null ? 'partial' : 'answered'
  const refusal = outcome !== 'refused' ? null : await clock.measure('refusal', () => declineWith(task.identity, set, answerability, failure, services))
  return {
    ...base, outcome, claims, withheld: verifier.withheld,
    unanswered: outcome === 'partial' ? [...declined, ...(failure === null ? [] : [failure.message])] : [],
    refusal, stages: clock.stages(), createdAt: new Date().toISOString(),
  }
}

async function gatherEvidence({ identity, request, from }: AnswerTask, services: AnswerServices): Promise<AssembledEvidence> {
  if (from === null) return assembleEvidence(identity, request, services)
  const set = await readEvidenceSet(services.database, identity, from.evidenceSetId, from.revision)
  if (set === null) throw new Fault('bad-input', 'The evidence set of this question no longer exists.')
  return { set, ranking: await retrieve(identity, { ...request, limit: 30 }, services), period: resolvePeriod(request.query) }
}

function chooseSynthesizer({ languageModel }: AnswerServices, answerability: Answerability, set: EvidenceSet): Synthesizer {
  return languageModel === null ? extractiveSynthesizer(answerability, set.items) : languageModelSynthesizer(languageModel)
}

/** Verifies each draft as it comes. A provider's failure is returned, not thrown: what was verified before stands. */
async function synthesize(synthesizer: Synthesizer, set: EvidenceSet, task: AnswerTask, verifier: ReturnType<typeof startVerifying>, onClaim: (claim: AnswerClaim) => void, clock: ReturnType<typeof startStageClock>, services: AnswerServices, signal: AbortSignal | undefined): Promise<Fault | null> {
  const remote = services.languageModel !== null && !services.modelIsLocal
  const evidence = set.items.filter(({ localOnly }) => !(remote && localOnly)).map(({ evidenceId, passage, title, headingPath, effectiveAt }) => ({ evidenceId, text: passage.text, title, headingPath, effectiveAt }))
  try {
    const drafts = synthesizer.synthesize(task.request.query, evidence, {
      ...(signal === undefined ? {} : { signal }),
      onUsage: (usage) => clock.charge('synthesis', usage),
      onRejected: (draft, reason) => verifier.reject(draft, reason),
    })
    for await (const draft of drafts) {
      if (draft.kind === 'not-answered') continue
      const claim = verifier.verify(draft)
      if (claim !== null) onClaim(claim)
    }
    return null
  } catch (error) {
    if (error instanceof Fault && error.code === 'model-unavailable') return error
    throw error
  }
}

async function declineWith(identity: Identity, set: EvidenceSet, answerability: Answerability, failure: Fault | null, services: AnswerServices): Promise<Refusal> {
  const refusal = await refuse(identity, set, answerability, services)
  if (failure !== null) return { ...refusal, reason: 'synthesis-unavailable', missing: failure.message, supported: 'The evidence below was found and stands on its own.' }
  if (answerability.outcome === 'refused') return refusal
  return { ...refusal, reason: 'no-claim-survived', missing: 'No sentence could be checked against the passage it would have cited, so none is shown.' }
}
