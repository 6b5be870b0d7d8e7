import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaUnderCurve, chooseThreshold, scoreDecisions } from './score-decisions'

const scored = fc.array(fc.record({ is: fc.boolean(), score: fc.integer({ min: 0, max: 5 }).map((step) => step / 5) }), { maxLength: 30 })

describe('decisions', () => {
  it('are counted for each kind apart, and their accuracy is the mean of both', () => {
    const decisions = [[true, true], [true, true], [true, false], [true, false], [false, true], [false, false], [false, false], [false, false]] as const
    expect(scoreDecisions(decisions.map(([is, said]) => ({ is, said })))).toEqual({ truePositives: { n: 2, of: 4 }, falsePositives: { n: 1, of: 4 }, balancedAccuracy: 0.625 })
  })

  it('have no balanced accuracy where one kind is missing', () => {
    expect(scoreDecisions([{ is: true, said: true }]).balancedAccuracy).toBeNull()
    expect(chooseThreshold([{ is: true, score: 1 }])).toBeNull()
    expect(areaUnderCurve([{ is: false, score: 1 }])).toBeNull()
  })
})

describe('a chosen threshold', () => {
  it('is the lowest score that separates best', () => {
    expect(chooseThreshold([{ is: false, score: 0.2 }, { is: false, score: 0.4 }, { is: true, score: 0.6 }, { is: true, score: 0.9 }])).toBe(0.6)
  })

  it('is never worse than saying yes to all', () => {
    fc.assert(fc.property(scored, (entries) => {
      const threshold = chooseThreshold(entries)
      fc.pre(threshold !== null)
      expect(scoreDecisions(entries.map(({ is, score }) => ({ is, said: score >= threshold }))).balancedAccuracy).toBeGreaterThanOrEqual(0.5)
    }))
  })
})

describe('the area under the curve', () => {
  it('counts the pairs in the right order, ties half', () => {
    expect(areaUnderCurve([{ is: true, score: 3 }, { is: true, score: 1 }, { is: false, score: 1 }, { is: false, score: 2 }])).toBe(0.625)
  })

  it('turns over with the scores', () => {
    fc.assert(fc.property(scored, (entries) => {
      const area = areaUnderCurve(entries)
      fc.pre(area !== null)
      expect(area).toBeCloseTo(1 - (areaUnderCurve(entries.map(({ is, score }) => ({ is, score: -score }))) ?? NaN), 10)
    }))
  })
})
