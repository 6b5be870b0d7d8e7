import { expect, test } from 'vitest'
import { scoreClaim, verifyClaim, type CitedPassage } from '@/lib/verification'
import { claimFeatures, featureNames } from './claim-features'
import { scoreModel } from './score-model'

const passage = (text: string): CitedPassage => ({ evidenceId: 'e1', text, title: '', headingPath: [], language: 'en' })
const note = 'In 2019 the storage team moved the archive to Berlin. The canteen opens at noon.'

test('the model names its sets and half, and has a weight for every feature', () => {
  const { provenance, logistic, trees } = scoreModel
  expect(provenance).toMatchObject({ half: 'A', by: 'fitClaimScore in lib/evaluation' })
  expect(provenance.sets.length).toBeGreaterThanOrEqual(5)
  expect(logistic.weights).toHaveLength(featureNames.length)
  expect(trees.length).toBeGreaterThan(0)
  expect(claimFeatures('The archive moved.', [passage(note)])).toHaveLength(featureNames.length)
})

test('a passage that holds a claim’s words scores above one that does not', () => {
  const claim = 'The storage team moved the archive to Berlin.'
  expect(scoreClaim(claim, [passage(note)])).toBeGreaterThan(scoreClaim(claim, [passage('Penguins live in the cold.')]))
  expect(scoreClaim(claim, [passage(note)])).toBeGreaterThan(0)
})

test('a high score blesses nothing', () => {
  const claim = 'The storage team moved to the archive in Berlin.'
  expect(scoreClaim(claim, [passage(note)])).toBeGreaterThan(0)
  expect(verifyClaim({ text: claim, evidenceIds: ['e1'] }, [passage(note)]).verdict).not.toBe('supported')
})

test('every feature is a finite number, whatever is given', () => {
  for (const [claim, text] of [['', ''], ['…', '|'], ['not', ''], ['A (b', '[c'], ['3 GB', '3 MB']] as const) {
    for (const value of claimFeatures(claim, [passage(text)])) expect(Number.isFinite(value)).toBe(true)
  }
  expect(claimFeatures('A claim.', []).every(Number.isFinite)).toBe(true)
})
