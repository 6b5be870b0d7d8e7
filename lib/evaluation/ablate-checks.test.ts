import { expect, it } from 'vitest'
import type { CheckName } from '@/lib/answerability'
import { ablateChecks, formatAblation, type AblatedCase } from './ablate-checks'

const names = ['entities', 'directness'] as const satisfies readonly CheckName[]
const all = (outcome: 'answerable' | 'refused', changed: Partial<AblatedCase['without']> = {}): AblatedCase['without'] =>
  ({ entities: outcome, outside: outcome, combination: outcome, contradiction: outcome, directness: outcome, currency: outcome, ...changed })
const asked = (id: string, outcome: 'answered' | 'refused') => ({ id, category: 'unanswerable' as const, question: '?', outcome, acceptable: [] })

it('a check decides what is right with it alone, and costs what is right only without it', () => {
  const ablations = ablateChecks(names, [
    { asked: asked('trap', 'refused'), whole: 'refused', without: all('refused', { entities: 'answerable' }) },
    { asked: asked('lost', 'answered'), whole: 'refused', without: all('refused', { directness: 'answerable' }) },
    { asked: asked('either', 'refused'), whole: 'refused', without: all('refused') },
  ])
  expect(ablations).toEqual([{ check: 'entities', decides: ['trap'], costs: [] }, { check: 'directness', decides: [], costs: ['lost'] }])
  expect(formatAblation(ablations)).toContain('entities: only it decides 1, without it 0 more would be right\n  decides  trap')
})
