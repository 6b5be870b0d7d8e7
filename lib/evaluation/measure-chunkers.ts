import { parseDocument } from '@/lib/documents'
import { embeddedText } from '@/lib/indexing'
import { cutWindows } from './cut-windows'
import type { SpanQuestion, SpanSet } from './read-span-set'
import { coverageWithin, scoreSpans, type CutPassage, type SpanScores } from './score-spans'

/** A way to cut a text, with what it gives to be embedded for each passage. */
interface Chunker {
  readonly name: string
  cut(document: string, text: string): readonly (CutPassage & { readonly indexedText: string })[]
}

export const depths = [1, 3, 5, 10] as const
/** Characters to read: about 250, 500, 1,000 and 2,000 tokens. */
export const budgets = [1000, 2000, 4000, 8000] as const

/** Means over questions; keys of `at` are numbers of passages, keys of `within` are characters read. */
export interface QuestionMeans {
  readonly questions: number
  readonly at: Readonly<Record<number, SpanScores>>
  /** Share of the answer held by the first so many characters, context included. */
  readonly within: Readonly<Record<number, number>>
}

export interface ChunkerFigures {
  readonly name: string
  readonly passages: number
  /** Characters of a passage's own span. */
  readonly meanLength: number
  readonly halves: { readonly all: QuestionMeans; readonly A: QuestionMeans; readonly B: QuestionMeans }
}

/** The product's own: embedded with its prefix and labels, as the index does it. */
const structural: Chunker = {
  name: 'K81R',
  cut: (document, text) => {
    const parsed = parseDocument({ path: `${document}.md`, bytes: Buffer.from(text), modifiedAt: new Date(0) })
    if ('reason' in parsed) return []
    // A byte-order mark is no part of a parsed text; every other character is where it was.
    const base = text.length - parsed.text.length
    return parsed.passages.map(({ startOffset, endOffset, context, prefix, indexedText }) => ({
      document, startOffset: base + startOffset, endOffset: base + endOffset, indexedText: embeddedText(prefix, indexedText),
      context: context.map((span) => ({ document, startOffset: base + span.startOffset, endOffset: base + span.endOffset })),
    }))
  },
}

// A token of English has about four characters. The first two are settings of brandonstarxel/chunking_evaluation's
// report; 250 tokens are what MiniLM reads of a text, so it sees the first third of the largest windows only.
const fixed = [{ tokens: 800, overlap: 400 }, { tokens: 200, overlap: 0 }, { tokens: 250, overlap: 125 }].map(({ tokens, overlap }): Chunker => ({
  name: `windows of ${tokens} tokens, ${overlap} shared`,
  cut: (document, text) => cutWindows(document, text, 4 * tokens, 4 * overlap).map((window) => ({ ...window, indexedText: text.slice(window.startOffset, window.endOffset) })),
}))

/**
 * Cuts every document by the product's chunker and by fixed windows, ranks all passages of all documents for each
 * question by the cosine of their vectors (unit vectors from `embed`, in order), and scores the first of them.
 */
export async function measureChunkers(set: SpanSet, embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>, onProgress: (step: string) => void = () => undefined): Promise<readonly ChunkerFigures[]> {
  const questions = await embed(set.questions.map(({ text }) => text))
  const figures: ChunkerFigures[] = []
  for (const chunker of [structural, ...fixed]) {
    const passages = [...set.documents].flatMap(([document, text]) => chunker.cut(document, text))
    onProgress(`${chunker.name}: ${passages.length} passages`)
    const vectors = await embed(passages.map(({ indexedText }) => indexedText))
    const ranked = set.questions.map((question, at) => ({ question, passages: nearest(questions[at], vectors).flatMap((index) => passages[index] ?? []) }))
    const half = (name: SpanQuestion['half']) => ranked.filter(({ question }) => question.half === name)
    figures.push({
      name: chunker.name, passages: passages.length, meanLength: meanOf(passages.map(({ startOffset, endOffset }) => endOffset - startOffset)),
      halves: { all: meansOf(ranked), A: meansOf(half('A')), B: meansOf(half('B')) },
    })
  }
  return figures
}

/** More than the largest budget takes of passages of one line. */
const mostRanked = 60

function nearest(query: Float32Array | undefined, vectors: readonly Float32Array[]): number[] {
  if (query === undefined) return []
  const cosines = vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0))
  return cosines.map((_, at) => at).sort((a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0) || a - b).slice(0, mostRanked)
}

function meansOf(ranked: readonly { readonly question: SpanQuestion; readonly passages: readonly CutPassage[] }[]): QuestionMeans {
  const at = depths.map((depth): [number, SpanScores] => {
    const scores = ranked.map(({ question, passages }) => scoreSpans(question.answer, passages.slice(0, depth)))
    const mean = (valueOf: (score: SpanScores) => number) => meanOf(scores.map(valueOf))
    return [depth, {
      coverage: mean(({ coverage }) => coverage), coverageWithContext: mean(({ coverageWithContext }) => coverageWithContext),
      precision: mean(({ precision }) => precision), iou: mean(({ iou }) => iou), characters: mean(({ characters }) => characters),
    }]
  })
  const within = budgets.map((budget): [number, number] => [budget, meanOf(ranked.map(({ question, passages }) => coverageWithin(question.answer, passages, budget)))])
  return { questions: ranked.length, at: Object.fromEntries(at), within: Object.fromEntries(within) }
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
