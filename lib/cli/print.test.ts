import { expect, it } from 'vitest'
import { printAnswer } from './print'
import type { AnswerShape } from './session'

const claim = { id: 'clm_1', text: 'A.', quoted: true, verdict: 'supported', verdictWords: 'Supported, word for word', citations: [] } as const
const answer = (claims: AnswerShape['claims']): AnswerShape => ({
  answerId: 'ans_1', revision: 1, question: 'What?', outcome: 'answered', claims, withheld: [], unanswered: [], evidenceSetId: 'evd_1', evidenceSetRevision: 1, generation: 1, model: 'extractive', configuration: {}, stages: [], createdAt: '2022-01-01T00:00:00.000Z',
})

it('a terminal is told that the closest evidence is no answer', () => {
  expect(printAnswer(answer([{ ...claim, closestOnly: true }]))).toMatch(/^What\?\n\nNo sentence stands out as the answer\. The closest evidence:\n\n“A\.”/)
  expect(printAnswer(answer([{ ...claim, closestOnly: true }, claim]))).not.toContain('stands out')
})

it('a terminal is told first what the record of a listed document says', () => {
  const row = { claimId: 'clm_1', title: 'A state', kind: 'decision', project: 'Z29C', status: 'superseded', effectiveAt: '2021-03-29', successor: null } as const
  const printed = printAnswer({ ...answer([claim]), records: { statement: '1 document matches.', conditions: 'decisions', total: 1, shown: 1, generation: 1, rows: [row] } })
  expect(printed).toContain('A state, decision, Z29C, superseded, 2021-03-29\n   In its own words: “A.”')
  expect(printed).not.toContain('Supported')
})
