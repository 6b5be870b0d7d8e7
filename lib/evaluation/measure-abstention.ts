import type { Answerability, RefusalReason } from '@/lib/answerability'
import { containsWords } from './contains-words'
import type { Half } from './evaluate-set'
import type { Count } from './evaluation-run'
import type { SampleOptions } from './measure-claims'
import type { AbstentionQuestion, AbstentionSet } from './read-abstention-set'
import { areaUnderCurve, scoreDecisions } from './score-decisions'

export interface AbstentionFigures {
  readonly name: string
  readonly passages: number
  /** Asked, of as many as the set holds. */
  readonly questions: Count
  readonly halves: Readonly<Record<'all' | Half, AbstentionScores>>
  /** Refusals by their reason, most frequent first. */
  readonly reasons: readonly { readonly reason: RefusalReason; readonly answerable: number; readonly unanswerable: number }[]
}

export interface AbstentionScores {
  /** Of the answerable questions: answered, wholly or in part. */
  readonly answered: Count
  /** Of the unanswerable questions: refused. */
  readonly refused: Count
  readonly balancedAccuracy: number | null
  /** Of the score of the best sentence the decision rests on, alone: how often an answerable question has the higher one. Null without both kinds. */
  readonly sentenceAuc: number | null
  /** The same of the gate's logit: how near the passages come, before any check asks what they say. */
  readonly gateAuc: number | null
  /** The same of what tells an answer from a near miss; fitted on half A of squad2. */
  readonly nearMissAuc: number | null
  /** Of the answerable questions that were answered: the first sentence holds a wording of the answer. */
  readonly answerFirst: Count
}

interface Observed extends AbstentionQuestion {
  readonly answered: boolean
  readonly reason: RefusalReason | null
  readonly score: number
  readonly gate: number | null
  readonly nearMiss: number | null
  readonly answerFirst: boolean
}

/** Has the first `limit` questions decided, one after the other, and sets the decisions against what is answerable. */
export async function measureAbstention(set: AbstentionSet, decide: (question: string) => Promise<Answerability>, { limit, onProgress }: SampleOptions): Promise<AbstentionFigures> {
  const asked = set.questions.slice(0, limit ?? set.questions.length)
  const observed: Observed[] = []
  for (const question of asked) {
    observed.push(observe(question, await decide(question.text)))
    onProgress?.(observed.length, asked.length)
  }
  const ofHalf = (half: Half) => score(observed.filter((entry) => entry.half === half))
  return {
    name: set.name, passages: set.passages.length, questions: { n: asked.length, of: set.questions.length },
    halves: { all: score(observed), A: ofHalf('A'), B: ofHalf('B') }, reasons: countReasons(observed),
  }
}

function observe(question: AbstentionQuestion, { outcome, parts }: Answerability): Observed {
  const answerable = parts.find(({ kind }) => kind === 'answerable')
  const first = answerable?.sentences[0]?.candidate.text ?? ''
  const refused = parts.flatMap((part) => (part.kind === 'refused' ? [part.reason] : []))
  return {
    ...question, answered: outcome !== 'refused', reason: outcome === 'refused' ? (refused[0] ?? null) : null,
    score: Math.max(0, ...parts.flatMap(({ sentences }) => sentences.map((sentence) => sentence.score))),
    gate: highest(parts.map(({ gate }) => gate)), nearMiss: highest(parts.map(({ nearMiss }) => nearMiss)),
    answerFirst: question.answers.some((answer) => containsWords(first, answer)),
  }
}

function highest(scores: readonly ({ readonly logit: number } | undefined)[]): number | null {
  return scores.reduce<number | null>((best, score) => (score === undefined ? best : Math.max(best ?? -Infinity, score.logit)), null)
}

function score(observed: readonly Observed[]): AbstentionScores {
  const { truePositives, falsePositives, balancedAccuracy } = scoreDecisions(observed.map(({ answerable, answered }) => ({ is: answerable, said: answered })))
  const rightly = observed.filter(({ answerable, answered }) => answerable && answered)
  return {
    answered: truePositives, refused: { n: falsePositives.of - falsePositives.n, of: falsePositives.of }, balancedAccuracy,
    sentenceAuc: areaUnderCurve(observed.map(({ answerable, score: best }) => ({ is: answerable, score: best }))),
    gateAuc: aucOf(observed, ({ gate }) => gate), nearMissAuc: aucOf(observed, ({ nearMiss }) => nearMiss),
    answerFirst: { n: rightly.filter(({ answerFirst }) => answerFirst).length, of: rightly.length },
  }
}

function aucOf(observed: readonly Observed[], scoreOf: (entry: Observed) => number | null): number | null {
  return areaUnderCurve(observed.flatMap((entry) => { const of = scoreOf(entry); return of === null ? [] : [{ is: entry.answerable, score: of }] }))
}

function countReasons(observed: readonly Observed[]): AbstentionFigures['reasons'] {
  const count = (wanted: RefusalReason, answerable: boolean) => observed.filter((entry) => entry.reason === wanted && entry.answerable === answerable).length
  return [...new Set(observed.flatMap(({ reason }) => (reason === null ? [] : [reason])))]
    .map((reason) => ({ reason, answerable: count(reason, true), unanswerable: count(reason, false) }))
    .sort((a, b) => b.answerable + b.unanswerable - (a.answerable + a.unanswerable))
}
