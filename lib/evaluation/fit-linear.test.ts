import { expect, it } from 'vitest'
import { nearMissNames, sentenceSignalNames, type NearMissFeatures, type SentenceSignals } from '@/lib/answerability'
import { applyLinear, fitLinear, roundCoefficients } from './fit-linear'
import { fitNearMiss, formatNearMissFit, type NearMissCase } from './fit-near-miss'
import { fitSentences, formatSentenceFit, type SentenceChoice } from './fit-sentences'

const spread = (at: number, step: number) => ((at * step) % 100) / 100

it('gives a logit over the features in their own units', () => {
  const examples = Array.from({ length: 200 }, (_, at) => ({ features: { near: 50 + spread(at, 37), noise: spread(at, 61) }, is: spread(at, 37) > 0.5 }))
  const fitted = fitLinear(['near', 'noise'], examples)
  expect(examples.filter(({ features, is }) => applyLinear(fitted, ['near', 'noise'], features) > 0 === is).length).toBeGreaterThan(190)
  expect(Math.abs(fitted.noise)).toBeLessThan(fitted.near / 5)
  expect(roundCoefficients({ near: 1.2345, noise: -0.496 }, ['near', 'noise'])).toEqual({ near: 1.23, noise: -0.5 })
})

const quiet: NearMissFeatures = { cosine: 0.5, heaviestMissing: 0, opposite: 0, denies: 0, deniedThere: 0, nameMissing: 0, numberMissing: 0, kindMissing: 0, length: 2 }

it('what tells near misses is fitted on one half and reported on the other', () => {
  const cases = Array.from({ length: 80 }, (_, at): NearMissCase => ({ half: at < 40 ? 'A' : 'B', answerable: at % 2 === 0, features: { ...quiet, cosine: spread(at, 37), opposite: at % 2 }, logit: at % 2 }))
  const fit = fitNearMiss(cases)
  expect(fit).toMatchObject({ questions: { A: 40, B: 40 }, auc: 1, aucInUse: 0 })
  expect(fit.coefficients.opposite).toBeLessThan(-1)
  // Turned round, half B changes what is reported and nothing that is fitted.
  const turned = fitNearMiss(cases.map((entry) => (entry.half === 'B' ? { ...entry, answerable: !entry.answerable } : entry)))
  expect(turned).toMatchObject({ coefficients: fit.coefficients, auc: 0 })
  expect(formatNearMissFit(fit)).toContain('half B: AUC 1.000, in use 0.000')
  expect(Object.keys(fit.coefficients)).toEqual([...nearMissNames, 'constant'])
})

const none: SentenceSignals = { coverage: 0, ownCoverage: 0, topicCoverage: 0, cosine: 0, bm25: 0, proximity: 0, verbs: 0, answerNear: 0, passageRank: 0, passageCosine: 0, passageBm25: 0 }

it('sentences are ranked by what those that answer have and the others of the same question have not', () => {
  const choices = Array.from({ length: 60 }, (_, at): SentenceChoice => ({
    half: at % 2 === 0 ? 'A' : 'B',
    sentences: [0.2, 0.4, 0.6].map((step, place) => ({ signals: { ...none, cosine: spread(at + place, 37) / 2 + (place === at % 3 ? 0.5 : 0), bm25: step }, answers: place === at % 3 })),
  }))
  const unanswered: SentenceChoice = { half: 'B', sentences: [{ signals: none, answers: false }] }
  const fit = fitSentences([...choices, unanswered, { half: 'A', sentences: [{ signals: none, answers: false }] }], { ...none, bm25: 1 })
  expect(fit.questions).toEqual({ A: 30, B: 31 })
  expect(fit.weights.cosine).toBeGreaterThan(3)
  expect(fit.weights.coverage).toBe(0)
  // The third is always first by BM25, and answers a third of the questions.
  expect(fit).toMatchObject({ first: { n: expect.any(Number), of: 31 }, firstInUse: { n: 10, of: 31 } })
  expect(fit.first.n).toBeGreaterThan(27)
  expect(Object.keys(fit.weights)).toEqual([...sentenceSignalNames])
  expect(formatSentenceFit(fit)).toContain('in use 10 of 31')
})
