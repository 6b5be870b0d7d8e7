/** A half-open range of UTF-16 units in one document's text. */
export interface TextSpan {
  readonly document: string
  readonly startOffset: number
  readonly endOffset: number
}

/** A passage as a chunker cut it; `context` are the stretches of the same text that travel with it. */
export interface CutPassage extends TextSpan {
  readonly context: readonly TextSpan[]
}

/** Shares are of characters, 0 to 1. */
export interface SpanScores {
  /** Share of the answer that the passages' own spans hold; 0 for no answer. */
  readonly coverage: number
  /** The same with what travels with them. */
  readonly coverageWithContext: number
  /** Share of the passages' own characters that are the answer; 0 without passages. */
  readonly precision: number
  /** The answer's characters that are held ÷ (all that is retrieved + what is missing of the answer). */
  readonly iou: number
  /** Own characters retrieved, those of overlapping passages each time they come. */
  readonly characters: number
}

/**
 * Scores the passages retrieved for a question against the exact spans of its answer. Recall, precision and IoU as in
 * brandonstarxel/chunking_evaluation (`_scores_from_dataset_and_retrievals`): what is held counts once, what is retrieved as often as it is.
 */
export function scoreSpans(answer: readonly TextSpan[], retrieved: readonly CutPassage[]): SpanScores {
  const total = lengthOf(answer)
  const held = lengthHeld(answer, retrieved)
  const characters = retrieved.reduce((sum, { startOffset, endOffset }) => sum + endOffset - startOffset, 0)
  return {
    coverage: total === 0 ? 0 : held / total,
    coverageWithContext: total === 0 ? 0 : lengthHeld(answer, withContext(retrieved)) / total,
    precision: characters === 0 ? 0 : held / characters,
    iou: characters === 0 ? 0 : held / (characters + total - held),
    characters,
  }
}

/**
 * Share of the answer held by the first `budget` characters of the passages in their order, context included and each
 * overlap read again: what chunkers of different sizes can be compared by. Of the passage that the budget cuts, the
 * share counts that is left for it.
 */
export function coverageWithin(answer: readonly TextSpan[], retrieved: readonly CutPassage[], budget: number): number {
  const total = lengthOf(answer)
  let left = budget
  let before = 0
  for (const [at, passage] of retrieved.entries()) {
    const length = charactersOf(withContext([passage]))
    const held = lengthHeld(answer, withContext(retrieved.slice(0, at + 1)))
    if (length > left) return total === 0 ? 0 : (before + ((held - before) * left) / length) / total
    left -= length
    before = held
  }
  return total === 0 ? 0 : before / total
}

function withContext(passages: readonly CutPassage[]): TextSpan[] {
  return passages.flatMap((passage) => [passage, ...passage.context])
}

function charactersOf(spans: readonly TextSpan[]): number {
  return spans.reduce((sum, { startOffset, endOffset }) => sum + endOffset - startOffset, 0)
}

/** Characters of all the spans together, each once. */
function lengthOf(spans: readonly TextSpan[]): number {
  return lengthHeld(spans, spans)
}

/** Characters that stand in both, each once. */
function lengthHeld(answer: readonly TextSpan[], spans: readonly TextSpan[]): number {
  const both = answer.flatMap((wanted) => spans.filter(({ document }) => document === wanted.document).map((span) => ({
    document: wanted.document, startOffset: Math.max(wanted.startOffset, span.startOffset), endOffset: Math.min(wanted.endOffset, span.endOffset),
  }))).filter(({ startOffset, endOffset }) => startOffset < endOffset)
    .sort((a, b) => (a.document < b.document ? -1 : a.document > b.document ? 1 : a.startOffset - b.startOffset))
  let sum = 0
  let last: { document: string; endOffset: number } | null = null
  for (const { document, startOffset, endOffset } of both) {
    const from: number = last !== null && last.document === document ? Math.max(startOffset, last.endOffset) : startOffset
    if (endOffset <= from) continue
    sum += endOffset - from
    last = { document, endOffset }
  }
  return sum
}
