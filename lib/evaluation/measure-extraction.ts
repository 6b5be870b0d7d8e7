import { splitSentences } from '@/lib/analysis'
import { containsWords } from './contains-words'
import type { Half } from './evaluate-set'
import type { Count } from './evaluation-run'
import type { SampleOptions } from './measure-claims'
import type { AbstentionQuestion, AbstentionSet } from './read-abstention-set'

/** A sentence of a retrieved passage, as a way of ranking sees it. */
export interface ScoredSentence {
  /** The set's own id of the passage it stands in. */
  readonly passage: string
  readonly text: string
  /** Its score by each way of ranking; the highest is first, and of equal ones the first given. */
  readonly scores: Readonly<Record<string, number>>
  /** The product's share of the softmax, by which the first sentence is an answer or only the closest evidence. */
  readonly share: number
}

export interface ExtractionFigures {
  readonly name: string
  /** Answerable questions asked, of as many as the set holds. */
  readonly questions: Count
  /** Questions of which several sentences of their passage hold a wording of the answer: any of them counts. */
  readonly ambiguous: number
  /** In the order of the first sentence's scores. */
  readonly methods: readonly { readonly method: string; readonly halves: Readonly<Record<'all' | Half, FirstAndThree>> }[]
  /** Of the first sentences at or above the product's limit, and of those below it: hold the answer. On half B. */
  readonly confident: Count
  readonly closestOnly: Count
}

export interface FirstAndThree {
  readonly first: Count
  readonly three: Count
}

export interface ExtractionOptions extends SampleOptions {
  /** The way whose first sentence is held against `answerShare`. */
  readonly product: string
  readonly answerShare: number
}

interface Observed {
  readonly half: Half
  readonly ranks: ReadonlyMap<string, number>
  readonly share: number
}

/**
 * Ranks the sentences retrieved for each answerable question, one after the other. The set marks no sentence: gold is each
 * sentence of the question's own passage that holds a wording of the answer. A passage that was not retrieved counts as missed.
 */
export async function measureExtraction(set: AbstentionSet, rank: (question: string) => Promise<readonly ScoredSentence[]>, { limit, onProgress, product, answerShare }: ExtractionOptions): Promise<ExtractionFigures> {
  const answerable = (questions: AbstentionSet['questions']) => questions.filter(({ answerable: is, answers }) => is && answers.length > 0)
  const asked = answerable(set.questions.slice(0, limit ?? set.questions.length))
  const texts = new Map(set.passages.map(({ id, text }) => [id, text]))
  const observed: Observed[] = []
  let ambiguous = 0
  for (const question of asked) {
    if (goldSentences(question, texts.get(question.passage) ?? '') > 1) ambiguous++
    observed.push(observe(question, await rank(question.text), product))
    onProgress?.(observed.length, asked.length)
  }
  const methods = [...new Set(observed.flatMap(({ ranks }) => [...ranks.keys()]))]
  const ofB = observed.filter(({ half }) => half === 'B')
  const held = (entries: readonly Observed[]): Count => ({ n: entries.filter(({ ranks }) => ranks.get(product) === 1).length, of: entries.length })
  return {
    name: set.name, questions: { n: asked.length, of: answerable(set.questions).length }, ambiguous,
    methods: methods.map((method) => ({ method, halves: { all: count(observed, method), A: count(observed.filter(({ half }) => half === 'A'), method), B: count(ofB, method) } })),
    confident: held(ofB.filter(({ share }) => share >= answerShare)), closestOnly: held(ofB.filter(({ share }) => share < answerShare)),
  }
}

function goldSentences({ answers }: AbstentionQuestion, passage: string): number {
  return splitSentences(passage, 'en').filter(({ startOffset, endOffset }) => answers.some((answer) => containsWords(passage.slice(startOffset, endOffset), answer))).length
}

function observe({ half, passage, answers }: AbstentionQuestion, sentences: readonly ScoredSentence[], product: string): Observed {
  const methods = Object.keys(sentences[0]?.scores ?? {})
  const ranks = new Map(methods.map((method) => {
    const ranked = [...sentences].sort((a, b) => (b.scores[method] ?? 0) - (a.scores[method] ?? 0))
    const at = ranked.findIndex((sentence) => sentence.passage === passage && answers.some((answer) => containsWords(sentence.text, answer)))
    return [method, at < 0 ? Infinity : at + 1] as const
  }))
  const first = sentences.reduce<ScoredSentence | null>((best, sentence) => (best === null || (sentence.scores[product] ?? 0) > (best.scores[product] ?? 0) ? sentence : best), null)
  return { half, ranks, share: first?.share ?? 0 }
}

function count(observed: readonly Observed[], method: string): FirstAndThree {
  const within = (most: number): Count => ({ n: observed.filter(({ ranks }) => (ranks.get(method) ?? Infinity) <= most).length, of: observed.length })
  return { first: within(1), three: within(3) }
}
