import { describe, expect, it } from 'vitest'
import { formatClaims } from './format-public-sets'
import { measureClaims, wordOverlap } from './measure-claims'
import type { ClaimLabel, ClaimSet, LabelledClaim } from './read-claim-set'

const fact = 'The retry policy of the payment client waits five seconds.'

function claimOf(id: string, half: 'A' | 'B', label: ClaimLabel, claim: string, evidence: string): LabelledClaim {
  return { id, half, label, claim, evidence, title: '' }
}

const set: ClaimSet = {
  kind: 'claims', name: 'tiny',
  claims: [
    claimOf('1', 'A', 'supported', fact, `${fact} It then gives up.`),
    claimOf('2', 'A', 'not_established', 'Penguins are birds that cannot fly.', fact),
    claimOf('3', 'B', 'supported', fact, fact),
    claimOf('4', 'B', 'supported', 'Payments are tried again after a short while.', fact),
    claimOf('5', 'B', 'contradicted', 'The retry policy of the payment client waits nine seconds.', fact),
    claimOf('6', 'B', 'partially', 'The harbour froze over.', 'Ships waited.'),
  ],
}

describe('claims', () => {
  const figures = measureClaims(set, { limit: null })

  it('are verified by the product’s own rules and counted by label and verdict', () => {
    expect(figures.claims).toEqual({ n: 6, of: 6 })
    const counts = (label: ClaimLabel) => figures.confusion.find((row) => row.label === label)?.verdicts
    expect(counts('supported')).toMatchObject({ supported: 2, contradicted: 0 })
    expect(counts('contradicted')).toEqual({ 'supported': 0, 'partially-supported': 0, 'contradicted': 1, 'not-established': 0 })
    expect(counts('partially')).toMatchObject({ 'not-established': 1 })
  })

  it('count those supported in part among what must not be blessed', () => {
    expect(figures.methods.find(({ name }) => name === 'K81R')?.all).toMatchObject({ truePositives: { n: 2, of: 3 }, falsePositives: { n: 0, of: 3 } })
  })

  it('are held against a share of words chosen on half A and scored on half B alone', () => {
    const overlap = figures.methods.find(({ name }) => name === 'word overlap')
    // Of half A, only the first claim's words are all there; in half B, that blesses the third, and not the fifth, whose number is another.
    expect(overlap).toEqual({ name: 'word overlap', threshold: 1, all: null, halfB: { truePositives: { n: 1, of: 2 }, falsePositives: { n: 0, of: 2 }, balancedAccuracy: 0.75 } })
  })

  it('have no word overlap to show where half A has one kind alone', () => {
    const { methods } = measureClaims({ ...set, claims: set.claims.filter(({ half }) => half === 'B') }, { limit: null })
    expect(methods.find(({ name }) => name === 'word overlap')).toMatchObject({ threshold: null, halfB: null })
  })

  it('are as many as the limit, and the table says so', () => {
    const progress: number[] = []
    const some = measureClaims(set, { limit: 2, onProgress: (done) => progress.push(done) })
    expect(progress).toEqual([1, 2])
    expect(formatClaims([some])).toContain('tiny: 2 of 6 claims')
    expect(formatClaims([figures])).toMatch(/contradicted +0 +0 +1 +0 +1\n/)
  })
})

it('word overlap is the share of a claim’s distinct terms, and nothing of a claim without any', () => {
  expect(wordOverlap('retry retry policies', 'A policy.')).toBe(0.5)
  expect(wordOverlap('…', 'A policy.')).toBe(0)
})
