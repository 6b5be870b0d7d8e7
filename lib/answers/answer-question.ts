import type { AnswerId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { assess, gateCoefficients, heedReading, refuse, sentenceWeights, type Answerability, type Refusal } from '@/lib/answerability'
import { assembleEvidence, citableItems, evidenceSettings, resolvePeriod, searchParts, type AssembledEvidence, type EvidenceSet } from '@/lib/evidence'
import { startStageClock, type StageClock } from '@/lib/ledger'
import { rankingConfiguration, type RetrievalServices, type SearchRequest } from '@/lib/retrieval'
import { extractionSettings, replyLimits, type ClaimJudge, type EvidenceReader } from '@/lib/synthesis'
import { usdOf, type OpenedLanguageModel } from '@/lib/models'
import type { AnswerClaim, AnswerRecord } from './answer-record'
import { answerFromRecords } from './answer-from-records'
import { rankWithin } from './rank-within'
import { readGivenSet } from './read-given-set'
import { chooseSynthesizer, evidenceFor, synthesizeClaims, type SynthesisEnd } from './synthesize-claims'
import { startVerifying } from './verify-drafts'

export interface AnswerServices extends RetrievalServices {
  /** A configured provider, or null for the extractive default. */
  readonly languageModel: OpenedLanguageModel | null
  /** Whether that provider runs on this machine; a remote one never sees what is marked local-only. */
  readonly modelIsLocal: boolean
  /** Reads what is drafted as well as the rules do; it sees what the model may. Null or left out: the rules alone. */
  readonly judge?: ClaimJudge | null
  /** Reads whether the evidence answers the question; it can only make the decision more cautious. Null or left out: the checks alone. */
  readonly reader?: EvidenceReader | null
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
 * with outcome `refused`; a provider that fails, or a signal that stops the run while it drafts, leaves the evidence and
 * the claims verified until then and says why. Throws only faults of our own.
 */
export async function answerQuestion(task: AnswerTask, services: AnswerServices, events: AnswerEvents, signal?: AbortSignal): Promise<AnswerRecord> {
  const clock = startStageClock()
  const listed = await answerFromRecords(task, services, events, clock)
  if (listed !== null) {
    const { set: listedSet, ...answer } = listed
    return { ...recordHead(task, listedSet), ...answer, configuration: configurationOf({ outcome: 'answerable', parts: [] }, untouched, services), stages: clock.stages(), createdAt: new Date().toISOString() }
  }
  const evidence = await clock.measure('evidence', () => gatherEvidence(task, services))
  const { set } = evidence
  await events.onEvidence(set)
  const embedder = services.embedder.state === 'ready' && set.mode === 'hybrid' ? services.embedder.embedder : null
  const decided = await clock.measure('answerability', () => assess(evidence, embedder))
  const answerability = decided.outcome === 'refused' ? decided : await clock.measure('answerability', () => readWithModel(decided, task.request.query, set, services, clock, signal))
  const chosen = chooseSynthesizer(services, answerability, set)
  const claims: AnswerClaim[] = []
  const citable = citableItems(set)
  const verifier = startVerifying(citable)
  const onClaim = (claim: AnswerClaim) => {
    claims.push(claim)
    events.onClaim(claim)
  }
  const end = answerability.outcome === 'refused' ? untouched
    : await clock.measure('synthesis', () => synthesizeClaims({ ...chosen, passages: citable.map(({ passage }) => passage.text), judge: services.judge ?? null, question: task.request.query, verifier, clock, signal, onClaim }))
  const unanswered = [
    ...answerability.parts.flatMap((part) => (part.kind === 'refused' ? [part.missing] : [])),
    ...(answerability.parts.some(({ checks }) => checks.some(({ check, passed }) => check === 'model' && !passed)) ? ['The model finds that the evidence answers this only in part.'] : []),
    ...(end.leavesGaps ? ['The model found nothing in the evidence about a part of the question.'] : []),
    ...(end.message === null ? [] : [end.message]),
  ]
  const outcome = claims.length === 0 ? 'refused' : unanswered.length > 0 ? 'partial' : 'answered'
  const refusal = outcome !== 'refused' ? null : await clock.measure('refusal', () => declineWith(task.identity, set, answerability, end, services))
  return {
    ...recordHead(task, set), promptVersion: chosen.synthesizer.promptVersion, model: chosen.synthesizer.name, outcome, claims, withheld: verifier.withheld,
    unanswered: outcome === 'partial' ? unanswered : [], refusal, configuration: configurationOf(answerability, end, services),
    stages: clock.stages().map((stage) => ({ ...stage, usd: usdOf(stage, services.languageModel?.prices ?? null) })), createdAt: new Date().toISOString(),
  }
}

/** What a record says of its question and its evidence, however it was answered. */
function recordHead({ answerId, revision, request, cause }: AnswerTask, set: EvidenceSet): Pick<AnswerRecord, 'answerId' | 'revision' | 'question' | 'request' | 'cause' | 'evidenceSetId' | 'evidenceSetRevision' | 'generation'> {
  return { answerId, revision, question: request.query, request, cause, evidenceSetId: set.evidenceSetId, evidenceSetRevision: set.revision, generation: set.generation }
}

/** The decision as a configured model's reading leaves it; as it was where there is no model, where it may see nothing of the set, or where it fails. */
async function readWithModel(decided: Answerability, question: string, set: EvidenceSet, services: AnswerServices, clock: StageClock, signal: AbortSignal | undefined): Promise<Answerability> {
  const { reader } = services
  if (reader === undefined || reader === null) return decided
  try {
    const reading = await reader.read(question, evidenceFor(services, set), { onUsage: (usage) => { clock.charge('answerability', usage) }, ...(signal === undefined ? {} : { signal }) })
    return reading === null ? decided : heedReading(decided, reading)
  } catch (error) {
    if (signal?.aborted === true) return decided // what follows tells that it was stopped
    throw error
  }
}

/** Of a question whose evidence supports no answer: nothing was drafted. */
const untouched: SynthesisEnd = { kind: 'complete', message: null, leavesGaps: false }

function configurationOf(answerability: Answerability, end: SynthesisEnd, { languageModel, judge, reader }: AnswerServices): Readonly<Record<string, unknown>> {
  return {
    evidence: evidenceSettings, ranking: rankingConfiguration, gate: gateCoefficients, sentences: sentenceWeights, extraction: extractionSettings,
    checks: answerability.parts.map(({ question, kind, checks }) => ({ question, kind, checks })),
    ...(languageModel === null ? {} : { model: { limits: replyLimits, prices: languageModel.prices } }),
    ...(judge === undefined || judge === null ? {} : { judge: { name: judge.name, promptVersion: judge.promptVersion } }),
    ...(reader === undefined || reader === null ? {} : { reader: { name: reader.name, promptVersion: reader.promptVersion } }),
    // An answer that was stopped or broke off is told from one that was not.
    ...(end.kind === 'complete' ? {} : { synthesisEnd: end.kind }),
  }
}

async function gatherEvidence(task: AnswerTask, services: AnswerServices): Promise<AssembledEvidence> {
  const { identity, request, from } = task
  if (from === null) return assembleEvidence(identity, request, services)
  const set = await readGivenSet(task, from, services)
  const parts = await searchParts(request.query, (query) => rankWithin(identity, { ...request, query }, set, services))
  return { set, ranking: await rankWithin(identity, request, set, services), parts, past: null, period: resolvePeriod(request.query) }
}

async function declineWith(identity: Identity, set: EvidenceSet, answerability: Answerability, end: SynthesisEnd, services: AnswerServices): Promise<Refusal> {
  const refusal = await refuse(identity, set, answerability, services)
  if (end.message !== null) return { ...refusal, reason: 'synthesis-unavailable', missing: end.message, supported: 'The evidence below was found and stands on its own.' }
  if (answerability.outcome === 'refused') return refusal
  return { ...refusal, reason: 'no-claim-survived', missing: 'No sentence could be checked against the passage it would have cited, so none is shown.' }
}
