import { expect, test } from 'vitest'
import { stranger } from '@/lib/access'
import type { Refusal } from '@/lib/answers'
import { scoreCase } from './score-case'
import { testCase, testClaim, testItem, testObservation, testRecord } from './testing'

const policy = testItem('e1', 'notes/policy.md', 'The wait is 5 s, never longer.')
const other = testItem('e2', 'notes/other.md', 'The wait was 8 s.')
const label = { path: 'notes/policy.md', contains: 'the wait is 5 s', revision: null }
const refusal: Refusal = { reason: 'missing-relationship', supported: null, missing: 'No note says how long the pause is.', passages: [{ evidenceId: 'e1', note: '' }], narrower: ['wait'] }

test('recall counts labelled passages among the first five results only', () => {
  const five = [1, 2, 3, 4, 5].map((at) => testItem(`e${at}`, `notes/${at}.md`, 'Something else.'))
  const asked = testCase({ relevant: [label] })
  expect(scoreCase(asked, testObservation({ results: [...five, policy] })).counts.retrieval).toEqual({ n: 0, of: 1 })
  expect(scoreCase(asked, testObservation({ results: [...five.slice(1), policy] })).counts.retrieval).toEqual({ n: 1, of: 1 })
})

test('a label with a revision is found only in that revision', () => {
  const asked = testCase({ relevant: [{ ...label, revision: 2 }] })
  expect(scoreCase(asked, testObservation({ results: [policy] })).counts.retrieval).toEqual({ n: 0, of: 1 })
  expect(scoreCase(asked, testObservation({ results: [{ ...policy, revision: 2 }] })).counts.retrieval).toEqual({ n: 1, of: 1 })
})

test('what search found and the evidence set lost is a loss of selection', () => {
  const score = scoreCase(testCase({ relevant: [label] }), testObservation({ results: [policy], evidence: [other] }))
  expect(score.counts.retrieval).toEqual({ n: 1, of: 1 })
  expect(score.counts.selection).toEqual({ n: 0, of: 1 })
  expect(score.findings).toContainEqual({ stage: 'selection', message: '“the wait is 5 s” of notes/policy.md is not among the evidence set.' })
})

test('required claims may be spread over the shown claims, and one alternative is enough', () => {
  const record = testRecord({ claims: [testClaim('The wait is 5 s.', [policy]), testClaim('It is never longer.', [policy])] })
  const asked = testCase({ required: [['5 seconds', '5 s'], ['never longer'], ['jitter']] })
  const { counts, findings } = scoreCase(asked, testObservation({ record, evidence: [policy] }))
  expect(counts.required).toEqual({ n: 2, of: 3 })
  expect(findings).toContainEqual({ stage: 'required', message: 'No claim says “jitter”.' })
})

test('nothing is required of a refusal that is right, and everything of one that is not', () => {
  const observation = testObservation({ record: testRecord({ outcome: 'refused', refusal }) })
  expect(scoreCase(testCase({ outcome: 'refused', required: [['5 s']] }), observation).counts.required).toEqual({ n: 0, of: 0 })
  expect(scoreCase(testCase({ outcome: 'answered', required: [['5 s']] }), observation).counts.required).toEqual({ n: 0, of: 1 })
})

test('a forbidden claim is found when it is shown, not when it was withheld', () => {
  const asked = testCase({ forbidden: ['8 s'] })
  const withheld = testRecord({ withheld: [{ text: 'The wait was 8 s.', verdict: 'contradicted', reason: '' }] })
  expect(scoreCase(asked, testObservation({ record: withheld })).counts.forbidden).toEqual({ n: 1, of: 1 })
  const shown = testRecord({ claims: [testClaim('The wait was 8 s.', [other])] })
  expect(scoreCase(asked, testObservation({ record: shown, evidence: [other] })).counts.forbidden).toEqual({ n: 0, of: 1 })
})

test('an outcome is right when it is expected or acceptable', () => {
  const partial = testObservation({ record: testRecord({ outcome: 'partial', unanswered: ['when'] }) })
  expect(scoreCase(testCase({ outcome: 'answered' }), partial).counts.outcome).toEqual({ n: 0, of: 1 })
  expect(scoreCase(testCase({ outcome: 'answered', acceptable: ['partial'] }), partial).counts.outcome).toEqual({ n: 1, of: 1 })
})

test('a claim is supported by the labels when all its quotes lie in labelled passages', () => {
  const evidence = [policy, other]
  const record = testRecord({ claims: [testClaim('5 s', [policy]), testClaim('5 s or 8 s', [policy, other]), testClaim('bare', [])] })
  expect(scoreCase(testCase({ relevant: [label] }), testObservation({ record, evidence })).counts.support).toEqual({ n: 1, of: 3 })
})

test('claims for a question without labelled passages are supported by none', () => {
  const record = testRecord({ claims: [testClaim('5 s', [policy])] })
  expect(scoreCase(testCase(), testObservation({ record, evidence: [policy] })).counts.support).toEqual({ n: 0, of: 1 })
})

test('a useful refusal shows a labelled passage, names what is missing and offers queries that work', () => {
  const asked = testCase({ outcome: 'refused', relevant: [label], missing: ['how long'], refusal: ['missing-relationship'] })
  const record = testRecord({ outcome: 'refused', refusal })
  const useful = testObservation({ record, evidence: [policy], workingQueries: new Set(['wait']) })
  expect(scoreCase(asked, useful).counts.refusal).toEqual({ n: 1, of: 1 })
  const failing = [
    { ...useful, workingQueries: new Set<string>() },
    { ...useful, evidence: [{ ...other, evidenceId: 'e1' }] },
    { ...useful, record: testRecord({ outcome: 'refused', refusal: { ...refusal, missing: 'Something is missing.' } }) },
    { ...useful, record: testRecord({ outcome: 'refused', refusal: { ...refusal, reason: 'out-of-date' } }) },
  ]
  for (const observation of failing) expect(scoreCase(asked, observation).counts.refusal).toEqual({ n: 0, of: 1 })
})

test('a refusal of a question that has an answer is not judged for its usefulness', () => {
  const { counts } = scoreCase(testCase(), testObservation({ record: testRecord({ outcome: 'refused', refusal }) }))
  expect(counts.refusal).toEqual({ n: 0, of: 0 })
  expect(counts.outcome).toEqual({ n: 0, of: 1 })
})

test('a partial answer says what is open', () => {
  const asked = testCase({ outcome: 'partial', missing: ['maker'] })
  const open = (unanswered: string[]) => scoreCase(asked, testObservation({ record: testRecord({ outcome: 'partial', unanswered }) })).counts.refusal
  expect(open(['the maker of the model'])).toEqual({ n: 1, of: 1 })
  expect(open(['the date'])).toEqual({ n: 0, of: 1 })
  expect(open([])).toEqual({ n: 0, of: 1 })
})

test('an answer is contained when its citations exist, its quotes are exact and its claims were verified', () => {
  const contained = (claim: ReturnType<typeof testClaim>) => scoreCase(testCase(), testObservation({ record: testRecord({ claims: [claim] }), evidence: [policy] })).counts.containment.n
  expect(contained(testClaim('5 s', [policy]))).toBe(1)
  expect(contained(testClaim('5 s', [testItem('e9', 'notes/policy.md', 'The wait is 5 s')]))).toBe(0)
  expect(contained(testClaim('5 s', [testItem('e1', 'notes/policy.md', 'the wait is 5 s')]))).toBe(0)
  expect(contained(testClaim('5 s', [policy], { verdict: 'not-established' }))).toBe(0)
  expect(contained(testClaim('5 s', []))).toBe(0)
})

test('a table cell may be quoted from the header that travels with its row', () => {
  const row = testItem('e1', 'notes/t.md', '| wait | 5 s |')
  const withHeader = { ...row, passage: { ...row.passage, context: [{ role: 'table-header' as const, startOffset: 0, endOffset: 16, text: '| name | value |' }] } }
  const record = testRecord({ claims: [testClaim('value: 5 s', [testItem('e1', 'notes/t.md', '| name | value |')])] })
  expect(scoreCase(testCase(), testObservation({ record, evidence: [withHeader] })).counts.containment).toEqual({ n: 1, of: 1 })
})

test('a leak is found in results, evidence and citations of a reader, and not looked for in the owner\'s', () => {
  const hidden = { readable: (path: string) => path !== 'notes/other.md' }
  const asked = testCase({ as: stranger })
  expect(scoreCase(asked, testObservation({ ...hidden, results: [policy] })).counts.access).toEqual({ n: 1, of: 1 })
  expect(scoreCase(asked, testObservation({ ...hidden, results: [other] })).counts.access).toEqual({ n: 0, of: 1 })
  expect(scoreCase(asked, testObservation({ ...hidden, evidence: [other] })).counts.access).toEqual({ n: 0, of: 1 })
  expect(scoreCase(asked, testObservation({ ...hidden, record: testRecord({ claims: [testClaim('8 s', [other])] }) })).counts.access).toEqual({ n: 0, of: 1 })
  expect(scoreCase(testCase(), testObservation({ ...hidden, results: [other] })).counts.access).toEqual({ n: 0, of: 0 })
})

test('in an access case the hidden words leak through a refusal too', () => {
  const asked = testCase({ category: 'access-boundary', as: stranger, outcome: 'refused', forbidden: ['8 s'] })
  const record = testRecord({ outcome: 'refused', refusal: { ...refusal, narrower: ['wait of 8 s'] } })
  expect(scoreCase(asked, testObservation({ record, evidence: [policy] })).findings).toContainEqual({ stage: 'access', message: 'The answer says “8 s”.' })
})
