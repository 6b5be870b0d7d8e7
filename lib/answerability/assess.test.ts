import { expect, test } from 'vitest'
import type { AssembledEvidence } from '@/lib/evidence'
import { assess } from './assess'
import { testView } from './testing'

test('A part without words of its own is refused with the part that it leans on', async () => {
  const question = 'When was Terraform invented, and by whom?'
  const { items, ranking } = await testView(question, [{ title: 'Terraform', text: 'The directory structure of Terraform is by Marta Kowalska.' }])
  const set = { question, items, strategy: 'passages', request: { query: question } } as unknown as AssembledEvidence['set'] // no check reads the rest
  const decision = await assess({ set, ranking, parts: [], past: null, period: null }, null)
  expect(decision.parts.map(({ kind }) => kind)).toEqual(['refused', 'refused'])
  expect(decision.outcome).toBe('refused')
})
