export type Verdict = 'supported' | 'partially-supported' | 'contradicted' | 'not-established'

/** A passage as the verifier sees it: its stored bytes and what stands above them, nothing else. */
export interface CitedPassage {
  readonly evidenceId: string
  readonly text: string
  /** The header row of the table the passage continues, as written, when it is not in the text. */
  readonly headerRow?: string | null
  readonly title: string
  /** Outermost first. */
  readonly headingPath: readonly string[]
  /** ISO 639-1. */
  readonly language: string
}

/** The exact span of a passage's text that carries a claim, or stands against it. */
export interface Support {
  readonly evidenceId: string
  readonly startOffset: number
  readonly endOffset: number
}

export interface Verification {
  readonly verdict: Verdict
  /** What blessed it; 'judge' where no rule did and none spoke against it. */
  readonly basis: 'verbatim' | 'table-row' | 'gate' | 'judge' | 'none'
  /** One plain phrase for people. */
  readonly reason: string
  /** The spans that carry the claim; of a contradicted one, the span that stands against it. */
  readonly support: readonly Support[]
  /** The part that is not carried, named in words. */
  readonly unsupported: string | null
  /** The verbatim sentence that carries what holds of a partially supported claim. */
  readonly narrowed: string | null
}

/** What a synthesizer drafted: one statement and the ids of the evidence it rests on. */
export interface DraftedClaim {
  readonly text: string
  readonly evidenceIds: readonly string[]
}

/** What a judge makes of a claim. */
export interface Judgment {
  readonly verdict: Verdict
  /** One plain phrase for people. */
  readonly reason: string
}

/** Somebody who reads a claim against the passages it cites, and nothing else: a language model. May throw. */
export type Judge = (claim: string, passages: readonly CitedPassage[]) => Promise<Judgment>
