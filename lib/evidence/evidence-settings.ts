/** What fills a set, and what it must leave room for. */
export const evidenceSettings = {
  version: 'evidence-3',
  /** Tokens of passage text; a passage of this collection is about 150. */
  tokenBudget: 3_000,
  mostItems: 18,
  perDocument: 4,
  /** What a set that a person changes may hold: room for a few passages beyond what was found. */
  changed: { tokenBudget: 4_500, mostItems: 24 },
  /**
   * A document with this many of the six best passages, whose scores lie close together, is what the question is about: it
   * comes whole, within this many tokens. `separation`: how far the last of them may lie behind the first, as a share of it.
   * On the sample cases 67 of 143 questions that match well are such, their notes being short; at 0.1 it would be 22, with
   * four labelled passages fewer in the evidence.
   */
  wholeDocument: { of: 6, passages: 3, tokens: 1_600, separation: 0.35 },
  /** Places for what default search leaves out: older revisions and superseded documents. */
  history: 3,
  /** Share of two passages' words from which one repeats the other; with a smaller share they are only labelled. */
  repetition: { leftOut: 0.9, labelled: 0.6 },
  /** Up to this many tokens in scope a configured language model reads everything: a published decision's threshold for going back to retrieval. */
  wholeCorpusTokens: 100_000,
} as const
