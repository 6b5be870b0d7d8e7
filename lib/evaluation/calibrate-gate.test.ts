import { expect, it } from 'vitest'
import { calibrateGate, formatCalibration, gateOf, type CalibrationCase } from './calibrate-gate'

const cases: readonly CalibrationCase[] = Array.from({ length: 80 }, (_, at) => {
  const answerable = at % 2 === 0
  const near = (answerable ? 0.7 : 0.3) + (at % 7) / 100
  return { id: `q${at}`, category: answerable ? 'paraphrase' : 'foreign', answerable, logit: answerable ? -1 : 1, features: { sentenceCosine: near, passageCosine: near, passageShare: 0.3, sentenceCoverage: 0.5, unknownShare: 0 } }
})

it('fits on one half and reports the other, beside the coefficients in use', () => {
  const calibration = calibrateGate(cases, { threshold: 0, version: 'gate-1' })
  expect(calibration.fitted.auc).toBe(1)
  expect(calibration.inUse.auc).toBe(0)
  expect(calibration.coefficients.sentenceCosine).toBeGreaterThan(0)
  expect(calibration.fitted.categories.map(({ category }) => category)).toEqual(['foreign', 'paraphrase'])
  expect(calibration.fitted.categories.reduce((sum, { kept, refused }) => sum + kept.of + refused.of, 0)).toBeLessThan(cases.length)
  expect(formatCalibration(calibration)).toContain('half B: AUC 1.000, in use 0.000')
})

it('takes the nearest part of a question, and none without vectors', () => {
  const features = { sentenceCosine: 0.5, passageCosine: 0.5, passageShare: 0, sentenceCoverage: 0, unknownShare: 0 }
  const part = { kind: 'refused' as const, question: '?', reason: 'only-indirect' as const, missing: '', supported: null, sentences: [], checks: [] }
  expect(gateOf({ outcome: 'refused', parts: [part, { ...part, gate: { features, logit: 2 } }, { ...part, gate: { features, logit: 1 } }] })?.logit).toBe(2)
  expect(gateOf({ outcome: 'refused', parts: [part] })).toBeNull()
})
