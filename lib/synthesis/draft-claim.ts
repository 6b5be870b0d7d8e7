export interface EvidenceForSynthesis {
  readonly evidenceId: string
  readonly text: string
  readonly title: string
  readonly headingPath: readonly string[]
  /** ISO date; null without one. */
  readonly effectiveAt: string | null
}

/** A claim before verification: nothing of it is shown to anyone yet. */
export interface DraftClaim {
  readonly text: string
  readonly kind: 'fact' | 'quotation' | 'table-cell' | 'not-answered'
  readonly evidenceIds: readonly string[]
  /** Only the closest evidence, too weak to be called an answer; absent where it is one, or where the synthesizer cannot tell. */
  readonly closestOnly?: true
  /** The heading, word for word, that the text's opening pronoun refers to; absent where none is needed. */
  readonly under?: string
}

export interface SynthesisUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface Synthesizer {
  readonly name: string
  readonly promptVersion: string
  /**
   * Draft claims one at a time, in the order of the answer. A draft that breaks the rules goes to `onRejected` and is not yielded.
   * Throws Fault `model-unavailable` when the model fails, after what it gave before; an aborted signal rejects with its reason.
   */
  synthesize(
    question: string,
    evidence: readonly EvidenceForSynthesis[],
    options: {
      readonly signal?: AbortSignal
      readonly onUsage?: (usage: SynthesisUsage) => void
      readonly onRejected?: (draft: unknown, reason: string) => void
    },
  ): AsyncIterable<DraftClaim>
}
