import { describe, expect, test } from 'vitest'
import { applyScore } from '@/lib/verification'
import { crossFit, fitClaimScore, foldOf, formatScoreModel } from './fit-claim-score'
import { fitLogistic } from './fit-logistic'
import { fitTrees } from './fit-trees'
import type { ClaimSet, LabelledClaim } from './read-claim-set'

const examples = Array.from({ length: 200 }, (_, at) => {
  const [x, y] = [(at * 37) % 100 / 100, (at * 61) % 100 / 100]
  return { features: [x, y, 0.5], is: x > 0.5 === y > 0.5, fold: at % 5 }
})

test('trees learn what takes two features together, and a constant feature says nothing', () => {
  const model = { logistic: fitLogistic(examples), trees: fitTrees(examples) }
  const right = examples.filter(({ features, is }) => (applyScore(model, features) > 0) === is)
  expect(right.length).toBeGreaterThan(180)
  expect(model.logistic.weights[2]).toBe(0)
  expect(fitTrees(examples)).toEqual(model.trees)
})

test('a straight line is found by the logistic model alone', () => {
  const line = examples.map(({ features }) => ({ features, is: (features[0] ?? 0) + (features[1] ?? 0) > 1 }))
  const model = { logistic: fitLogistic(line), trees: [] }
  expect(line.filter(({ features, is }) => (applyScore(model, features) > 0) === is).length).toBeGreaterThan(190)
})

test('without an example of each kind nothing is learned', () => {
  const ones = examples.filter(({ is }) => is)
  expect(fitTrees(ones)).toEqual([])
  expect(applyScore({ logistic: fitLogistic(ones), trees: [] }, [0.1, 0.9, 0.5])).toBe(0)
})

describe('cross-fitting', () => {
  test('asks of each example a model that has not seen its fold', () => {
    const scores = crossFit(examples)
    expect(scores.filter((score, at) => score > 0 === examples[at]?.is).length).toBeGreaterThan(150)
    // With the labels of one fold turned round, that fold's scores stay as they were.
    const turned = crossFit(examples.map((example) => (example.fold === 2 ? { ...example, is: !example.is } : example)))
    for (const [at, { fold }] of examples.entries()) if (fold === 2) expect(turned[at]).toBe(scores[at])
    expect(turned).not.toEqual(scores)
  })

  test('puts all texts of one claim into one fold', () => {
    expect(foldOf({ claim: 'The  Harbour froze over. ' })).toBe(foldOf({ claim: 'the harbour froze over.' }))
  })
})

test('the model of the product is fitted to half A, and says so', () => {
  const claims = Array.from({ length: 60 }, (_, at): LabelledClaim => ({
    id: String(at), half: at % 3 === 0 ? 'B' : 'A', title: '', claim: `The harbour ${at} froze over.`,
    label: at % 2 === 0 ? 'supported' : 'not_established', evidence: at % 2 === 0 ? `In May the harbour ${at} froze over.` : 'Ships waited.',
  }))
  const set: ClaimSet = { kind: 'claims', name: 'tiny', claims }
  const model = fitClaimScore([set])
  expect(model.provenance).toEqual({ sets: ['tiny'], half: 'A', by: 'fitClaimScore in lib/evaluation', claims: 40 })
  // What one line parts needs no trees.
  expect(model.trees).toEqual([])
  expect(formatScoreModel(model)).toContain(`bias: ${model.logistic.bias},`)
  expect(fitClaimScore([{ ...set, claims: claims.map((claim) => (claim.half === 'B' ? { ...claim, label: 'contradicted' as const } : claim)) }])).toEqual(model)
})
