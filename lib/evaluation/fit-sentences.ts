import { sentenceSignalNames, type SentenceSignals } from '@/lib/answerability'
import type { Half } from './evaluate-set'
import type { Count } from './evaluation-run'
import { roundCoefficients } from './fit-linear'

/** One question's sentences, some of which answer it. */
export interface SentenceChoice {
  readonly half: Half
  readonly sentences: readonly { readonly signals: SentenceSignals; readonly answers: boolean }[]
}

export interface SentenceFit {
  /** Fitted on half A, rounded as they are shipped. */
  readonly weights: SentenceSignals
  readonly questions: Readonly<Record<Half, number>>
  /** Questions of half B whose first sentence answers, by the learned part of the score alone. */
  readonly first: Count
  readonly firstInUse: Count
}

/** Ridge on the weights as they are, against the sum over the questions. */
const penalty = 1
const rounds = 600
const rate = 0.02

/**
 * Fits the softmax over a question's sentences (conditional logit) on half A, where one of them answers, and reports half B.
 * Several that answer count together. Deterministic.
 */
export function fitSentences(choices: readonly SentenceChoice[], inUse: SentenceSignals): SentenceFit {
  const usable = (half: Half) => choices.filter((choice) => choice.half === half && choice.sentences.some(({ answers }) => answers))
  const [a, b] = [usable('A'), choices.filter(({ half }) => half === 'B')]
  const fitted = roundCoefficients(climb(a.map(({ sentences }) => sentences.map(({ signals, answers }) => ({ row: sentenceSignalNames.map((name) => signals[name]), answers })))), sentenceSignalNames)
  const first = (weights: SentenceSignals): Count => ({ n: b.filter(({ sentences }) => firstOf(sentences, weights)?.answers === true).length, of: b.length })
  return { weights: fitted, questions: { A: a.length, B: b.length }, first: first(fitted), firstInUse: first(inUse) }
}

type Row = { readonly row: readonly number[]; readonly answers: boolean }

/** Gradient ascent with momentum on the log share of the sentences that answer. */
function climb(questions: readonly (readonly Row[])[]): SentenceSignals {
  const weights = new Array<number>(sentenceSignalNames.length).fill(0)
  const speed = new Array<number>(weights.length).fill(0)
  for (let round = 0; round < rounds; round += 1) {
    const slope = weights.map((weight) => -penalty * weight)
    for (const rows of questions) {
      const logits = rows.map(({ row }) => row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0))
      const most = Math.max(...logits)
      const odds = logits.map((logit) => Math.exp(logit - most))
      const all = odds.reduce((sum, value) => sum + value, 0)
      const right = odds.reduce((sum, value, at) => sum + (rows[at]?.answers === true ? value : 0), 0)
      rows.forEach(({ row, answers }, at) => {
        const pull = (odds[at] ?? 0) * ((answers ? 1 / right : 0) - 1 / all)
        row.forEach((value, column) => { slope[column] = (slope[column] ?? 0) + pull * value })
      })
    }
    slope.forEach((value, at) => {
      speed[at] = 0.9 * (speed[at] ?? 0) + rate * value
      weights[at] = (weights[at] ?? 0) + (speed[at] ?? 0)
    })
  }
  const [coverage = 0, ownCoverage = 0, topicCoverage = 0, cosine = 0, bm25 = 0, proximity = 0, verbs = 0, answerNear = 0, passageRank = 0, passageCosine = 0, passageBm25 = 0] = weights
  return { coverage, ownCoverage, topicCoverage, cosine, bm25, proximity, verbs, answerNear, passageRank, passageCosine, passageBm25 }
}

function firstOf(sentences: SentenceChoice['sentences'], weights: SentenceSignals): SentenceChoice['sentences'][number] | null {
  const scoreOf = ({ signals }: SentenceChoice['sentences'][number]) => sentenceSignalNames.reduce((sum, name) => sum + signals[name] * weights[name], 0)
  return sentences.reduce<SentenceChoice['sentences'][number] | null>((best, next) => (best === null || scoreOf(next) > scoreOf(best) ? next : best), null)
}

/** The weights as data, and half B. */
export function formatSentenceFit({ weights, questions, first, firstInUse }: SentenceFit): string {
  const share = ({ n, of }: Count) => `${n} of ${of}`
  return [
    `sentence ranker (lib/answerability/rank-sentences.ts), conditional logit, L2 ${penalty}, fitted on ${questions.A} questions (half A by a hash of the id), reported on ${questions.B} (half B)`,
    JSON.stringify(weights), `half B: right sentence first ${share(first)}, in use ${share(firstInUse)}`,
  ].join('\n')
}
