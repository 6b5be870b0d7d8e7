import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { testResult, testRun } from '@/lib/evaluation/testing'
import { FoldedCase } from './evaluation-case'
import { EvaluationChanges } from './evaluation-changes'
import { EvaluationList } from './evaluation-list'
import { EvaluationPlots } from './evaluation-plots'

const right = testResult()
const lost = testResult({ outcome: 'refused', refusalReason: 'missing-entity', claims: [], counts: { ...right.counts, outcome: { n: 0, of: 1 } }, findings: [{ stage: 'outcome', message: 'The outcome is refused, right would be answered.' }] })
const before = testRun([right, testResult({ ...lost, id: 'gained' }), testResult({ id: 'same' })])
const after = testRun([lost, testResult({ id: 'gained', claims: ['8 s'] }), testResult({ id: 'same' })], { configuration: { chunker: 'c2' } })

test('cases that changed either way stand with both results, and those that did not are counted', () => {
  const page = renderToStaticMarkup(createElement(EvaluationChanges, { before, after }))
  const [, worse = '', better = ''] = page.split('<section><h2>Got')
  expect(page).toContain('2 cases changed, 1 did not.')
  expect(page).not.toContain('same, exact-lookup')
  expect(worse).toContain(' worse: 1 case')
  expect(worse).toMatch(/Earlier run<\/h4>.*Ended as answered\..*5 s.*This run<\/h4>.*Ended as refused, right would be answered\./)
  expect(better).toContain(' better: 1 case')
  expect(better).toMatch(/Earlier run<\/h4>.*Ended as refused.*This run<\/h4>.*8 s/)
  expect(page).toContain('<td class="path">null</td><td class="path">&quot;c2&quot;</td>')
})

test('every bar has its figure in words, and the earlier one where two runs are compared', () => {
  const page = renderToStaticMarkup(createElement(EvaluationPlots, { run: after, before }))
  expect(page).toContain('2 of 3 (0.667)<span class="before">earlier 2 of 3 (0.667)</span>')
  expect(renderToStaticMarkup(createElement(EvaluationPlots, { run: after, before: null }))).not.toContain('earlier')
})

test('the plot over time says in words what it draws, and marks where the cases changed', () => {
  const figures = (n: number) => ({ outcome: { value: n / 4, n, of: 4 } })
  const run = (runId: `evr_${string}`, finishedAt: string, casesDigest: string, n: number) => ({ runId, startedAt: finishedAt, finishedAt, corpusDigest: 'c', casesDigest, cases: 4, generation: 1, failing: 0, gates: null, figures: figures(n) })
  const page = renderToStaticMarkup(createElement(EvaluationList, { runs: [run('evr_b', '2026-01-02T00:00:00Z', 'e', 3), run('evr_a', '2026-01-01T00:00:00Z', 'd', 1)] }))
  expect(page).toContain('aria-label="Shares over 2 runs: outcome from 1/4 to 3/4;')
  expect(page.match(/class="changed"/g)).toHaveLength(1)
  expect(page).toContain('href="/evaluations/evr_b"')
})

test('a failed case is folded under its question and what failed, its sentences without their marks', () => {
  const page = renderToStaticMarkup(createElement(FoldedCase, { result: { ...lost, claims: ['Set `a_b` to **5 s**.'] } }))
  expect(page).toMatch(/^<details class="case" id="[^"]+"><summary>[^<]+<span class="why">[^<]+; failed: outcome<\/span><\/summary>/)
  expect(page).not.toContain(' open')
  expect(page).toContain('Set <code>a_b</code> to <strong>5 s</strong>.')
})
