import type { LanguageModel, ModelMessage } from 'ai'
import { z } from 'zod'
import { Fault } from '@/lib/foundation'
import { acceptDraft, draftClaimSchema } from './accept-draft'
import { claimsPromptVersion, claimsRules, formatEvidence, formatRepair, type ReplyProblems } from './claims-prompt'
import type { DraftClaim, EvidenceForSynthesis, Synthesizer } from './draft-claim'
import { realTimers, replyLimits, startDeadline, type ReplyLimits, type ReplyTimers } from './reply-deadline'
import { streamElements, type ElementRequest } from './stream-elements'

/** Claims of one answer at most: a model that never ends is left alone after these. */
const mostClaims = 40

/** Of a reply that is to be repaired, so much goes back with the request. */
const longestEcho = 8_000

interface ModelOptions {
  readonly limits?: Partial<ReplyLimits>
  /** For tests. */
  readonly timers?: ReplyTimers
}

type Run = Omit<ElementRequest<z.infer<typeof draftClaimSchema>>, 'messages'> & { readonly knownIds: ReadonlySet<string> }
type Rejected = ReplyProblems['rejected'][number]

/**
 * A synthesizer over any language model of the AI SDK. A reply with malformed elements, foreign ids, missing citations
 * or a cut end is repaired by one more request, which can only add claims; what is still wrong is reported.
 */
export function languageModelSynthesizer(languageModel: { readonly model: LanguageModel; readonly name: string }, { limits: given = {}, timers = realTimers }: ModelOptions = {}): Synthesizer {
  const limits = { ...replyLimits, ...given }
  async function* synthesize(
    question: string,
    evidence: readonly EvidenceForSynthesis[],
    { signal, onUsage, onRejected }: Parameters<Synthesizer['synthesize']>[2],
  ): AsyncGenerator<DraftClaim> {
    signal?.throwIfAborted()
    const run: Run = {
      model: languageModel.model, rules: claimsRules, element: draftClaimSchema, limits, timers, deadline: startDeadline(limits, timers), signal, knownIds: new Set(evidence.map(({ evidenceId }) => evidenceId)),
      onUsage: (usage) => onUsage?.(usage),
    }
    const claims: DraftClaim[] = []
    const first: Rejected[] = []
    const second: Rejected[] = []
    const prompt: ModelMessage = { role: 'user', content: formatEvidence(question, evidence) }
    try {
      const reply = yield* takeDrafts(run, [prompt], claims, first)
      const problems = findProblems(reply, first, claims)
      if (problems === null) return
      try {
        const repaired = yield* takeDrafts(run, [prompt, { role: 'assistant', content: reply.trim().slice(-longestEcho) || '(nothing)' }, { role: 'user', content: formatRepair(problems) }], claims, second)
        const left = findProblems(repaired, second, claims)
        if (left?.cut === true) second.push(cutOff(repaired))
        if (problems.formless && left?.formless === true) throw new Fault('model-unavailable', 'The language model did not reply in the agreed form. Another model may.')
      } catch (error) {
        // What the first reply gave stands without its repair; a reply that gave nothing has failed.
        if (claims.length === 0 || !(error instanceof Fault)) throw error
        if (problems.cut) first.push(cutOff(reply))
      }
    } finally {
      reportOnce([...first, ...second], claims, onRejected)
    }
  }
  return { name: languageModel.name, promptVersion: claimsPromptVersion, synthesize }
}

/** Yields the claims of one reply that are allowed and new; the others, malformed ones included, are put aside. */
async function* takeDrafts(run: Run, messages: readonly ModelMessage[], claims: DraftClaim[], rejected: Rejected[]): AsyncGenerator<DraftClaim, string> {
  const drafts = streamElements({ ...run, messages })
  try {
    for (;;) {
      const next = await drafts.next()
      if (next.done === true) {
        rejected.push(...malformedIn(next.value))
        return next.value
      }
      if (claims.length >= mostClaims) {
        rejected.push({ draft: next.value, reason: `The reply went on after ${mostClaims} claims.` })
        return JSON.stringify({ elements: [] })
      }
      const decision = acceptDraft(next.value, run.knownIds)
      if (!decision.accepted) rejected.push({ draft: next.value, reason: decision.reason })
      else if (!claims.some(({ text }) => text === decision.claim.text)) {
        claims.push(decision.claim)
        yield decision.claim
      }
    }
  } finally {
    await drafts.return('')
  }
}

const replySchema = z.object({ elements: z.array(z.unknown()) })

/** The elements of a whole reply, valid or not, or null when it is not one whole JSON document of the agreed form. */
function parseReply(text: string): readonly unknown[] | null {
  try {
    return replySchema.parse(JSON.parse(text)).elements
  } catch {
    return null
  }
}

/** The SDK's stream leaves out malformed elements in silence; here they are found in the whole reply. */
function malformedIn(reply: string): Rejected[] {
  return (parseReply(reply) ?? []).filter((element) => !draftClaimSchema.safeParse(element).success).map((draft) => ({ draft, reason: 'The claim is not in the agreed form.' }))
}

function findProblems(reply: string, rejected: readonly Rejected[], claims: readonly DraftClaim[]): ReplyProblems | null {
  const isWhole = parseReply(reply) !== null
  const cut = !isWhole && /"elements"\s*:/.test(reply)
  const formless = !isWhole && !cut
  return (rejected.length > 0 && claims.length < mostClaims) || cut || formless ? { rejected, cut, formless } : null
}

function cutOff(reply: string): Rejected {
  return { draft: reply.slice(-200), reason: 'The reply ended before its last claim was complete.' }
}

/** Each rejected draft once, and not at all where its repair was accepted. */
function reportOnce(rejected: readonly Rejected[], claims: readonly DraftClaim[], onRejected: ((draft: unknown, reason: string) => void) | undefined): void {
  const accepted = new Set(claims.map(({ text }) => text))
  const seen = new Set<string>()
  for (const { draft, reason } of rejected) {
    const key = JSON.stringify(draft)
    const isRepaired = typeof draft === 'object' && draft !== null && 'text' in draft && typeof draft.text === 'string' && accepted.has(draft.text)
    if (!seen.has(key) && !isRepaired) onRejected?.(draft, reason)
    seen.add(key)
  }
}
