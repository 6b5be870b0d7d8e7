import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptDraft } from './accept-draft'

const known = new Set(['e1', 'e2'])
const reason = (draft: unknown) => {
  const decision = acceptDraft(draft, known)
  return decision.accepted ? null : decision.reason
}

test('a fact that cites the set is accepted, each id once', () => {
  expect(acceptDraft({ text: 'It holds.', kind: 'fact', evidenceIds: ['e1', 'e2', 'e1'] }, known))
    .toEqual({ accepted: true, claim: { text: 'It holds.', kind: 'fact', evidenceIds: ['e1', 'e2'] } })
})

test('one unknown id rejects the whole claim, even beside a known one', () => {
  expect(reason({ text: 'It holds.', kind: 'fact', evidenceIds: ['e1', 'e9'] })).toMatch(/not in the set/)
  expect(reason({ text: 'Nothing on cost.', kind: 'not-answered', evidenceIds: ['e9'] })).toMatch(/not in the set/)
})

test('only "not answered" stands without a citation', () => {
  for (const kind of ['fact', 'quotation', 'table-cell']) expect(reason({ text: 'It holds.', kind, evidenceIds: [] })).toMatch(/cites no evidence/)
  expect(reason({ text: 'Nothing on cost.', kind: 'not-answered', evidenceIds: [] })).toBeNull()
})

test('empty text, an unknown kind, an extra field and a missing field are rejected', () => {
  expect(reason({ text: ' \n', kind: 'fact', evidenceIds: ['e1'] })).toMatch(/no text/)
  expect(reason({ text: 'x', kind: 'order', evidenceIds: ['e1'] })).toMatch(/form/)
  expect(reason({ text: 'x', kind: 'fact', evidenceIds: ['e1'], tool: 'delete' })).toMatch(/form/)
  expect(reason({ text: 'x', kind: 'fact' })).toMatch(/form/)
})

test('whatever is given, nothing is accepted that cites outside the set', () => {
  const draft = fc.oneof(fc.anything(), fc.record({ text: fc.string(), kind: fc.constantFrom('fact', 'not-answered'), evidenceIds: fc.array(fc.constantFrom('e1', 'e2', 'e3', '__proto__')) }))
  fc.assert(fc.property(draft, (given) => {
    const decision = acceptDraft(given, known)
    if (decision.accepted) {
      expect(decision.claim.evidenceIds.every((id) => known.has(id))).toBe(true)
      expect(decision.claim.kind === 'not-answered' || decision.claim.evidenceIds.length > 0).toBe(true)
    }
  }))
})
