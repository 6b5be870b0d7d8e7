import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { AnswerRecord } from '@/lib/answers'
import { AnswerClaims } from './answer-claims'

const claim = {
  id: 'clm_1', text: 'We take the reference as the key.', quoted: true, verdict: 'supported', verdictWords: 'Supported, word for word',
  citations: [{ number: 1, evidenceId: 'e1', documentId: 'doc_1', revisionId: 'rev_1', revision: 2, sourcePath: 'a.md', startLine: 1, endLine: 1, quote: 'We take the reference as the key.', startOffset: 0, endOffset: 33 }],
} as const satisfies AnswerRecord['claims'][number]
const row = { claimId: 'clm_1', title: 'Dedupe keys', kind: 'decision', project: 'Z29C', status: 'superseded', effectiveAt: '2021-03-29', successor: { title: 'Keys by seal', effectiveAt: '2022-01-01' } } as const
const answer: AnswerRecord = {
  answerId: 'ans_1', revision: 1, question: 'Q?', request: { query: 'Q?' }, outcome: 'answered', claims: [claim], withheld: [], unanswered: [], refusal: null, evidenceSetId: 'evd_1', evidenceSetRevision: 1, generation: 1,
  promptVersion: 'p', model: 'extractive', configuration: {}, stages: [], cause: 'asked', createdAt: '2022-01-01T00:00:00.000Z',
}
const html = (record: AnswerRecord) => renderToStaticMarkup(createElement(AnswerClaims, { record, items: [], states: new Map() }))
const text = (record: AnswerRecord) => html(record).replace(/<[^>]+>/g, '¦').replace(/¦+/g, '¦')

it('a listed document leads with its title, status, date and what replaces it, its own words after that', () => {
  const shown = text({ ...answer, records: { statement: '', conditions: '', total: 1, shown: 1, generation: 1, rows: [row] } })
  expect(shown).toMatch(/^¦Dedupe keys¦Z29C¦superseded decision, ¦2021-03-29¦replaced by “Keys by seal” of ¦2022-01-01¦In its own words: “We take/)
  expect(shown).not.toContain('Supported')
})

it('the closest evidence stands under words that say so, and not as an answer’s sentence', () => {
  const closest = html({ ...answer, claims: [{ ...claim, closestOnly: true, verdictWords: 'Closest evidence, word for word' }] })
  expect(closest).toContain('No sentence stands out as the answer.')
  expect(closest).not.toContain('statement')
  expect(html(answer)).toContain('class="statement"')
  expect(html(answer)).not.toContain('stands out')
})
